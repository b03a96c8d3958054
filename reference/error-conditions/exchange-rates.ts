import type { ErrorConditions } from './error-condition.ts'

export const exchangeRatesErrorConditions = {} satisfies ErrorConditions
