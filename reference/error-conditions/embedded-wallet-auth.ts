import type { ErrorConditions } from './error-condition.ts'

export const embeddedWalletAuthErrorConditions = {} satisfies ErrorConditions
