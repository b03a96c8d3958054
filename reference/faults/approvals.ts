import type { Fault } from './fault.ts'

export const approvalFaults: readonly Fault[] = []
