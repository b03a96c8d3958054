import type { ErrorConditions } from './error-condition.ts'

export const sandboxErrorConditions = {} satisfies ErrorConditions
