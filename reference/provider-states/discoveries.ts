import type { SetUps } from './states.ts'

export const discoveriesStates = {} satisfies Partial<SetUps>
