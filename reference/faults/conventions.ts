import type { Fault } from './fault.ts'

export const conventionFaults: readonly Fault[] = []
