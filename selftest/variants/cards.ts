import { listedInArrays, objectsChanged, successesChanged, without, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

const LATE_MS = 600
const ACCEPTED_MS = 1_500

const isCard = ({ id }: Json) => String(id).startsWith('Card:')

/** Contract: States, Card status; Errors, 409 codes; Limits, Live cards. No operation of cards is shown. */
export const cardsVariations: readonly Variant[] = [
  {
    id: 'cards-closed-not-mutable',
    title: 'has CARD_NOT_MUTABLE where a closed card is asked for ACTIVE or FROZEN',
    point: 'a closed card asked for ACTIVE or FROZEN',
    reading: 'Mutating a closed card.',
    replace: (rules) => ({
      cardMoveRefused: (from, to) =>
        from === 'CLOSED' && to !== 'CLOSED' ? rules.cardNotMutable() : rules.cardMoveRefused(from, to),
    }),
  },
  {
    id: 'cards-listed-while-live',
    alone: true,
    title: 'lists no card that is closed',
    point: 'which cards are listed',
    reading: 'It is not shown.',
    replace: (rules) => ({
      listedCards: (cards, now) => rules.listedCards(cards, now).filter(({ state }) => state !== 'CLOSED'),
    }),
  },
  {
    id: 'cards-tell-a-status',
    title: 'tells the state of a card as its status',
    point: 'fields of a card',
    reading: 'They are not shown.',
    replace: (rules) =>
      objectsChanged(rules, (object) =>
        isCard(object) ? { ...without(object, 'state'), status: object.state } : object,
      ),
  },
  {
    id: 'cards-tell-little',
    blocks: ['CRD-18', 'CRD-34', 'CRD-35'],
    title: 'tells the identifier and the state of a card, and a state of its production',
    point: 'fields of a card',
    reading: 'They are not shown.',
    replace: (rules) =>
      objectsChanged(rules, (object) =>
        isCard(object) ? { id: object.id, state: object.state, status: 'PRINTED' } : object,
      ),
  },
  {
    id: 'cards-of-another-type',
    title: 'has identifiers of cards of the type Card2Go, and customers for cardholders',
    point: 'type in the identifier of a card',
    reading: 'It is not shown.',
    replace: (rules) => ({
      newId: (type) =>
        rules
          .newId(type)
          .replace(/^Cardholder:/, 'Customer:')
          .replace(/^Card:/, 'Card2Go:'),
    }),
  },
  {
    id: 'cards-seen-late',
    title: 'shows a new card, and a new state, a little later',
    point: 'when a move of a card is seen',
    reading: 'Up to two seconds.',
    replace: (rules) => ({
      shownCardState: (card, now) =>
        card.earlier && now - card.earlier.until < LATE_MS
          ? card.earlier.state
          : rules.shownCardState(card, now),
      listedCards: (cards, now) =>
        rules.listedCards(cards, now).filter(({ issuedAt }) => now - issuedAt >= LATE_MS),
    }),
  },
  {
    id: 'cards-moves-accepted',
    title: 'answers a move with 202 and without a body, and is done a while later',
    point: 'when a move of a card is seen',
    reading: 'It may be asynchronous.',
    replace: (rules) => ({
      shownCardState: (card, now) =>
        card.earlier && now - card.earlier.until < ACCEPTED_MS
          ? card.earlier.state
          : rules.shownCardState(card, now),
      ...successesChanged(rules, (response) => ({ ...response, status: 202, body: undefined }), [
        'updateCard',
      ]),
    }),
  },
  {
    id: 'cards-unknown-state-is-a-bad-request',
    title: 'refuses what is no state of a card as an invalid field',
    point: 'a card asked for what is no state',
    reading: 'INVALID_INPUT.',
    replace: (rules) => ({
      unknownCardState: () => rules.invalidFields([{ field: 'state', constraint: {}, message: 'unknown' }]),
    }),
  },
  {
    id: 'cards-funded-elsewhere',
    title: 'knows no field by which a card would be funded from another account, and refuses it',
    point: 'how the funding source of a card is managed',
    reading: 'It is not shown.',
    blocks: ['CRD-18', 'CRD-35'],
    unmet: ['CARD_NOT_MUTABLE'],
    replace: (rules) => ({
      cardIsMutable: () => false,
      cardNotMutable: () => rules.invalidFields([]),
    }),
  },
  {
    id: 'cards-listed-on-small-pages',
    title: 'lists cards from the first one on, on pages of seven, and counts nothing',
    point: 'order and pages of a list of cards',
    reading: 'They are not shown.',
    replace: (rules) => ({
      cardPageSize: () => 7,
      listedCards: (cards, now) => rules.listedCards(cards, now).toReversed(),
      ...successesChanged(
        rules,
        (response) => ({ ...response, body: without(response.body as Json, 'totalCount') }),
        ['listCards'],
      ),
    }),
  },
  {
    id: 'cards-issued-with-200',
    title: 'answers the issue of a card with 200',
    point: 'status of a card that is issued',
    reading: 'It is not shown.',
    replace: (rules) => successesChanged(rules, (response) => ({ ...response, status: 200 }), ['createCard']),
  },
  {
    id: 'cards-issued-with-202',
    title: 'answers the issue of a card with 202',
    point: 'status of a card that is issued',
    reading: 'It is not shown.',
    replace: (rules) => successesChanged(rules, (response) => ({ ...response, status: 202 }), ['createCard']),
  },
  {
    id: 'cards-of-unknown-cardholders-are-bad-requests',
    title: 'answers 400 where there is no such cardholder',
    point: 'a card for an unknown cardholder',
    reading: 'Which error, is not shown.',
    replace: (rules) => ({
      cardholderNotFound: () => ({ ...rules.cardholderNotFound(), status: 400, code: 'INVALID_INPUT' }),
    }),
  },
  {
    id: 'cards-unknown-by-another-code',
    title: 'has REFERENCE_NOT_FOUND for a card that there is not',
    point: 'code of an unknown card',
    reading: 'The catalogue has none of cards.',
    replace: (rules) => ({
      cardNotFound: () => ({ ...rules.cardNotFound(), code: 'REFERENCE_NOT_FOUND' }),
    }),
  },
  {
    id: 'cards-state-by-another-name',
    alone: true,
    title: 'has another field for the state that is requested of a card, and ignores ours',
    point: 'how the state of a card is requested',
    reading: 'It is not shown.',
    blocks: [
      'CRD-05',
      'CRD-06',
      'CRD-07',
      'CRD-08',
      'CRD-09',
      'CRD-10',
      'CRD-11',
      'CRD-12',
      'CRD-13',
      'CRD-14',
      'CRD-15',
      'CRD-16',
      'CRD-17',
      'CRD-21',
      'CRD-22',
      'CRD-23',
      'CRD-26',
      'CRD-32',
      'CRD-34',
      'CRD-60',
    ],
    replace: () => ({
      requestedCardState: () => 'ACTIVE',
      cardMayMove: () => true,
      stateAfterCardMove: (from) => from,
    }),
  },
  {
    id: 'cards-asked-for-their-own-state',
    title: 'takes the request of the state that a live card has for a success without effect',
    point: 'request of the state that a card has',
    reading: 'It is no transition.',
    warns: ['CRD-13', 'CRD-14'],
    replace: (rules) => ({
      cardMayMove: (from, to, card) =>
        (from === to && from !== 'CLOSED') || rules.cardMayMove(from, to, card),
    }),
  },
  {
    id: 'cards-listed-in-an-array',
    alone: true,
    title: 'lists all cards in an array',
    point: 'order and pages of a list of cards',
    reading: 'The list is not shown.',
    replace: (rules) => ({ cardPageSize: () => 1_000_000, ...listedInArrays(rules, ['listCards']) }),
  },
  {
    id: 'cards-known-late',
    alone: true,
    title: 'knows a new card at once on one machine, and a little later on the other',
    point: 'when a card that was issued can be read and changed',
    reading: 'Up to two seconds.',
    replace: (rules) => {
      let requests = 0
      return {
        cardNamed: (cards, id) => {
          const card = rules.cardNamed(cards, id)
          const isLate = requests++ % 2 === 0 && card !== undefined && Date.now() - card.issuedAt < LATE_MS
          return isLate ? undefined : card
        },
      }
    },
  },
]
