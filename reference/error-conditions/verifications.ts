import type { ErrorConditions } from './error-condition.ts'

export const verificationsErrorConditions = {} satisfies ErrorConditions
