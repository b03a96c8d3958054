import type { ErrorConditions } from './error-condition.ts'

export const documentsErrorConditions = {} satisfies ErrorConditions
