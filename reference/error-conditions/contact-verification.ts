import type { ErrorConditions } from './error-condition.ts'

export const contactVerificationErrorConditions = {} satisfies ErrorConditions
