import type { ErrorConditions } from './error-condition.ts'

export const internalAccountsErrorConditions = {} satisfies ErrorConditions
