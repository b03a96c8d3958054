import type { SetUps } from './states.ts'

export const cardsStates = {} satisfies Partial<SetUps>
