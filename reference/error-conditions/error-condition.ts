import type { ErrorCode, StateValues } from '../../spec/index.ts'
import type { ServerContext } from '../call.ts'

/** The request that returns the error, once its condition holds. */
export type ErrorRequest = StateValues['error-condition']

/** Causes the real condition of each code, and says which request meets it. */
export type ErrorConditions = { readonly [Code in ErrorCode]?: (server: ServerContext) => ErrorRequest }
