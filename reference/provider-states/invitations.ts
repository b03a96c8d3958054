import type { SetUps } from './states.ts'

export const invitationsStates = {} satisfies Partial<SetUps>
