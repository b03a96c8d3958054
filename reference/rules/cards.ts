import { isTransition, statesOf } from '../../spec/index.ts'
import { refusal, type Refusal } from '../errors.ts'
import type { Card, Cardholder, CardState } from '../resources/cards.ts'

/** Why requests are rejected. */
const refusals = {
  cardholderNotFound: refusal(404, 'USER_NOT_FOUND', 'There is no such cardholder.'),
  cardAccountNotFound: refusal(404, 'ACCOUNT_NOT_FOUND', 'There is no such internal account.'),
  cardholderKycNotApproved: refusal(
    400,
    'CARDHOLDER_KYC_NOT_APPROVED',
    'The KYC status of the cardholder is not APPROVED.',
  ),
  cardLimitReached: refusal(409, 'CARD_LIMIT_REACHED', 'The cardholder already holds a card.'),
  /** The catalogue has no code for cards. */
  cardNotFound: refusal(404, 'NOT_FOUND', 'There is no such card.'),
  unknownCardState: refusal(409, 'INVALID_STATE_TRANSITION', 'A card is ACTIVE, FROZEN or CLOSED.'),
  cardNotMutable: refusal(409, 'CARD_NOT_MUTABLE', 'The card is closed.'),
}

/** Contract: States, Card status; Errors, 400 and 409 codes; Limits, Live cards. */
export const cardsRules = {
  ...refusals,

  cardholderNamed: (cardholders: ReadonlyMap<string, Cardholder>, id: unknown): Cardholder | undefined =>
    typeof id === 'string' ? cardholders.get(id) : undefined,

  /** The sandbox verifies individuals at once, and never verifies businesses. */
  kycStatusOfNewCustomer: (customerType: unknown): Cardholder['kycStatus'] =>
    customerType === 'BUSINESS' ? 'PENDING' : 'APPROVED',

  /** No card can be issued while the cardholder's KYC status is not APPROVED. */
  mayHoldCards: ({ kycStatus }: Cardholder): boolean => kycStatus === 'APPROVED',

  /** The cards that count towards the limit; closing a card frees its slot. */
  liveCardsOf: (cards: Iterable<Card>, cardholder: Cardholder, _now: number): readonly Card[] =>
    [...cards].filter(({ cardholderId, state }) => cardholderId === cardholder.id && state !== 'CLOSED'),

  /** This platform is limited to one card per cardholder. */
  mostLiveCards: 1,

  cardIsKept: true,

  cardNamed: (cards: ReadonlyMap<string, Card>, id: string): Card | undefined => cards.get(id),

  /** An invalid state cannot be requested. */
  requestedCardState: (state: unknown): CardState | undefined =>
    statesOf('Card').find((known) => known === state),

  /** The four transitions of the contract, and no others. */
  cardMayMove: (from: CardState, to: CardState, _card: Card): boolean => isTransition('Card', from, to),

  /** The rejection of a transition that is not allowed. */
  cardMoveRefused: (from: CardState, to: CardState): Refusal =>
    from === 'CLOSED' && to === 'CLOSED'
      ? refusal(409, 'CARD_ALREADY_CLOSED', 'The card was closed before.')
      : refusal(409, 'INVALID_STATE_TRANSITION', `A card that is ${from} cannot be moved to ${to}.`),

  cardFormIsOffered: (form: unknown): form is string => form === 'VIRTUAL' || form === 'PHYSICAL',

  /** A change of the funding source keeps the state. */
  stateAfterFunding: (state: CardState): CardState => state,

  stateAfterCardMove: (_from: CardState, to: CardState): CardState => to,

  /** Every change of a closed card is rejected. */
  cardIsMutable: ({ state }: Card): boolean => state !== 'CLOSED',

  listedCards: (cards: Iterable<Card>, _now: number): readonly Card[] => [...cards].toReversed(),

  /** The index of the first item after a cursor. */
  cardsFrom: (cursor: string | undefined): number => Number(cursor ?? 0),

  /** Page size of the card list; the contract shows none. */
  cardPageSize: 20,
}
