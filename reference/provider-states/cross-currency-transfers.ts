import type { SetUps } from './states.ts'

export const crossCurrencyTransfersStates = {} satisfies Partial<SetUps>
