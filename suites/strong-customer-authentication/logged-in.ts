import { expect, valueAt, type Answer, type Stage } from '../../fixtures/index.ts'
import { inShort } from '../agent-management/execution-outcome.ts'
import { scaCustomer, type ScaCustomer } from './challenged-quote.ts'

/** A customer with an SCA login session. */
export async function loggedIn(stage: Stage): Promise<ScaCustomer> {
  const customer = await scaCustomer(stage)
  await logIn(stage, customer.customerId, customer.scaCode)
  return customer
}

/** Logs the customer in: a precondition, which the two operations of the login have to accept. */
export async function logIn(stage: Stage, customerId: string, code: string): Promise<void> {
  const login = await startLogin(stage, customerId)
  expect(await stage.platform.sca.completeLogin(customerId, { ...login, code })).toSucceed()
}

/** Where the response to the start of a login may name its challenge: the contract shows none of it. */
const CHALLENGE_PATHS = ['challengeId', 'challenge.id', 'scaChallenge.id', 'id']

/** Starts a login, and gives what names it when it is completed. */
export async function startLogin(
  { platform }: Pick<Stage, 'platform'>,
  customerId: string,
): Promise<{ readonly challengeId: string | undefined }> {
  const started = await platform.sca.startLogin(customerId)
  expect(started).toSucceed()
  return { challengeId: challengeIn(started) }
}

export const challengeIn = ({ body }: Answer): string | undefined =>
  CHALLENGE_PATHS.map((path) => valueAt(body, path)).find((value) => typeof value === 'string')

/** The refusal that the login did away with: what was refused before, and accepted afterwards; or `none`. */
export const refusalLifted = (before: Answer, after: Answer): string =>
  inShort(after) === 'accepted' && inShort(before) !== 'accepted' ? inShort(before) : 'none'
