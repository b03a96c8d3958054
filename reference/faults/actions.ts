import type { Fault } from './fault.ts'

export const actionFaults: readonly Fault[] = []
