import type { Fault } from './fault.ts'

export const verificationsFaults: readonly Fault[] = []
