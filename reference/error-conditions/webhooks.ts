import type { ErrorConditions } from './error-condition.ts'

export const webhooksErrorConditions = {} satisfies ErrorConditions
