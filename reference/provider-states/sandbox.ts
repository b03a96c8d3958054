import type { SetUps } from './states.ts'

export const sandboxStates = {} satisfies Partial<SetUps>
