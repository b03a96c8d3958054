import type { SetUps } from './states.ts'

export const webhooksStates = {} satisfies Partial<SetUps>
