import type { SetUps } from './states.ts'

export const apiTokensStates = {} satisfies Partial<SetUps>
