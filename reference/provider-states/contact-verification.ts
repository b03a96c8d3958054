import type { SetUps } from './states.ts'

export const contactVerificationStates = {} satisfies Partial<SetUps>
