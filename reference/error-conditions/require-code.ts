import type { ErrorCode } from '../../spec/index.ts'
import type { Refusal } from '../errors.ts'
import { Unsupported } from '../provider-states/params.ts'
import type { ErrorRequest } from './error-condition.ts'

/**
 * The request that meets a rejection, where this deployment gives it the code: a deployment that reads the catalogue
 * otherwise has no request for the code.
 */
export function requireCode(code: ErrorCode, refusal: Refusal, request: ErrorRequest): ErrorRequest {
  if (refusal.code !== code) throw new Unsupported(`This deployment has another code in place of ${code}.`)
  return request
}
