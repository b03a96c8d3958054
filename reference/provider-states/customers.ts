import type { SetUps } from './states.ts'

export const customersStates = {} satisfies Partial<SetUps>
