import type { Fault } from './fault.ts'

export const contactVerificationFaults: readonly Fault[] = []
