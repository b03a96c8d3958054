import {
  Blocked,
  OutOfTime,
  conforming,
  valueAt,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'
import type { StateValues } from '../../spec/index.ts'
import { move, readState, requireMoved } from './arranged-card.ts'
import { isAccepted } from '../expectations.ts'

/**
 * A cardholder who may hold one live card, and whose card has been closed.
 *
 * @param before state from which the card is closed
 * @throws Blocked when it cannot be closed
 */
export async function arrangeFreedSlot(
  context: CheckContext,
  before: 'ACTIVE' | 'FROZEN' = 'ACTIVE',
): Promise<StateValues['card-limit']> {
  const held = await context.arrange('card-limit', {})
  if (before === 'FROZEN') await requireMoved(context, held.cardId, 'FROZEN')
  await requireMoved(context, held.cardId, 'CLOSED')
  return held
}

const isLimitReached = ({ status, body }: CheckedResponse): boolean =>
  status === 409 && valueAt(body, 'code') === 'CARD_LIMIT_REACHED'

/**
 * The responses to requests for the freed slot of a cardholder, as soon as one is accepted; the accepted ones first. The
 * platform may have its maximum of live cards: then another cardholder gets none either.
 *
 * @throws OutOfTime when the platform has its maximum
 */
export async function fillFreedSlot(
  context: CheckContext,
  send: () => Promise<readonly CheckedResponse[]>,
): Promise<readonly CheckedResponse[]> {
  const poll = async () => {
    const responses = await context.poll(send, (some) => some.some(isAccepted))
    return responses.toSorted((one, other) => Number(isAccepted(other)) - Number(isAccepted(one)))
  }
  const responses = await poll()
  if (responses.some(isAccepted) || !responses.some(isLimitReached)) return responses
  const other = await context.arrange('card', { state: 'CLOSED' })
  const control = requireFreeSlot(await context.platform.cards.create(issuing(other)))
  if (!isAccepted(control)) return responses
  await move(context, issued(control), 'CLOSED')
  return poll()
}

/** The default body that issues a card. */
export const issuing = ({
  cardholderId,
  internalAccountId,
}: Pick<StateValues['card-limit'], 'cardholderId' | 'internalAccountId'>) =>
  conforming({ cardholderId, form: 'VIRTUAL', fundingSources: [internalAccountId] })

/**
 * The response to a creation that must be rejected with a code. Another rejection may mean that Assay's default request
 * is wrong.
 *
 * @throws Blocked when it has another code, and the same request issues no card to another cardholder either
 */
export async function requireRejectedIssuing(
  context: CheckContext,
  response: CheckedResponse,
  code: string,
): Promise<CheckedResponse> {
  if (isAccepted(response) || valueAt(response.body, 'code') === code) return response
  const other = await context.arrange('card', { state: 'CLOSED' })
  const { status, exchange } = await context.platform.cards.create(issuing(other))
  if (status < 300) return response
  throw new Blocked(
    'deployment-file',
    `the request that issues a card was rejected with ${response.status} and with ${status} (exchanges ${response.exchange} and ${exchange}); its body is a default`,
    'Describe the body under requests.createCard in the deployment file.',
  )
}

/**
 * The response to a request that issues a card to a cardholder without a live one.
 *
 * @throws OutOfTime when the platform has its maximum of live cards, such as those of other checks; CRD-21 judges whether
 *   closed ones count
 */
export function requireFreeSlot(response: CheckedResponse): CheckedResponse {
  if (!isLimitReached(response)) return response
  throw new OutOfTime(
    `the platform has its maximum number of live cards: issuing one returned 409 CARD_LIMIT_REACHED (exchange ${response.exchange})`,
    'Close cards that are no longer needed, or raise the maximum of the platform.',
  )
}

/**
 * The card that was issued.
 *
 * @throws Blocked when no card was issued
 */
export function issued(response: CheckedResponse): string {
  const { id } = (response.body ?? {}) as { readonly id?: unknown }
  if (isAccepted(response) && typeof id === 'string') return id
  requireFreeSlot(response)
  throw new Blocked(
    'implementation',
    `issuing the card that this check needs returned ${response.status} (exchange ${response.exchange})`,
    'See the reason in the requests of this check. CRD-01 judges this step.',
  )
}

/** The state that an issued card shows; undefined: no card was issued. */
export const stateOfIssued = async (context: CheckContext, response: CheckedResponse): Promise<unknown> =>
  isAccepted(response) ? readState(context, issued(response)) : undefined
