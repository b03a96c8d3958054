import type { ErrorConditions } from './error-condition.ts'

export const agentManagementErrorConditions = {} satisfies ErrorConditions
