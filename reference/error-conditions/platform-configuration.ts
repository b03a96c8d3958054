import type { ErrorConditions } from './error-condition.ts'

export const platformConfigurationErrorConditions = {} satisfies ErrorConditions
