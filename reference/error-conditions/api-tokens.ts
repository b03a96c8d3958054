import type { ErrorConditions } from './error-condition.ts'

export const apiTokensErrorConditions = {} satisfies ErrorConditions
