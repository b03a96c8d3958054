import type { PlatformOperation, ServerContext } from '../call.ts'
import { Refused } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import type { Card, CardState } from '../resources/cards.ts'

/** Issues a debit card against an internal account (contract: What the service does, Cards). */
const createCard: PlatformOperation = async (server, { body }) => {
  const { rules, store, now } = server
  const { cardholderId, form, fundingSources } = body()
  const cardholder = rules.cardholderNamed(store.cardholders, cardholderId)
  if (!cardholder) throw new Refused(rules.cardholderNotFound)
  if (!rules.cardFormIsOffered(form)) throw invalidField(server, 'form')
  const accountIds = accountsToFund(server, fundingSources)
  if (!rules.mayHoldCards(cardholder)) throw new Refused(rules.cardholderKycNotApproved)
  const live = rules.liveCardsOf(store.cards.values(), cardholder, now())
  if (live.length >= rules.mostLiveCards) {
    for (const held of live) rules.afterRefusal('issueCard', held)
    throw new Refused(rules.cardLimitReached)
  }
  await rules.before('issueCard')
  const card = newCard(server, cardholder.id, accountIds, form, 'ACTIVE')
  if (rules.cardIsKept) store.cards.set(card.id, card)
  return { status: 201, body: cardBody(server, card) }
}

const newCard = (
  { rules, now }: ServerContext,
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

/** A card in any state. */
export function issueCard(
  server: ServerContext,
  cardholderId: string,
  accountId: string,
  state: CardState,
): Card {
  const card = newCard(server, cardholderId, [accountId], 'VIRTUAL', state)
  server.store.cards.set(card.id, card)
  return card
}

/** The internal accounts of a request that funds a card. */
function accountsToFund(server: ServerContext, fundingSources: unknown): readonly string[] {
  const { rules, store } = server
  if (!Array.isArray(fundingSources) || fundingSources.length === 0) {
    throw invalidField(server, 'fundingSources')
  }
  const accountIds = fundingSources.map(String)
  if (accountIds.some((id) => !store.internalAccounts.has(id))) throw new Refused(rules.cardAccountNotFound)
  return accountIds
}

const listCards: PlatformOperation = (server, { query }) => {
  const { rules, store, now } = server
  const all = rules.listedCards(store.cards.values(), now())
  const from = rules.cardsFrom(query.cursor)
  const end = from + Math.min(rules.cardPageSize, Number(query.limit ?? Infinity))
  return {
    status: 200,
    body: {
      data: all.slice(from, end).map((card) => cardBody(server, card)),
      hasMore: end < all.length,
      ...(end < all.length && { nextCursor: String(end) }),
      totalCount: all.length,
    },
  }
}

const getCard: PlatformOperation = (server, { parameter }) => ({
  status: 200,
  body: cardBody(server, cardAt(server, parameter('id'))),
})

/** Freezes, unfreezes or closes a card, or funds it from another account. */
const updateCard: PlatformOperation = async (server, { parameter, body }) => {
  const { rules } = server
  const card = cardAt(server, parameter('id'))
  const { state, fundingSources } = body()
  if (state !== undefined) await moveCard(server, card, state)
  if (fundingSources === undefined) {
    if (state === undefined)
      throw rules.cardIsMutable(card) ? invalidField(server, 'state') : new Refused(rules.cardNotMutable)
    return { status: 200, body: cardBody(server, card) }
  }
  if (!rules.cardIsMutable(card)) {
    rules.afterRefusal('changeCard', card)
    throw new Refused(rules.cardNotMutable)
  }
  card.fundingSources = accountsToFund(server, fundingSources)
  card.state = rules.stateAfterFunding(card.state)
  return { status: 200, body: cardBody(server, card) }
}

async function moveCard({ rules, store, now }: ServerContext, card: Card, requested: unknown): Promise<void> {
  const from = card.state
  const to = rules.requestedCardState(requested)
  if (to === undefined || !rules.cardMayMove(from, to, card)) {
    rules.afterRefusal('moveCard', card, to)
    throw new Refused(to === undefined ? rules.unknownCardState : rules.cardMoveRefused(from, to))
  }
  const wait = rules.before('moveCard', card.id)
  if (wait) await wait
  for (const moved of rules.affected('updateCard', card, store.cards.values())) {
    moved.state = rules.stateAfterCardMove(from, to)
  }
  card.earlier = { state: from, until: now() }
}

function cardAt({ rules, store }: ServerContext, id: string): Card {
  const card = rules.cardNamed(store.cards, id)
  if (!card) throw new Refused(rules.cardNotFound)
  return card
}

const cardBody = ({ rules, now }: ServerContext, card: Card) => ({
  id: card.id,
  cardholderId: card.cardholderId,
  form: card.form,
  fundingSources: card.fundingSources,
  state: rules.shown('Card', card, now()).state,
})

export const cardsOperations = {
  platform: { createCard, listCards, getCard, updateCard },
  agent: {},
  open: {},
}
