import type { ErrorConditions } from './error-condition.ts'

export const discoveriesErrorConditions = {} satisfies ErrorConditions
