import type { Fault } from './fault.ts'

export const sandboxFaults: readonly Fault[] = []
