import type { ErrorConditions } from './error-condition.ts'

export const customersErrorConditions = {} satisfies ErrorConditions
