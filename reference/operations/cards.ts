import type { PlatformOperation, Setting } from '../call.ts'
import { Refused } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import type { Card, CardState } from '../resources/cards.ts'

/** Issues a debit card against an internal account (contract: What the service does, Cards). */
const createCard: PlatformOperation = async (setting, { body }) => {
  const { rules, store, now } = setting
  const { cardholderId, internalAccountId } = body()
  const cardholder = rules.cardholderNamed(store.cardholders, cardholderId)
  if (!cardholder) throw new Refused(rules.cardholderNotFound())
  if (typeof internalAccountId !== 'string') throw invalidField(setting, 'internalAccountId')
  if (!store.internalAccounts.has(internalAccountId)) throw new Refused(rules.cardAccountNotFound())
  if (!rules.mayHoldCards(cardholder)) throw new Refused(rules.cardholderKycNotApproved())
  const live = rules.liveCardsOf(store.cards.values(), cardholder, now())
  if (live.length >= rules.mostLiveCards()) {
    for (const held of live) held.state = rules.stateOfHeldCardAfterRefusal(held.state)
    throw new Refused(rules.cardLimitReached())
  }
  await rules.beforeCardIsIssued()
  const card = newCard(setting, cardholder.id, internalAccountId, rules.stateOfNewCard())
  if (rules.cardIsKept(card)) store.cards.set(card.id, card)
  return { status: 201, body: cardBody(setting, card) }
}

const newCard = (
  { rules, now }: Setting,
  cardholderId: string,
  internalAccountId: string,
  state: CardState,
): Card => ({
  id: rules.newId('Card'),
  cardholderId,
  issuedAt: now(),
  internalAccountId,
  state,
  earlier: undefined,
})

/** A card in any state, however it came to it. */
export function issueCard(setting: Setting, ...issue: [string, string, CardState]): Card {
  const card = newCard(setting, ...issue)
  setting.store.cards.set(card.id, card)
  return card
}

const listCards: PlatformOperation = (setting, { query }) => {
  const { rules, store, now } = setting
  const all = rules.listedCards(store.cards.values(), now())
  const from = Number(query.cursor ?? 0)
  const end = from + rules.cardPageSize()
  return {
    status: 200,
    body: {
      data: all.slice(from, end).map((card) => cardBody(setting, card)),
      hasMore: end < all.length,
      ...(end < all.length && { nextCursor: String(end) }),
      totalCount: all.length,
    },
  }
}

const getCard: PlatformOperation = (setting, { parameter }) => ({
  status: 200,
  body: cardBody(setting, cardAt(setting, parameter('id'))),
})

/** Freezes, unfreezes or closes a card, or funds it from another account. */
const updateCard: PlatformOperation = (setting, { parameter, body }) => {
  const { rules, store } = setting
  const card = cardAt(setting, parameter('id'))
  const { state, internalAccountId } = body()
  if (state !== undefined) moveCard(setting, card, state)
  if (internalAccountId === undefined) {
    if (state === undefined) throw invalidField(setting, 'state')
    return { status: 200, body: cardBody(setting, card) }
  }
  if (!rules.cardIsMutable(card)) {
    card.state = rules.stateAfterRefusedMutation(card.state)
    throw new Refused(rules.cardNotMutable())
  }
  if (typeof internalAccountId !== 'string') throw invalidField(setting, 'internalAccountId')
  if (!store.internalAccounts.has(internalAccountId)) throw new Refused(rules.cardAccountNotFound())
  card.internalAccountId = internalAccountId
  return { status: 200, body: cardBody(setting, card) }
}

function moveCard({ rules, now }: Setting, card: Card, requested: unknown): void {
  const from = card.state
  const to = rules.requestedCardState(requested)
  if (to === undefined || !rules.cardMayMove(from, to, card)) {
    card.state = rules.stateAfterRefusedCardMove(from, to)
    throw new Refused(to === undefined ? rules.unknownCardState() : rules.cardMoveRefused(from, to))
  }
  card.state = rules.stateAfterCardMove(from, to)
  card.earlier = { state: from, until: now() }
}

function cardAt({ rules, store }: Setting, id: string): Card {
  const card = rules.cardNamed(store.cards, id)
  if (!card) throw new Refused(rules.cardNotFound())
  return card
}

const cardBody = ({ rules, now }: Setting, card: Card) => ({
  id: rules.shownCardId(card),
  cardholderId: card.cardholderId,
  internalAccountId: card.internalAccountId,
  state: rules.shownCardState(card, now()),
})

export const cardsOperations = {
  platform: { createCard, listCards, getCard, updateCard },
  agent: {},
  open: {},
}
