import type { Fault } from './fault.ts'

export const ownershipFaults: readonly Fault[] = []
