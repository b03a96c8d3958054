import type { SetUps } from './states.ts'

export const platformConfigurationStates = {} satisfies Partial<SetUps>
