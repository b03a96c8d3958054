import type { SetUps } from './states.ts'

export const transactionsStates = {} satisfies Partial<SetUps>
