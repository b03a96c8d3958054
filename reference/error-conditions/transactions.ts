import type { ErrorConditions } from './error-condition.ts'

export const transactionsErrorConditions = {} satisfies ErrorConditions
