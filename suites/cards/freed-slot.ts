import { Blocked, conforming, valueAt, type Answer, type Stage } from '../../fixtures/index.ts'
import type { StateValues } from '../../spec/index.ts'
import { moved } from './held-card.ts'

/**
 * A cardholder who may hold one live card, and whose card has been closed.
 *
 * @throws Blocked when it cannot be closed
 */
export async function freedSlot(stage: Stage): Promise<StateValues['card-limit']> {
  const held = await stage.arrange('card-limit', {})
  await moved(stage, held.cardId, 'CLOSED')
  return held
}

/** The body that issues a card, which is a default. */
export const issuing = ({
  cardholderId,
  internalAccountId,
}: Pick<StateValues['card-limit'], 'cardholderId' | 'internalAccountId'>) =>
  conforming({ cardholderId, form: 'VIRTUAL', fundingSources: [internalAccountId] })

export const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300

/**
 * The response to a creation that is to be rejected with a code; another rejection may be one of our request.
 *
 * @throws Blocked when it has another code, and the same request issues no card to another cardholder either
 */
export async function refusedIssuing(stage: Stage, answer: Answer, code: string): Promise<Answer> {
  if (isSuccess(answer) || valueAt(answer.body, 'code') === code) return answer
  const other = await stage.arrange('card', { state: 'CLOSED' })
  const { status, exchange } = await stage.platform.cards.create(issuing(other))
  if (status < 300) return answer
  throw new Blocked(
    'deployment-file',
    `the request that issues a card was rejected with ${answer.status} and with ${status} (exchanges ${answer.exchange} and ${exchange}); its body is a default`,
    'Describe the body under requests.createCard in the deployment file.',
  )
}

/**
 * The card that was issued.
 *
 * @throws Blocked when none was
 */
export function issued(answer: Answer): string {
  const { id } = (answer.body ?? {}) as { readonly id?: unknown }
  if (isSuccess(answer) && typeof id === 'string') return id
  throw new Blocked(
    'implementation',
    `issuing the card that this check stands on was answered with ${answer.status} (exchange ${answer.exchange})`,
    'See why; CRD-01 judges it.',
  )
}
