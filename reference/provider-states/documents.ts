import type { SetUps } from './states.ts'

export const documentsStates = {} satisfies Partial<SetUps>
