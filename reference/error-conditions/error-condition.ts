import type { ErrorCode, StateValues } from '../../spec/index.ts'
import type { ServerContext } from '../call.ts'

/** The one request that returns an error, once its condition is there. */
export type ErrorRequest = StateValues['error-condition']

/** Causes the real condition of each code, and says which request meets it. */
export type ErrorConditions = { readonly [Code in ErrorCode]?: (server: ServerContext) => ErrorRequest }
