import type { SetUps } from './states.ts'

export const stablecoinsStates = {} satisfies Partial<SetUps>
