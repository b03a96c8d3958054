import { changesOnRefusal } from '../changes-on-refusal.ts'
import { affects } from '../affects.ts'
import { neighbours } from './neighbourhood.ts'
import { waitsBefore } from '../waits-before.ts'
import { refused } from '../refused.ts'
import { asUnprocessable, crashesIn } from './deviations.ts'
import type { RequirementId } from '../../spec/index.ts'
import type { CardState } from '../../reference/resources/cards.ts'
import type { Rules } from '../../reference/rules/index.ts'
import type { Fault } from './fault.ts'
import { acceptsInvalidCredentials } from './accepted-credentials.ts'
import { rewriting, rewritingItems } from './rewriting.ts'

/** Allows one more transition, or one less. */
const moving = (
  conforming: Rules,
  from: CardState,
  to: CardState,
  allowed: boolean,
): Pick<Rules, 'cardMayMove'> => ({
  cardMayMove: (is, asked, card) =>
    is === from && asked === to ? allowed : conforming.cardMayMove(is, asked, card),
})

const MOVED_CARDS = Array.from({ length: 38 }, (_, index) => `CRD-${String(index + 1).padStart(2, '0')}`)
  .concat('CRD-60')
  .filter((id) => id !== 'CRD-32') as RequirementId[]

export const cardsFaults: readonly Fault[] = [
  {
    id: 'cards-issue-fails',
    title: 'issues a card, then returns 500',
    breaks: ['CRD-01'],
    mayAlsoBreak: ['CRD-26'],
    replace: crashesIn('createCard'),
  },
  {
    id: 'cards-read-as-another',
    title: 'returns the id of the cardholder when a card is read',
    breaks: ['CRD-02', 'CRD-03'],
    replace: rewriting('getCard', { id: ({ cardholderId }) => cardholderId }),
  },
  {
    id: 'cards-not-kept',
    title: 'returns success for a card that it does not store',
    // A lost card takes no slot either.
    breaks: ['CRD-03', 'CRD-22'],
    replace: { cardIsKept: false },
  },
  {
    id: 'cards-not-frozen',
    title: 'rejects the freezing of a card',
    breaks: ['CRD-05'],
    // The same transition is requested there with valid credentials.
    mayAlsoBreak: ['CRD-26'],
    replace: (conforming) => moving(conforming, 'ACTIVE', 'FROZEN', false),
  },
  {
    id: 'cards-not-unfrozen',
    title: 'rejects the unfreezing of a card',
    breaks: ['CRD-06'],
    replace: (conforming) => moving(conforming, 'FROZEN', 'ACTIVE', false),
  },
  {
    id: 'cards-closed-in-name',
    title: 'returns an active card as closed, but does not close it',
    breaks: ['CRD-07'],
    mayAlsoBreak: ['CRD-38'],
    replace: (conforming) => ({
      stateAfterCardMove: (from, to) =>
        from === 'ACTIVE' && to === 'CLOSED' ? from : conforming.stateAfterCardMove(from, to),
    }),
  },
  {
    id: 'cards-closed-when-active',
    title: 'rejects the closing of a frozen card',
    breaks: ['CRD-08', 'CRD-09'],
    mayAlsoBreak: ['CRD-38'],
    replace: (conforming) => moving(conforming, 'FROZEN', 'CLOSED', false),
  },
  {
    id: 'cards-frozen-once',
    title: 'rejects the second freezing of a card',
    breaks: ['CRD-09'],
    replace: (conforming) => ({
      cardMayMove: (from, to, card) =>
        conforming.cardMayMove(from, to, card) && !(to === 'FROZEN' && card.earlier !== undefined),
    }),
  },
  {
    id: 'cards-closed-again-is-any-transition',
    title: 'returns INVALID_STATE_TRANSITION for the closing of a closed card',
    breaks: ['CRD-10'],
    replace: (conforming) => ({ cardMoveRefused: () => conforming.cardMoveRefused('ACTIVE', 'ACTIVE') }),
  },
  {
    id: 'cards-closed-again-is-fine',
    title: 'accepts the closing of a closed card',
    breaks: ['CRD-10'],
    replace: (conforming) => moving(conforming, 'CLOSED', 'CLOSED', true),
  },
  {
    id: 'cards-reopened',
    title: 'reopens a closed card',
    breaks: ['CRD-11', 'CRD-15'],
    // A change of any field may change the state.
    mayAlsoBreak: ['CRD-17'],
    replace: (conforming) => moving(conforming, 'CLOSED', 'ACTIVE', true),
  },
  {
    id: 'cards-reopened-frozen',
    title: 'freezes a closed card',
    breaks: ['CRD-12', 'CRD-15'],
    mayAlsoBreak: ['CRD-38'],
    replace: (conforming) => moving(conforming, 'CLOSED', 'FROZEN', true),
  },
  {
    id: 'cards-active-again-is-fine',
    title: 'accepts the activation of an active card',
    breaks: ['CRD-13'],
    replace: (conforming) => moving(conforming, 'ACTIVE', 'ACTIVE', true),
  },
  {
    id: 'cards-frozen-again-is-fine',
    title: 'accepts the freezing of a frozen card',
    breaks: ['CRD-14'],
    replace: (conforming) => moving(conforming, 'FROZEN', 'FROZEN', true),
  },
  {
    id: 'cards-refusal-is-any-conflict',
    title: 'returns CONFLICT for every forbidden transition',
    breaks: ['CRD-10', 'CRD-11', 'CRD-12', 'CRD-13', 'CRD-14'],
    replace: (conforming) => ({
      cardMoveRefused: (from, to) => ({ ...conforming.cardMoveRefused(from, to), code: 'CONFLICT' }),
    }),
  },
  {
    id: 'cards-refusal-is-a-bad-request',
    title: 'returns 400 for forbidden transitions',
    breaks: ['CRD-10', 'CRD-11', 'CRD-12', 'CRD-13', 'CRD-14'],
    replace: (conforming) => ({
      cardMoveRefused: (from, to) => ({
        ...conforming.cardMoveRefused(from, to),
        status: 400,
        code: 'INVALID_INPUT',
      }),
    }),
  },
  {
    id: 'cards-moved-before-refused',
    title: 'applies a forbidden transition, then rejects it',
    breaks: ['CRD-15', 'CRD-17'],
    mayAlsoBreak: ['CRD-38'],
    replace: changesOnRefusal('moveCard', (card, requested) => {
      if (requested !== undefined) card.state = requested as CardState
    }),
  },
  {
    id: 'cards-frozen-by-what-is-no-state',
    title: 'freezes a card for an invalid state',
    breaks: ['CRD-16'],
    replace: (conforming) => ({
      requestedCardState: (state) => conforming.requestedCardState(state) ?? 'FROZEN',
    }),
  },
  {
    id: 'cards-revived-by-mutation',
    title: 'reopens a closed card when it rejects another change',
    breaks: ['CRD-17'],
    replace: changesOnRefusal('changeCard', (card) => {
      card.state = 'ACTIVE'
    }),
  },
  {
    id: 'cards-closed-is-mutable',
    title: 'changes the funding account of a closed card',
    breaks: ['CRD-17', 'CRD-18'],
    replace: { cardIsMutable: () => true },
  },
  {
    id: 'cards-closed-mutation-is-any-conflict',
    title: 'returns CONFLICT for a change of a closed card',
    breaks: ['CRD-18'],
    replace: refused('cardNotMutable', 409, 'CONFLICT'),
  },
  {
    id: 'cards-for-anyone',
    title: 'issues a card with any KYC status of the cardholder',
    breaks: ['CRD-19'],
    replace: { mayHoldCards: () => true },
  },
  {
    id: 'cards-kyc-as-422',
    title: 'returns 422 with the code of a KYC status that is not APPROVED',
    breaks: ['CRD-19'],
    replace: asUnprocessable('CARDHOLDER_KYC_NOT_APPROVED'),
  },
  {
    id: 'cards-kyc-is-a-conflict',
    title: 'returns 409 when the KYC status is not APPROVED',
    breaks: ['CRD-19'],
    replace: refused('cardholderKycNotApproved', 409, 'CONFLICT'),
  },
  {
    id: 'cards-one-too-many',
    title: 'issues one card above the limit',
    breaks: ['CRD-20', 'CRD-22', 'CRD-36'],
    replace: (conforming) => ({ mostLiveCards: conforming.mostLiveCards + 1 }),
  },
  {
    id: 'cards-limit-is-any-conflict',
    title: 'returns CONFLICT for a card above the limit',
    breaks: ['CRD-20'],
    replace: refused('cardLimitReached', 409, 'CONFLICT'),
  },
  {
    id: 'cards-frozen-and-closed-count',
    title: 'counts cards towards the limit that were closed while frozen',
    breaks: ['CRD-21'],
    replace: {
      liveCardsOf: (cards, cardholder) =>
        [...cards].filter(
          ({ cardholderId, state, earlier }) =>
            cardholderId === cardholder.id && (state !== 'CLOSED' || earlier?.state === 'FROZEN'),
        ),
    },
  },
  {
    id: 'cards-pages-skip',
    title: 'skips the first card of every page but the first',
    breaks: ['CRD-33'],
    replace: { cardsFrom: (cursor) => (cursor === undefined ? 0 : Number(cursor) + 1) },
  },
  {
    id: 'cards-closed-ones-count',
    title: 'counts closed cards towards the limit',
    breaks: ['CRD-21', 'CRD-22'],
    replace: (conforming) => {
      const closed = new Set<string>()
      return {
        cardMayMove: (is, asked, card) => {
          const may = conforming.cardMayMove(is, asked, card)
          if (may && asked === 'CLOSED') closed.add(card.id)
          return may
        },
        liveCardsOf: (cards, cardholder, now) => {
          const all = [...cards]
          const counted = all.filter(
            ({ id, cardholderId }) => cardholderId === cardholder.id && closed.has(id),
          )
          return [...new Set([...conforming.liveCardsOf(all, cardholder, now), ...counted])]
        },
      }
    },
  },
  {
    id: 'cards-counted-too-early',
    title: 'counts the cards, waits for the issuer, then issues without a second count',
    breaks: ['CRD-22'],
    replace: waitsBefore('issueCard'),
  },
  {
    id: 'cards-replaced-and-refused',
    title: 'closes the existing card when it rejects a new one',
    breaks: ['CRD-23'],
    replace: changesOnRefusal('issueCard', (held) => {
      held.state = 'CLOSED'
    }),
  },
  {
    id: 'cards-for-unknown-cardholder',
    title: 'issues a card to a nonexistent cardholder',
    breaks: ['CRD-24'],
    replace: (conforming) => ({
      cardholderNamed: (cardholders, id) =>
        conforming.cardholderNamed(cardholders, id) ?? { id: String(id), kycStatus: 'APPROVED' },
    }),
  },
  {
    id: 'cards-unknown-is-a-bad-request',
    title: 'returns 400 for a nonexistent card',
    breaks: ['CRD-25'],
    replace: refused('cardNotFound', 400, 'INVALID_INPUT'),
  },
  {
    id: 'cards-read-by-anyone',
    title: 'reads a card without credentials',
    breaks: ['CRD-26'],
    replace: acceptsInvalidCredentials('getCard'),
  },
  {
    id: 'cards-moved-by-anyone',
    title: 'changes the state of a card without credentials',
    breaks: ['CRD-26'],
    replace: acceptsInvalidCredentials('updateCard'),
  },
  {
    id: 'cards-one-identifier-for-all',
    title: 'returns the id of the first card for every issued card',
    breaks: ['CRD-31'],
    replace: () => {
      let first: unknown
      return rewriting('createCard', (card) => {
        first ??= card.id
        return { ...card, id: first }
      })
    },
  },
  {
    id: 'cards-moved-with-others',
    title: 'also changes the three cards issued just before and after',
    breaks: ['CRD-32'],
    // These may be the cards of other checks.
    mayAlsoBreak: MOVED_CARDS,
    replace: affects(['updateCard'], (card, cards) => neighbours(card, cards, 3)),
  },
  {
    id: 'cards-frozen-unlisted',
    title: 'omits frozen cards from the list',
    breaks: ['CRD-04'],
    replace: (conforming) => ({
      listedCards: (cards, now) =>
        conforming.listedCards(cards, now).filter(({ state }) => state !== 'FROZEN'),
    }),
  },
  {
    id: 'cards-cursor-ignored',
    title: 'returns the first page of cards for every cursor',
    breaks: ['CRD-33'],
    // The first page holds all cards, and the oldest come first, so every card can be found.
    mayAlsoBreak: ['CNV-29'],
    replace: { cardsFrom: () => 0, cardPageSize: 1_000, listedCards: (cards) => [...cards] },
  },
  {
    id: 'cards-unfunded-by-moves',
    title: 'loses the funding account of a card on a state change',
    breaks: ['CRD-34'],
    replace: affects(['updateCard'], (card) => {
      card.fundingSources = []
      return [card]
    }),
  },
  {
    id: 'cards-activated-by-funding',
    title: 'activates a frozen card when its funding account changes',
    breaks: ['CRD-35'],
    replace: { stateAfterFunding: () => 'ACTIVE' },
  },
  {
    id: 'cards-unknown-text-freezes',
    title: 'treats an empty string as FROZEN',
    breaks: ['CRD-16'],
    replace: (conforming) => ({
      requestedCardState: (state) => (state === '' ? 'FROZEN' : conforming.requestedCardState(state)),
    }),
  },
  {
    id: 'cards-frozen-ones-uncounted',
    title: 'counts only active cards towards the limit, and unfreezes without counting',
    breaks: ['CRD-36'],
    replace: {
      liveCardsOf: (cards, { id }) =>
        [...cards].filter(({ cardholderId, state }) => cardholderId === id && state === 'ACTIVE'),
    },
  },
  {
    id: 'cards-refused-moves-unfund',
    title: 'loses the funding account of a live card when it rejects a transition',
    breaks: ['CRD-15'],
    replace: changesOnRefusal('moveCard', (card) => {
      if (card.state !== 'CLOSED') card.fundingSources = []
    }),
  },
  {
    id: 'cards-held-one-unfunded-by-a-refused-one',
    title: 'loses the funding account of the existing card when it rejects a new one',
    breaks: ['CRD-23'],
    replace: changesOnRefusal('issueCard', (card) => {
      card.fundingSources = []
    }),
  },
  {
    id: 'cards-listed-as-issued',
    title: 'lists every card in the state in which it was issued',
    breaks: ['CRD-37'],
    replace: rewritingItems('listCards', { state: 'ACTIVE' }),
  },
  {
    id: 'cards-closed-again-at-once-is-fine',
    title: 'accepts a repeated closing within ten seconds',
    breaks: ['CRD-10'],
    replace: ({ cardMayMove }) => ({
      cardMayMove: (from, to, card) =>
        cardMayMove(from, to, card) ||
        (from === 'CLOSED' && to === 'CLOSED' && Date.now() - (card.earlier?.until ?? 0) < 10_000),
    }),
  },
  {
    id: 'cards-closed-when-frozen-are-mutable',
    title: 'changes the funding account of a card that was closed while frozen',
    breaks: ['CRD-18'],
    replace: ({ cardIsMutable }) => ({
      cardIsMutable: (card) => cardIsMutable(card) || card.earlier?.state === 'FROZEN',
    }),
  },
  {
    id: 'cards-moved-after-a-late-write',
    title: 'checks a transition, waits for the issuer, then writes the state without a second check',
    breaks: ['CRD-38'],
    replace: waitsBefore('moveCard'),
  },
]
