import type { SetUps } from './states.ts'

export const externalAccountsStates = {} satisfies Partial<SetUps>
