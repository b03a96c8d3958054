import type { SetUps } from './states.ts'

export const verificationsStates = {} satisfies Partial<SetUps>
