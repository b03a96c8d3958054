import type { ErrorConditions } from './error-condition.ts'

export const crossCurrencyTransfersErrorConditions = {} satisfies ErrorConditions
