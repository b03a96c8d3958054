import type { Fault } from './fault.ts'

export const embeddedWalletAuthFaults: readonly Fault[] = []
