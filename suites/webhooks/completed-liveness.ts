import { type Delivery, type Inbox, type CheckContext } from '../../fixtures/index.ts'
import { readStatus } from '../external-accounts/readable-challenge.ts'
import { waitForEvent, registerEndpoint } from './received-event.ts'

type Outcome = 'PASSED' | 'FAILED'

/** A new account whose LIVENESS challenge completes with the outcome, at some time. */
export async function arrangeCompletingChallenge(
  { arrange }: Pick<CheckContext, 'arrange'>,
  outcome: Outcome,
): Promise<string> {
  const { externalAccountId } = await arrange('liveness-challenge', {})
  await arrange('liveness-outcome', { externalAccountId, outcome })
  return externalAccountId
}

/** The event of a completed LIVENESS challenge, its inbox, and the account's status after the delivery. */
export async function completeLiveness(
  context: CheckContext,
  outcome: Outcome,
): Promise<{
  readonly inbox: Inbox
  readonly publicKey: string | undefined
  readonly event: Delivery
  readonly externalAccountId: string
}> {
  const { publicKey, ...inbox } = await registerEndpoint(context)
  const externalAccountId = await arrangeCompletingChallenge(context, outcome)
  const event = await waitForEvent(context, inbox, externalAccountId)
  // Nothing could be judged of a deployment that delivered, and whose own API did not answer.
  await readStatus(context, externalAccountId)
  return { inbox, publicKey, event, externalAccountId }
}
