/** Cards that checks need, and their visible state. */
import {
  Blocked,
  valueAt,
  retryUntilFound,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'
import type { StateValues } from '../../spec/index.ts'
import type { FoundItem } from '../expectations.ts'
import { listedState, shownState, type CardState } from './expectations.ts'

/**
 * A card that shows the given state.
 *
 * @throws Blocked when it shows another state, or no state
 */
export async function arrangeCardIn(context: CheckContext, state: CardState): Promise<StateValues['card']> {
  const card = await context.arrange('card', { state })
  const seen = await pollUntilSeen(context, card.cardId, state)
  if (shownState(seen) === state) return card
  throw new Blocked(
    'deployment-file',
    `the card that was arranged as ${state} returned ${seen.status} and ${String(shownState(seen))} (exchange ${seen.exchange})`,
    'Bind operations.getCard to the operation that reads a card, or to null. CRD-02 judges it.',
  )
}

/** The card, once it can be read. */
export const readCard = (context: CheckContext, cardId: string): Promise<CheckedResponse> =>
  retryUntilFound(context, () => context.platform.cards.get(cardId))

/** Requests a state of a card that was just created. */
export const move = (context: CheckContext, cardId: string, state: string): Promise<CheckedResponse> =>
  retryUntilFound(context, () => context.platform.cards.move(cardId, state))

/** The card once it shows the state, or as last read. */
export const pollUntilSeen = (
  { platform, poll }: CheckContext,
  cardId: string,
  state: CardState,
  withinMs?: number,
): Promise<CheckedResponse> =>
  poll(
    () => platform.cards.get(cardId),
    (seen) => shownState(seen) === state,
    withinMs,
  )

/** The state that the card shows after a request; an accepted request may take effect later. */
export const pollStateAfter = async (
  context: CheckContext,
  cardId: string,
  moved: CheckedResponse,
  state: CardState,
) =>
  shownState(
    await pollUntilSeen(context, cardId, state, moved.status === 202 ? context.maxWaitMs : undefined),
  )

/** The state that the card shows now. */
export const readState = async (context: CheckContext, cardId: string): Promise<unknown> =>
  shownState(await readCard(context, cardId))

/**
 * Fields that a change of the state leaves unchanged, if the card shows them. Other fields of a card may follow its
 * state.
 */
const KEPT = ['id', 'cardholderId', 'form', 'fundingSources'] as const

/** The values that a card shows of the fields that a change of the state leaves unchanged. */
export const keptFields = ({ body }: CheckedResponse): Readonly<Record<string, unknown>> =>
  Object.fromEntries(KEPT.map((name) => [name, valueAt(body, name)]))

/**
 * The funding sources that a card shows.
 *
 * @throws Blocked when it shows none of them
 */
export function requireFundingSources(card: CheckedResponse): unknown {
  const shown = valueAt(card.body, 'fundingSources')
  if (Array.isArray(shown) && shown.length > 0) return shown
  throw new Blocked(
    'deployment-file',
    `a card does not show its fundingSources (exchange ${card.exchange}); the field is a default of Assay`,
    'The deployment file binds no fields of responses: allow the requirement with --allow-blocked.',
  )
}

/**
 * The state of a card in a list.
 *
 * @throws Blocked when the list does not show it
 */
export function requireListedState(found: FoundItem): CardState {
  const state = listedState(found)
  if (state !== undefined) return state
  throw new Blocked(
    'deployment-file',
    `the list shows no state of the card (exchange ${found.page.exchange}); the contract does not show the fields of a listed card`,
    'The deployment file binds no fields of responses: allow the requirement with --allow-blocked.',
  )
}

/**
 * The state of a card that is held.
 *
 * @throws Blocked when it shows none of the three: it may be in production
 */
export function requireShownState(card: CheckedResponse): CardState {
  const state = shownState(card)
  if (state !== undefined) return state
  throw new Blocked(
    'deployment-file',
    `the card that its holder has returned ${card.status} and none of the states ACTIVE, FROZEN and CLOSED (exchange ${card.exchange})`,
    'Return the state of a card as state or status; CRD-02 judges it. The state card-limit names a card that was issued.',
  )
}

/** Transitions that are allowed, one for each state. */
const EFFECTIVE_MOVES = [
  { from: 'ACTIVE', to: 'FROZEN' },
  { from: 'ACTIVE', to: 'CLOSED' },
  { from: 'FROZEN', to: 'ACTIVE' },
] as const

/** Statuses of a rejection that may mean that Assay's default request is wrong, since the contract does not show it. */
const OF_OUR_REQUEST: readonly number[] = [400, 403, 405, 415, 422, 501]

/** A closed card is not mutable, whatever is requested: the rejection may be that of an empty change. */
const mayMeanOurRequest = ({ status, body }: CheckedResponse): boolean =>
  OF_OUR_REQUEST.includes(status) || valueAt(body, 'code') === 'CARD_NOT_MUTABLE'

/**
 * Distinguishes a change of the state that the service ignores or rejects from one that it did not understand: the
 * contract does not show the request.
 *
 * @param unchanged the response to a change without the effect that the check expects
 * @throws Blocked when the service accepted it, or rejected the request, and no allowed transition takes effect either
 */
export async function requireEffectiveMoves(
  context: CheckContext,
  unchanged: CheckedResponse,
): Promise<void> {
  if (unchanged.status >= 300 && !mayMeanOurRequest(unchanged)) return
  for (const { from, to } of EFFECTIVE_MOVES) {
    const { cardId } = await arrangeCardIn(context, from)
    const response = await move(context, cardId, to)
    if ((await pollStateAfter(context, cardId, response, to)) === to) return
  }
  throw new Blocked(
    'deployment-file',
    `updateCard returned ${unchanged.status} without effect (exchange ${unchanged.exchange}), as it did for every allowed transition`,
    'The contract does not show the field { state } of this request; your API may use another name. Set names.cardState, or bind operations.updateCard to null.',
  )
}

/**
 * The response to a change of the state that the contract does not allow.
 *
 * @throws Blocked when the service accepted it, or rejected the request, and changes of the state have no effect at all
 */
export async function requireRejectedMove(
  context: CheckContext,
  unchanged: CheckedResponse,
): Promise<CheckedResponse> {
  await requireEffectiveMoves(context, unchanged)
  return unchanged
}

/**
 * The state that the card shows after an allowed transition.
 *
 * @throws Blocked when the service accepted it, and changes of the state have no effect at all
 */
export async function pollMovedState(
  context: CheckContext,
  cardId: string,
  unchanged: CheckedResponse,
  state: CardState,
): Promise<unknown> {
  const seen = await pollStateAfter(context, cardId, unchanged, state)
  if (seen !== state) await requireEffectiveMoves(context, unchanged)
  return seen
}

/**
 * Changes the state of a card and waits until the card shows it.
 *
 * @throws Blocked when it does not
 */
export async function requireMoved(context: CheckContext, cardId: string, state: CardState): Promise<void> {
  const unchanged = await move(context, cardId, state)
  if ((await pollStateAfter(context, cardId, unchanged, state)) === state) return
  await requireEffectiveMoves(context, unchanged)
  throw new Blocked(
    'implementation',
    `the card that this check needs did not become ${state} (exchange ${unchanged.exchange})`,
    'See the reason in the requests of this check. CRD-05 to CRD-08 judge this step.',
  )
}
