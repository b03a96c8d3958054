import type { ErrorConditions } from './error-condition.ts'

export const stablecoinsErrorConditions = {} satisfies ErrorConditions
