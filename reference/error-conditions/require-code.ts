import type { ErrorCode } from '../../spec/index.ts'
import type { Refusal } from '../errors.ts'
import { Unsupported } from '../provider-states/params.ts'
import type { ErrorRequest } from './error-condition.ts'

/**
 * The request that triggers a rejection, if this deployment gives it the code. A deployment that interprets the
 * catalogue differently has no request for the code.
 */
export function requireCode(code: ErrorCode, refusal: Refusal, request: ErrorRequest): ErrorRequest {
  if (refusal.code !== code) throw new Unsupported(`This deployment has another code in place of ${code}.`)
  return request
}
