import type { Fault } from './fault.ts'

export const platformConfigurationFaults: readonly Fault[] = []
