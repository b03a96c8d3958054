import type { ErrorConditions } from './error-condition.ts'

export const invitationsErrorConditions = {} satisfies ErrorConditions
