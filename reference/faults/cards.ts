import type { Fault } from './fault.ts'

export const cardsFaults: readonly Fault[] = []
