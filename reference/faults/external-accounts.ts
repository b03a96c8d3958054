import type { Fault } from './fault.ts'

export const externalAccountsFaults: readonly Fault[] = []
