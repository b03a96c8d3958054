import type { Fault } from './fault.ts'

export const agentManagementFaults: readonly Fault[] = []
