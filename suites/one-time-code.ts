/** Responses to wrong one-time codes: the contract names no status for them, and shows no response. */
import { Blocked, expect, valueAt, type Answer } from '../fixtures/index.ts'
import { REJECTED } from './rejections.ts'

/** A confirmation with a wrong code is rejected, or answered with a success whose body says that it confirms nothing. */
export function expectNothingConfirmed(answer: Answer): void {
  if (saysNo(answer)) expect(answer).toSucceed()
  else expect(answer).toBeError(...REJECTED)
}

/** A request with a wrong code is rejected, or accepted; what came of it is judged afterwards. */
export function expectRejectedUnlessAccepted(answer: Answer, statuses: readonly number[] = REJECTED): void {
  if (isAccepted(answer)) expect(answer).toSucceed()
  else expect(answer).toBeError(...statuses)
}

export const isAccepted = ({ status }: Answer): boolean => status >= 200 && status < 300

/**
 * The response to a request that may need the SCA login session of the customer.
 *
 * @throws Blocked when it says that the session is missing: which requests need one is not shown
 */
export function whereSessionIsOpen(answer: Answer): Answer {
  if (answer.status !== 409 || valueAt(answer.body, 'code') !== 'SCA_SESSION_REQUIRED') return answer
  throw new Blocked(
    'deployment-file',
    `${answer.operation ?? 'the request'} needs an SCA login session of the customer (exchange ${answer.exchange}), which the contract does not show`,
    'Let the state set up a customer who is logged in, or allow this requirement with --allow-blocked.',
  )
}

/** What a response may call its result: the contract shows none of it. */
const RESULTS = ['verified', 'confirmed', 'valid', 'success', 'authorized', 'authenticated', 'completed']
const STATUSES = ['status', 'result', 'outcome']
const NEGATIVE = /fail|reject|invalid|incorrect|wrong|denied|mismatch|unverified|not_|expired/i

const saysNo = (answer: Answer): boolean =>
  isAccepted(answer) &&
  (RESULTS.some((name) => valueAt(answer.body, name) === false) ||
    STATUSES.some((name) => NEGATIVE.test(textOf(valueAt(answer.body, name)))))

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
