import type { SetUps } from './states.ts'

export const embeddedWalletAuthStates = {} satisfies Partial<SetUps>
