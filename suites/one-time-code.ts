/** Responses to wrong one-time codes: the contract names no status for them, and shows no response. */
import { Blocked, expect, valueAt, type CheckedResponse } from '../fixtures/index.ts'
import { REJECTED } from './rejections.ts'

/** A confirmation with a wrong code is rejected, or answered with a success whose body says that it confirms nothing. */
export function expectNothingConfirmed(response: CheckedResponse): void {
  if (saysNo(response)) expect(response).toSucceed()
  else expect(response).toBeError(...REJECTED)
}

/** A request with a wrong code is rejected, or accepted; what came of it is judged afterwards. */
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
 * @throws Blocked when it says that the session is missing: which requests need one is not shown
 */
export function whereSessionIsOpen(response: CheckedResponse): CheckedResponse {
  if (response.status !== 409 || valueAt(response.body, 'code') !== 'SCA_SESSION_REQUIRED') return response
  throw new Blocked(
    'deployment-file',
    `${response.operation ?? 'the request'} needs an SCA login session of the customer (exchange ${response.exchange}), which the contract does not show`,
    'Let the state set up a customer who is logged in, or allow this requirement with --allow-blocked.',
  )
}

/** What a response may call its result: the contract shows none of it. */
const RESULTS = ['verified', 'confirmed', 'valid', 'success', 'authorized', 'authenticated', 'completed']
const STATUSES = ['status', 'result', 'outcome']
const NEGATIVE = /fail|reject|invalid|incorrect|wrong|denied|mismatch|unverified|not_|expired/i

const saysNo = (response: CheckedResponse): boolean =>
  isAccepted(response) &&
  (RESULTS.some((name) => valueAt(response.body, name) === false) ||
    STATUSES.some((name) => NEGATIVE.test(textOf(valueAt(response.body, name)))))

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
