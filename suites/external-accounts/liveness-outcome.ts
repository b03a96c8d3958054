import {
  Blocked,
  CONSISTENCY_MS,
  expect,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'
import { startChallengeUntilFound } from './started-challenge.ts'
import { readStatus } from './readable-challenge.ts'

type Outcome = 'PASSED' | 'FAILED'
type Reading = Pick<CheckContext, 'arrange' | 'platform' | 'poll' | 'maxWaitMs'>

/** Statuses in which an account awaits verification of its ownership (contract: States, External account status). */
const AWAITING = ['PENDING_OWNERSHIP_VERIFICATION', 'UNVERIFIED']

/** A new account whose LIVENESS challenge completes with the outcome at an unknown time. */
export async function arrangeCompletingChallenge(
  { arrange }: Pick<CheckContext, 'arrange'>,
  outcome: Outcome,
): Promise<string> {
  const { externalAccountId } = await arrange('liveness-challenge', {})
  await arrange('liveness-outcome', { externalAccountId, outcome })
  return externalAccountId
}

/**
 * After a passed challenge the account no longer awaits verification, within the longest wait.
 *
 * @param before the status of the account while its challenge was outstanding
 */
export async function expectVerified(
  context: Reading,
  externalAccountId: string,
  before: string,
): Promise<void> {
  const { platform, poll, maxWaitMs } = context
  const awaiting = awaitingStatuses(before)
  const status = await poll(
    () => readStatus({ platform, poll }, externalAccountId),
    (read) => !awaiting.includes(read),
    maxWaitMs,
  )
  expect(awaiting, 'statuses of an account that awaits verification').not.toContain(status)
  if (status !== before) return
  const { PASSED, FAILED } = await readStatusOfBothOutcomes(context)
  requireDistinct(PASSED, FAILED)
}

/**
 * An account that is PENDING during a challenge awaits its outcome. The contract allows it to keep any other status.
 */
const awaitingStatuses = (before: string): readonly string[] =>
  before === 'PENDING' ? [...AWAITING, before] : AWAITING

/**
 * If a passed challenge changes no status, only a failed one shows that outcomes count.
 *
 * @throws Blocked when a failed one changes none either
 */
function requireDistinct(passed: string, failed: string): void {
  if (passed !== failed) return
  throw new Blocked(
    'implementation',
    `the account is ${passed} before and after its LIVENESS challenge, for either outcome`,
    'See the reason in the requests of this check. LIV-03 judges this step.',
  )
}

/**
 * The statuses of two accounts whose challenges have passed and failed. They are read again after the time that
 * consistency may take: one of them may become visible before the other.
 */
export async function readStatusOfBothOutcomes(context: Reading): Promise<Readonly<Record<Outcome, string>>> {
  const FAILED = await arrangeCompletingChallenge(context, 'FAILED')
  const PASSED = await arrangeCompletingChallenge(context, 'PASSED')
  const seen = async () => ({
    PASSED: await readStatus(context, PASSED),
    FAILED: await readStatus(context, FAILED),
  })
  await context.poll(seen, (found) => found.PASSED !== found.FAILED, context.maxWaitMs)
  return context.poll(seen, () => false, CONSISTENCY_MS)
}

/**
 * The start of a new challenge after a failed one.
 *
 * @param status of the account before
 * @throws Blocked when it was rejected in a status for which the contract does not state that a new one is started
 */
export function retried(response: CheckedResponse, status: string): CheckedResponse {
  if (response.status < 400 || status === 'UNVERIFIED') return response
  throw new Blocked(
    'implementation',
    `no new challenge was started for an account in status ${status} after a failed challenge (exchange ${response.exchange})`,
    'No change is needed: the contract promises a new challenge for UNVERIFIED only.',
  )
}

/**
 * Starts another challenge of the account, and completes it with the outcome at an unknown time.
 *
 * @throws Blocked when the account gets no such challenge
 */
export async function completeNewLiveness(
  context: Reading,
  externalAccountId: string,
  outcome: Outcome,
): Promise<void> {
  offered(await startChallengeUntilFound(context, externalAccountId, 'LIVENESS'))
  await context.arrange('liveness-outcome', { externalAccountId, outcome })
}

/** Fails another challenge of the account, and waits for the outcome: until it shows, or for the longest wait. */
export async function failNewLiveness(context: Reading, externalAccountId: string): Promise<void> {
  offered(await startChallengeUntilFound(context, externalAccountId, 'LIVENESS'))
  const before = await readStatus(context, externalAccountId)
  await context.arrange('liveness-outcome', { externalAccountId, outcome: 'FAILED' })
  await context.poll(
    () => readStatus(context, externalAccountId),
    (status) => status !== before,
    context.maxWaitMs,
  )
}

/**
 * The start of a challenge after another one.
 *
 * @throws Blocked when it was rejected: the contract does not say which accounts get one
 */
export function offered(response: CheckedResponse): CheckedResponse {
  if (response.status < 400) return response
  throw new Blocked(
    'implementation',
    `the new challenge that this check needs returned ${response.status} (exchange ${response.exchange})`,
    'The contract does not say which accounts get one. This requirement cannot be judged then.',
  )
}
