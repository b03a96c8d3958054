/** Responses to wrong one-time codes: the contract names no status for them, and shows no response. */
import { Blocked, expect, valueAt, type CheckedResponse } from '../fixtures/index.ts'
import { REJECTED } from './rejections.ts'

/** A confirmation with a wrong code is rejected, or succeeds with a body that confirms nothing. */
export function expectNothingConfirmed(response: CheckedResponse): void {
  if (saysNo(response)) expect(response).toSucceed()
  else expect(response).toBeError(...REJECTED)
}

/** A request with a wrong code is rejected or accepted; its effect is judged afterwards. */
export function expectRejectedUnlessAccepted(
  response: CheckedResponse,
  statuses: readonly number[] = REJECTED,
): void {
  if (isAccepted(response)) expect(response).toSucceed()
  else expect(response).toBeError(...statuses)
}

export const isAccepted = ({ status }: CheckedResponse): boolean => status >= 200 && status < 300

/**
 * The response to a request that may need the SCA login session of the customer.
 *
 * @throws Blocked when it reports a missing session: the contract does not show which requests need one
 */
export function whereSessionIsOpen(response: CheckedResponse): CheckedResponse {
  if (response.status !== 409 || valueAt(response.body, 'code') !== 'SCA_SESSION_REQUIRED') return response
  throw new Blocked(
    'deployment-file',
    `${response.operation ?? 'the request'} needs an SCA login session of the customer (exchange ${response.exchange}), which the contract does not show`,
    'Let the state set up a customer who is logged in, or allow this requirement with --allow-blocked.',
  )
}

/** Names that a response may use for its result: the contract does not show them. */
const RESULTS = ['verified', 'confirmed', 'valid', 'success', 'authorized', 'authenticated', 'completed']
const STATUSES = ['status', 'result', 'outcome']
const NEGATIVE = /fail|reject|invalid|incorrect|wrong|denied|mismatch|unverified|not_|expired/i

const saysNo = (response: CheckedResponse): boolean =>
  isAccepted(response) &&
  (RESULTS.some((name) => valueAt(response.body, name) === false) ||
    STATUSES.some((name) => NEGATIVE.test(textOf(valueAt(response.body, name)))))

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
