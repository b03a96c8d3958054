import { Blocked, expect, valueAt, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import { inShort, needsSession, requireOpenSession } from '../expectations.ts'
import { arrangeScaCustomer, scaCodeOf, type Receiver, type ScaCustomer } from './sca-customer.ts'

/** A customer with an SCA login session. */
export async function logInCustomer(
  context: CheckContext,
): Promise<ScaCustomer & { readonly login: CheckedResponse }> {
  const customer = await arrangeScaCustomer(context)
  const login = await logIn(context, customer)
  return { ...customer, login }
}

/** Fields in which a login may return its session. */
const SESSIONS = ['sessionToken', 'sessionId', 'token', 'accessToken', 'session.id', 'session.token']

/**
 * Passes a response that shows whether a session is missing.
 *
 * @throws Blocked when it is, and the login returned a value that a request may have to send
 */
export function requireSessionKept(login: CheckedResponse, response: CheckedResponse): void {
  const isCarried =
    login.headers['set-cookie'] !== undefined ||
    SESSIONS.some((path) => typeof valueAt(login.body, path) === 'string')
  if (!isCarried || inShort(response) !== '409 SCA_SESSION_REQUIRED') return
  throw new Blocked(
    'deployment-file',
    `the login returned a session to send along (exchange ${login.exchange}), but the next request reports none (exchange ${response.exchange}); the contract does not show how a request carries a session`,
    'Keep the session of the customer with the platform, or allow this requirement with --allow-blocked.',
  )
}

/** Logs the customer in. Both operations of the login must accept this precondition. */
export async function logIn(context: CheckContext, customer: Receiver): Promise<CheckedResponse> {
  const { login, code } = await receiveLoginCode(context, customer)
  const completed = await context.platform.sca.completeLogin(customer.customerId, { ...login, code })
  expect(completed).toSucceed()
  return completed
}

/** Fields in which the response to the start of a login may name its challenge: the contract shows none. */
const CHALLENGE_PATHS = ['challengeId', 'challenge.id', 'scaChallenge.id', 'id']

/** Starts a login, and returns the code that the customer received for it. */
export async function receiveLoginCode(
  context: Pick<CheckContext, 'platform' | 'arrange'>,
  customer: Receiver,
): Promise<{ readonly login: Awaited<ReturnType<typeof startLogin>>; readonly code: string }> {
  const login = await startLogin(context, customer.customerId)
  return { login, code: await scaCodeOf(context, customer, login) }
}

/** Starts a login, and returns the values that name it at its completion. */
export async function startLogin(
  { platform }: Pick<CheckContext, 'platform'>,
  customerId: string,
): Promise<{ readonly challengeId: string | undefined }> {
  const started = await platform.sca.startLogin(customerId)
  expect(started).toSucceed()
  return { challengeId: challengeIn(started) }
}

export const challengeIn = ({ body }: CheckedResponse): string | undefined =>
  CHALLENGE_PATHS.map((path) => valueAt(body, path)).find((value) => typeof value === 'string')

/**
 * The response to a request. If it needs a login session of the customer, the customer logs in, and it is sent again:
 * the contract does not show which requests need one.
 *
 * @throws Blocked when it needs a session afterwards too, or the deployment does not return the code
 */
export async function sendLoggedIn(
  context: Pick<CheckContext, 'platform' | 'arrange'>,
  customer: Receiver,
  send: () => Promise<CheckedResponse>,
): Promise<CheckedResponse> {
  const response = await send()
  if (!needsSession(response)) return response
  const { sca } = context.platform
  const challengeId = challengeIn(await sca.startLogin(customer.customerId))
  const code = await scaCodeOf(context, customer, { challengeId })
  await sca.completeLogin(customer.customerId, { challengeId, code })
  return requireOpenSession(await send())
}

/**
 * The rejection that ended with the login: its status and code if the request was rejected before and accepted
 * afterwards; otherwise `none`.
 */
export const refusalLifted = (before: CheckedResponse, after: CheckedResponse): string =>
  inShort(after) === 'accepted' && inShort(before) !== 'accepted' ? inShort(before) : 'none'
