import type { SetUps } from './states.ts'

export const agentManagementStates = {} satisfies Partial<SetUps>
