import type { ErrorConditions } from './error-condition.ts'

export const cardsErrorConditions = {} satisfies ErrorConditions
