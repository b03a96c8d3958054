import type { SetUps } from './states.ts'

export const internalAccountsStates = {} satisfies Partial<SetUps>
