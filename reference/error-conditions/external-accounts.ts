import type { ErrorConditions } from './error-condition.ts'

export const externalAccountsErrorConditions = {} satisfies ErrorConditions
