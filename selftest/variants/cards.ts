import { setTimeout as sleep } from 'node:timers/promises'
import { Refused, refusal } from '../../reference/errors.ts'
import { refused } from '../refused.ts'
import { shows } from '../shows.ts'
import { listedInArrays, objectsChanged, only, successesChanged, without, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

const LATE_MS = 600
const ACCEPTED_MS = 1_500

const isCard = ({ id }: Json) => String(id).startsWith('Card:')

/** Contract: States, Card status; Errors, 409 codes; Limits, Live cards. It shows no operation of cards. */
export const cardsVariations: readonly Variant[] = [
  {
    id: 'cards-closed-not-mutable',
    title: 'returns CARD_NOT_MUTABLE when ACTIVE or FROZEN is requested for a closed card',
    point: 'a closed card asked for ACTIVE or FROZEN',
    interpretation: 'The code covers every change of a closed card.',
    replace: (rules) => ({
      cardMoveRefused: (from, to) =>
        from === 'CLOSED' && to !== 'CLOSED' ? rules.cardNotMutable : rules.cardMoveRefused(from, to),
    }),
  },
  {
    id: 'cards-listed-while-live',
    alone: true,
    title: 'omits closed cards from the list',
    point: 'which cards are listed',
    interpretation: 'The contract does not specify it.',
    replace: (rules) => ({
      listedCards: (cards, now) => rules.listedCards(cards, now).filter(({ state }) => state !== 'CLOSED'),
    }),
  },
  {
    id: 'cards-show-a-status',
    title: 'returns the state of a card under the name status',
    point: 'fields of a card',
    interpretation: 'The contract does not specify the fields.',
    replace: (rules) =>
      objectsChanged(rules, (object) =>
        isCard(object) ? { ...without(object, 'state'), status: object.state } : object,
      ),
  },
  {
    id: 'cards-show-little',
    blocks: ['CRD-18', 'CRD-34', 'CRD-35'],
    title: 'returns only the id and state of a card, with an additional production state',
    point: 'fields of a card',
    interpretation: 'The contract does not specify the fields.',
    replace: (rules) =>
      objectsChanged(rules, (object) =>
        isCard(object) ? { id: object.id, state: object.state, status: 'PRINTED' } : object,
      ),
  },
  {
    id: 'cards-of-another-type',
    title: 'uses Card2Go in card ids, and customers as cardholders',
    point: 'type in the identifier of a card',
    interpretation: 'The contract does not specify it.',
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
    title: 'returns a new card, and a new state, with a short delay',
    point: 'visibility of a card transition',
    interpretation: 'A change may take up to two seconds.',
    replace: (rules) => ({
      ...shows('Card', ({ earlier }, now) =>
        earlier && now - earlier.until < LATE_MS ? { state: earlier.state } : {},
      )(rules),
      listedCards: (cards, now) =>
        rules.listedCards(cards, now).filter(({ issuedAt }) => now - issuedAt >= LATE_MS),
    }),
  },
  {
    id: 'cards-moves-accepted',
    title: 'returns 202 without a body for a transition, and completes it later',
    point: 'visibility of a card transition',
    interpretation: 'A transition may be asynchronous.',
    replace: (rules) => ({
      ...shows('Card', ({ earlier }, now) =>
        earlier && now - earlier.until < ACCEPTED_MS ? { state: earlier.state } : {},
      )(rules),
      ...successesChanged(rules, (response) => ({ ...response, status: 202, body: undefined }), [
        'updateCard',
      ]),
    }),
  },
  {
    id: 'cards-unknown-state-is-a-bad-request',
    title: 'rejects an invalid card state as an invalid field',
    point: 'a card asked for what is no state',
    interpretation: 'The code is INVALID_INPUT.',
    replace: (rules) => ({
      unknownCardState: rules.invalidFields([{ field: 'state', constraint: {}, message: 'unknown' }]),
    }),
  },
  {
    id: 'cards-funded-elsewhere',
    title: "supports no change of a card's funding account, and rejects the request",
    point: 'how the funding source of a card is managed',
    interpretation: 'The contract does not specify it.',
    blocks: ['CRD-18', 'CRD-35'],
    unmet: ['CARD_NOT_MUTABLE'],
    replace: (rules) => ({
      cardIsMutable: () => false,
      cardNotMutable: rules.invalidFields([]),
    }),
  },
  {
    id: 'cards-listed-on-small-pages',
    title: 'starts card pages at the first card, with seven per page and no count',
    point: 'order and pages of a list of cards',
    interpretation: 'The contract does not specify them.',
    replace: (rules) => ({
      cardPageSize: 7,
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
    title: 'returns 200 for a new card',
    point: 'status of a card that is issued',
    interpretation: 'The contract does not specify it.',
    replace: (rules) => successesChanged(rules, (response) => ({ ...response, status: 200 }), ['createCard']),
  },
  {
    id: 'cards-issued-with-202',
    title: 'returns 202 for a new card',
    point: 'status of a card that is issued',
    interpretation: 'The contract does not specify it.',
    replace: (rules) => successesChanged(rules, (response) => ({ ...response, status: 202 }), ['createCard']),
  },
  {
    id: 'cards-of-unknown-cardholders-are-bad-requests',
    title: 'returns 400 for a nonexistent cardholder',
    point: 'a card for an unknown cardholder',
    interpretation: 'The contract does not specify which error.',
    replace: refused('cardholderNotFound', 400, 'INVALID_INPUT'),
  },
  {
    id: 'cards-unknown-by-another-code',
    title: 'returns REFERENCE_NOT_FOUND for a nonexistent card',
    point: 'code of an unknown card',
    interpretation: 'The catalogue contains no card code.',
    replace: (rules) => ({
      cardNotFound: { ...rules.cardNotFound, code: 'REFERENCE_NOT_FOUND' },
    }),
  },
  {
    id: 'cards-state-by-another-name',
    alone: true,
    title: 'uses another field for the requested card state, and ignores the usual one',
    point: 'how the state of a card is requested',
    interpretation: 'The contract does not specify it.',
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
      'CRD-18',
      'CRD-21',
      'CRD-22',
      'CRD-23',
      'CRD-26',
      'CRD-32',
      'CRD-34',
      'CRD-36',
      'CRD-37',
      'CRD-38',
      'CRD-60',
    ],
    replace: {
      requestedCardState: () => 'ACTIVE',
      cardMayMove: () => true,
      stateAfterCardMove: (from) => from,
    },
  },
  {
    id: 'cards-asked-for-their-own-state',
    title: 'accepts the current state of a live card without effect',
    point: 'request of the state that a card has',
    interpretation: 'It is not a transition.',
    warns: ['CRD-13', 'CRD-14'],
    replace: (rules) => ({
      cardMayMove: (from, to, card) =>
        (from === to && from !== 'CLOSED') || rules.cardMayMove(from, to, card),
    }),
  },
  {
    id: 'cards-listed-in-an-array',
    alone: true,
    title: 'returns cards in an array',
    point: 'order and pages of a list of cards',
    interpretation: 'The contract does not specify the list.',
    replace: (rules) => ({ cardPageSize: 1_000_000, ...listedInArrays(rules, ['listCards']) }),
  },
  {
    id: 'cards-known-late',
    alone: true,
    title: 'returns a new card immediately on one machine, and later on another',
    point: 'when a card that was issued can be read and changed',
    interpretation: 'A change may take up to two seconds.',
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
  {
    id: 'cards-release-their-funding',
    title: 'returns a closed card without funding sources',
    point: 'funding sources of a closed card',
    interpretation: 'The contract does not specify the fields of a card.',
    replace: (rules) =>
      objectsChanged(rules, (object) =>
        isCard(object) && object.state === 'CLOSED' ? { ...object, fundingSources: [] } : object,
      ),
  },
  {
    id: 'cards-listed-without-their-state',
    title: 'lists only the ids of cards, and returns a new card in a production state',
    point: 'fields of a listed card',
    interpretation: 'The contract does not specify the fields of a card.',
    blocks: ['CRD-37'],
    replace: (rules) =>
      successesChanged(
        rules,
        ({ status, body }, operation) => ({
          status,
          body:
            operation === 'createCard'
              ? { ...(body as Json), state: 'PRINTED' }
              : { ...(body as Json), data: ((body as Json).data as Json[]).map((card) => only(card, 'id')) },
        }),
        ['createCard', 'listCards'],
      ),
  },
  {
    id: 'cards-changed-one-by-one',
    title: 'returns 409 CONFLICT for a change of a card that another request is changing',
    point: 'concurrent changes of a card',
    interpretation: 'The code covers every conflict with the state of a resource.',
    replace: (rules) => {
      const changing = new Set<string>()
      return {
        before: async (step, id) => {
          await rules.before(step, id)
          if (step !== 'moveCard' || id === undefined) return
          if (changing.has(id)) throw new Refused(refusal(409, 'CONFLICT', 'The card is being changed.'))
          changing.add(id)
          await sleep(100, undefined, { ref: false })
          changing.delete(id)
        },
      }
    },
  },
  {
    id: 'cards-in-an-object',
    alone: true,
    title: 'returns a card in an object',
    point: 'fields of a card',
    interpretation: 'The contract does not specify the response.',
    blocks: [
      'CRD-01',
      'CRD-03',
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
      'CRD-18',
      'CRD-21',
      'CRD-22',
      'CRD-23',
      'CRD-26',
      'CRD-31',
      'CRD-32',
      'CRD-33',
      'CRD-34',
      'CRD-35',
      'CRD-36',
      'CRD-37',
      'CRD-38',
      'CRD-60',
    ],
    replace: (rules) =>
      successesChanged(rules, (response) => ({ ...response, body: { card: response.body } }), [
        'createCard',
        'getCard',
        'updateCard',
      ]),
  },
]
