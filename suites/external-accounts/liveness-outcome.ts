import { Blocked, CONSISTENCY_MS, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import { readStatus } from './readable-challenge.ts'

type Outcome = 'PASSED' | 'FAILED'
type Reading = Pick<CheckContext, 'arrange' | 'platform' | 'poll' | 'maxWaitMs'>

/** Statuses in which an account awaits that its ownership is verified (contract: States, External account status). */
export const AWAITING = ['PENDING_OWNERSHIP_VERIFICATION', 'UNVERIFIED']

/** A new account whose LIVENESS challenge completes with the outcome, at some time. */
export async function arrangeCompletingChallenge(
  { arrange }: Pick<CheckContext, 'arrange'>,
  outcome: Outcome,
): Promise<string> {
  const { externalAccountId } = await arrange('liveness-challenge', {})
  await arrange('liveness-outcome', { externalAccountId, outcome })
  return externalAccountId
}

/** The status of the account once it no longer awaits verification, or what it is after the longest time to wait. */
export const pollVerifiedStatus = (
  { platform, poll, maxWaitMs }: Reading,
  externalAccountId: string,
): Promise<string> =>
  poll(
    () => readStatus({ platform, poll }, externalAccountId),
    (status) => !AWAITING.includes(status),
    maxWaitMs,
  )

/**
 * The statuses of two accounts whose challenges have passed and failed, looked at again when what comes later has had
 * the time that consistency takes: one of them may be seen before the other.
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
 * The start of a new challenge after one that failed.
 *
 * @param status of the account before
 * @throws Blocked when it was rejected in a status of which the contract does not say that a new one is started
 */
export function retried(response: CheckedResponse, status: string): CheckedResponse {
  if (response.status < 400 || status === 'UNVERIFIED') return response
  throw new Blocked(
    'implementation',
    `no new challenge was started for an account that is ${status} after a failed one (exchange ${response.exchange})`,
    'Nothing to mend: a new challenge is promised for UNVERIFIED only.',
  )
}
