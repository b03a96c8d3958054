import type { PlatformOperation, Setting } from '../call.ts'
import { Refused } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import type { Card, CardState } from '../resources/cards.ts'

/** Issues a debit card against an internal account (contract: What the service does, Cards). */
const createCard: PlatformOperation = async (setting, { body }) => {
  const { rules, store, now } = setting
  const { cardholderId, form, fundingSources } = body()
  const cardholder = rules.cardholderNamed(store.cardholders, cardholderId)
  if (!cardholder) throw new Refused(rules.cardholderNotFound())
  if (!rules.cardFormIsOffered(form)) throw invalidField(setting, 'form')
  const accountIds = accountsToFund(setting, fundingSources)
  if (!rules.mayHoldCards(cardholder)) throw new Refused(rules.cardholderKycNotApproved())
  const live = rules.liveCardsOf(store.cards.values(), cardholder, now())
  if (live.length >= rules.mostLiveCards()) {
    for (const held of live) held.state = rules.stateOfHeldCardAfterRefusal(held.state)
    throw new Refused(rules.cardLimitReached())
  }
  await rules.beforeCardIsIssued()
  const card = newCard(setting, cardholder.id, accountIds, form, rules.stateOfNewCard())
  if (rules.cardIsKept(card)) store.cards.set(card.id, card)
  return { status: 201, body: cardBody(setting, card) }
}

const newCard = (
  { rules, now }: Setting,
  cardholderId: string,
  fundingSources: readonly string[],
  form: string,
  state: CardState,
): Card => ({
  id: rules.newId('Card'),
  cardholderId,
  issuedAt: now(),
  form,
  fundingSources,
  state,
  earlier: undefined,
})

/** A card in any state, however it came to it. */
export function issueCard(setting: Setting, cardholderId: string, accountId: string, state: CardState): Card {
  const card = newCard(setting, cardholderId, [accountId], 'VIRTUAL', state)
  setting.store.cards.set(card.id, card)
  return card
}

/** The internal accounts that a request names to fund a card from. */
function accountsToFund(setting: Setting, fundingSources: unknown): readonly string[] {
  const { rules, store } = setting
  if (!Array.isArray(fundingSources) || fundingSources.length === 0) {
    throw invalidField(setting, 'fundingSources')
  }
  const accountIds = fundingSources.map(String)
  if (accountIds.some((id) => !store.internalAccounts.has(id))) throw new Refused(rules.cardAccountNotFound())
  return accountIds
}

const listCards: PlatformOperation = (setting, { query }) => {
  const { rules, store, now } = setting
  const all = rules.listedCards(store.cards.values(), now())
  const from = rules.cardsFrom(query.cursor)
  const end = from + Math.min(rules.cardPageSize(), Number(query.limit ?? Infinity))
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
  const { rules } = setting
  const card = cardAt(setting, parameter('id'))
  const { state, fundingSources } = body()
  if (state !== undefined) moveCard(setting, card, state)
  if (fundingSources === undefined) {
    if (state === undefined)
      throw rules.cardIsMutable(card) ? invalidField(setting, 'state') : new Refused(rules.cardNotMutable())
    return { status: 200, body: cardBody(setting, card) }
  }
  if (!rules.cardIsMutable(card)) {
    card.state = rules.stateAfterRefusedMutation(card.state)
    throw new Refused(rules.cardNotMutable())
  }
  card.fundingSources = accountsToFund(setting, fundingSources)
  card.state = rules.stateAfterFunding(card.state)
  return { status: 200, body: cardBody(setting, card) }
}

function moveCard({ rules, store, now }: Setting, card: Card, requested: unknown): void {
  const from = card.state
  const to = rules.requestedCardState(requested)
  if (to === undefined || !rules.cardMayMove(from, to, card)) {
    card.state = rules.stateAfterRefusedCardMove(from, to)
    throw new Refused(to === undefined ? rules.unknownCardState() : rules.cardMoveRefused(from, to))
  }
  for (const moved of rules.cardsMovedTogether([...store.cards.values()], card)) {
    moved.state = rules.stateAfterCardMove(from, to)
  }
  card.fundingSources = rules.fundingSourcesAfterMove(card.fundingSources)
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
  form: card.form,
  fundingSources: card.fundingSources,
  state: rules.shownCardState(card, now()),
})

export const cardsOperations = {
  platform: { createCard, listCards, getCard, updateCard },
  agent: {},
  open: {},
}
