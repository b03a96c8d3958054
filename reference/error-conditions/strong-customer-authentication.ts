import type { ErrorConditions } from './error-condition.ts'

export const strongCustomerAuthenticationErrorConditions = {} satisfies ErrorConditions
