import type { Fault } from './fault.ts'

export const apiTokensFaults: readonly Fault[] = []
