/** Expectations that several areas share, for checks and for exploration. Pure. */
import { isDeepStrictEqual } from 'node:util'
import {
  afterDeletion,
  Blocked,
  createdId,
  expect,
  shownId,
  valueAt,
  type CheckedResponse,
} from '../fixtures/index.ts'
import { REJECTED } from './rejections.ts'

/**
 * The server accepts a creation.
 *
 * @throws Blocked when the response shows no identifier
 */
export function expectCreated(response: CheckedResponse, name = 'id'): void {
  expect(response).toSucceed()
  createdId(response, name)
}

/** The server returns the resource that was asked for. */
export function expectShown(response: CheckedResponse, id: string, name = 'id'): void {
  expect(response).toHaveStatus(200)
  expect(shownId(response, id, name), `its ${name}`).toBe(id)
}

/** The server returns the resource that was asked for, with its identifier at the top of the body. */
export function expectRead(response: CheckedResponse, id: string): void {
  expect(response).toHaveStatus(200)
  expect(idIn(response), 'its id').toBe(id)
}

/**
 * The id in a response.
 *
 * @throws Blocked when it has none: the contract does not show the fields of a customer
 */
export function idIn({ body, exchange }: CheckedResponse): string {
  const id = valueAt(body, 'id')
  if (typeof id === 'string') return id
  throw new Blocked(
    'implementation',
    `the response shows no id (exchange ${exchange})`,
    'Return the id of the resource in the field id.',
  )
}

/** The resource is in the list. */
export function expectListed({ item, page }: FoundItem, id: string): void {
  expect(page).toSucceed()
  expect(item?.id, 'the resource in the list').toBe(id)
}

/**
 * A deleted resource is missing in the list, or the list marks it: it shows it otherwise than before.
 *
 * @param before the resource in the list; default: a mark is not recognized
 */
export const isUnlisted = ({ item }: FoundItem, before?: FoundItem['item']): boolean =>
  item === undefined || (before !== undefined && !isDeepStrictEqual(item, before))

/** The result of a walk over a list. */
export interface FoundItem {
  readonly item: Readonly<Record<string, unknown>> | undefined
  readonly page: CheckedResponse
}

/**
 * A deleted resource shows that it is, or is not found.
 *
 * @param codes of a 404; default: any
 */
export const expectDeleted = (
  before: CheckedResponse,
  read: CheckedResponse,
  codes?: readonly string[],
): void => {
  const seen = afterDeletion(before, read)
  expect(seen === 'unchanged', 'the deleted resource is returned unchanged').toBe(false)
  expect(seen, 'the deleted resource').toMatch(deleted(codes))
}

export const isDeleted = (
  before: CheckedResponse,
  read: CheckedResponse,
  codes?: readonly string[],
): boolean => deleted(codes).test(afterDeletion(before, read))

/** `accepted`, or status and code of the rejection. */
export const inShort = (response: CheckedResponse): string =>
  isAccepted(response) ? 'accepted' : `${response.status} ${String(valueAt(response.body, 'code'))}`

const deleted = (codes: readonly string[] = ['.*']) =>
  new RegExp(`^(marked|403 .*|404 (${codes.join('|')})|410 .*)$`)

/** The form that the contract gives identifiers. Only CNV-03 judges another form. */
const HAS_FORM = /^[A-Za-z]+:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * The server returns 404 with one of the codes, or with any code if the list is empty. If its own identifiers have
 * another form than the contract gives them, 400 passes too: there the nonexistent one may be malformed.
 *
 * @param existing an identifier of the server from which the nonexistent one was derived
 */
export function expectNotFound(
  response: CheckedResponse,
  existing: string,
  codes: readonly string[] = [],
): void {
  expect(response).toBeError(...(HAS_FORM.test(existing) ? [404] : [400, 404]))
  if (response.status === 404 && codes.length > 0) expect(response).toHaveCode(...codes)
}

/** The server accepts a request. */
export const expectAccepted = (response: CheckedResponse): void => expect(response).toSucceed()

/** The server rejects invalid credentials with a status of their row in the table. */
export const expectCredentialsRejected = (
  response: CheckedResponse,
  { name, statuses }: { readonly name: string; readonly statuses: readonly number[] },
): void => expect(response, `with ${name}`).toHaveStatus(...statuses)

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

/** Whether the customer has to log in first (contract: Authentication, SCA login session). */
export const needsSession = ({ status, body }: CheckedResponse): boolean =>
  status === 409 && valueAt(body, 'code') === 'SCA_SESSION_REQUIRED'

/**
 * The response to a request that may need the SCA login session of the customer.
 *
 * @throws Blocked when it reports a missing session: the contract does not show which requests need one
 */
export function requireOpenSession(response: CheckedResponse): CheckedResponse {
  if (!needsSession(response)) return response
  throw new Blocked(
    'deployment-file',
    `${response.operation ?? 'the request'} needs an SCA login session of the customer (exchange ${response.exchange}), which the contract does not show`,
    'Serve the state with a customer who is logged in, or allow this requirement with --allow-blocked.',
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
