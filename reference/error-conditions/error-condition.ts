import type { ErrorCode, StateValues } from '../../spec/index.ts'
import type { ServerContext } from '../call.ts'

/** The request that returns the error once its condition is met. */
export type ErrorRequest = StateValues['error-condition']

/** Creates the real condition of each code, and returns the request that triggers it. */
export type ErrorConditions = { readonly [Code in ErrorCode]?: (server: ServerContext) => ErrorRequest }
