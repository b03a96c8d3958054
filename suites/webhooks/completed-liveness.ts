import { type Delivery, type Inbox, type Stage } from '../../fixtures/index.ts'
import { statusOf } from '../external-accounts/readable-challenge.ts'
import { awaitedEvent, registeredEndpoint } from './received-event.ts'

type Outcome = 'PASSED' | 'FAILED'

/** A new account whose LIVENESS challenge completes with the outcome, at some time. */
export async function completing({ arrange }: Pick<Stage, 'arrange'>, outcome: Outcome): Promise<string> {
  const { externalAccountId } = await arrange('liveness-challenge', {})
  await arrange('liveness-outcome', { externalAccountId, outcome })
  return externalAccountId
}

/** The event of a LIVENESS challenge that completed, where it came to, and the account's status once it had come. */
export async function completedLiveness(
  stage: Stage,
  outcome: Outcome,
): Promise<{
  readonly inbox: Inbox
  readonly publicKey: string | undefined
  readonly event: Delivery
  readonly externalAccountId: string
}> {
  const { publicKey, ...inbox } = await registeredEndpoint(stage)
  const externalAccountId = await completing(stage, outcome)
  const event = await awaitedEvent(stage, inbox, externalAccountId)
  // Nothing could be judged of a deployment that delivered, and whose own API did not answer.
  await statusOf(stage, externalAccountId)
  return { inbox, publicKey, event, externalAccountId }
}
