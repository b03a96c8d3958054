import type { SetUps } from './states.ts'

export const exchangeRatesStates = {} satisfies Partial<SetUps>
