import { setTimeout as sleep } from 'node:timers/promises'
import type { RequirementId } from '../../spec/index.ts'
import type { CardState } from '../../reference/resources/cards.ts'
import type { Rules } from '../../reference/rules/index.ts'
import { brokenIn } from './deviations.ts'
import type { Fault } from './fault.ts'
import { openToStrangers } from './outsiders.ts'
import { rewriting } from './rewriting.ts'

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

const MOVED_CARDS = Array.from({ length: 35 }, (_, index) => `CRD-${String(index + 1).padStart(2, '0')}`)
  .concat('CRD-60')
  .filter((id) => id !== 'CRD-32') as RequirementId[]

export const cardsFaults: readonly Fault[] = [
  {
    id: 'cards-issue-fails',
    title: 'issues a card and then fails',
    breaks: ['CRD-01'],
    mayAlsoBreak: ['CRD-26'],
    replace: brokenIn('createCard'),
  },
  {
    id: 'cards-read-as-another',
    title: 'answers the reading of a card with the identifier of its cardholder',
    breaks: ['CRD-02', 'CRD-03'],
    replace: () => rewriting('getCard', (card) => ({ ...card, id: card.cardholderId })),
  },
  {
    id: 'cards-not-kept',
    title: 'answers that a card is issued, and loses it',
    // What is lost takes no slot either.
    breaks: ['CRD-03', 'CRD-22'],
    replace: () => ({ cardIsKept: () => false }),
  },
  {
    id: 'cards-not-frozen',
    title: 'refuses to freeze a card',
    breaks: ['CRD-05'],
    // The same move is requested there with valid credentials.
    mayAlsoBreak: ['CRD-26'],
    replace: (conforming) => moving(conforming, 'ACTIVE', 'FROZEN', false),
  },
  {
    id: 'cards-not-unfrozen',
    title: 'refuses to unfreeze a card',
    breaks: ['CRD-06'],
    replace: (conforming) => moving(conforming, 'FROZEN', 'ACTIVE', false),
  },
  {
    id: 'cards-closed-in-name',
    title: 'answers that an active card is closed, and leaves it as it is',
    breaks: ['CRD-07'],
    replace: (conforming) => ({
      stateAfterCardMove: (from, to) =>
        from === 'ACTIVE' && to === 'CLOSED' ? from : conforming.stateAfterCardMove(from, to),
    }),
  },
  {
    id: 'cards-closed-when-active',
    title: 'wants a frozen card unfrozen before it is closed',
    breaks: ['CRD-08', 'CRD-09'],
    replace: (conforming) => moving(conforming, 'FROZEN', 'CLOSED', false),
  },
  {
    id: 'cards-frozen-once',
    title: 'freezes a card once only',
    breaks: ['CRD-09'],
    replace: (conforming) => ({
      cardMayMove: (from, to, card) =>
        conforming.cardMayMove(from, to, card) && !(to === 'FROZEN' && card.earlier !== undefined),
    }),
  },
  {
    id: 'cards-closed-again-is-any-transition',
    title: 'has INVALID_STATE_TRANSITION for closing a card that is closed',
    breaks: ['CRD-10'],
    replace: (conforming) => ({ cardMoveRefused: () => conforming.cardMoveRefused('ACTIVE', 'ACTIVE') }),
  },
  {
    id: 'cards-closed-again-is-fine',
    title: 'takes closing a card that is closed for a success',
    breaks: ['CRD-10'],
    replace: (conforming) => moving(conforming, 'CLOSED', 'CLOSED', true),
  },
  {
    id: 'cards-reopened',
    title: 'makes a closed card active again',
    breaks: ['CRD-11', 'CRD-15'],
    // A change of any field may change the state.
    mayAlsoBreak: ['CRD-17'],
    replace: (conforming) => moving(conforming, 'CLOSED', 'ACTIVE', true),
  },
  {
    id: 'cards-reopened-frozen',
    title: 'freezes a closed card',
    breaks: ['CRD-12', 'CRD-15'],
    replace: (conforming) => moving(conforming, 'CLOSED', 'FROZEN', true),
  },
  {
    id: 'cards-active-again-is-fine',
    title: 'takes activating an active card for a success',
    breaks: ['CRD-13'],
    replace: (conforming) => moving(conforming, 'ACTIVE', 'ACTIVE', true),
  },
  {
    id: 'cards-frozen-again-is-fine',
    title: 'takes freezing a frozen card for a success',
    breaks: ['CRD-14'],
    replace: (conforming) => moving(conforming, 'FROZEN', 'FROZEN', true),
  },
  {
    id: 'cards-refusal-is-any-conflict',
    title: 'has CONFLICT for every transition that is not allowed',
    breaks: ['CRD-10', 'CRD-11', 'CRD-12', 'CRD-13', 'CRD-14'],
    replace: (conforming) => ({
      cardMoveRefused: (from, to) => ({ ...conforming.cardMoveRefused(from, to), code: 'CONFLICT' }),
    }),
  },
  {
    id: 'cards-refusal-is-a-bad-request',
    title: 'answers transitions that are not allowed with 400',
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
    title: 'moves the card, and refuses the transition afterwards',
    breaks: ['CRD-15', 'CRD-17'],
    replace: () => ({ stateAfterRefusedCardMove: (from, to) => (to as CardState | undefined) ?? from }),
  },
  {
    id: 'cards-frozen-by-what-is-no-state',
    title: 'freezes a card that is asked for what is no state',
    breaks: ['CRD-16'],
    replace: (conforming) => ({
      requestedCardState: (state) => conforming.requestedCardState(state) ?? 'FROZEN',
    }),
  },
  {
    id: 'cards-revived-by-mutation',
    title: 'makes a closed card active when it refuses to change it otherwise',
    breaks: ['CRD-17'],
    replace: () => ({ stateAfterRefusedMutation: () => 'ACTIVE' }),
  },
  {
    id: 'cards-closed-is-mutable',
    title: 'funds a closed card from another account',
    breaks: ['CRD-17', 'CRD-18'],
    replace: () => ({ cardIsMutable: () => true }),
  },
  {
    id: 'cards-closed-mutation-is-any-conflict',
    title: 'has CONFLICT for changing a closed card',
    breaks: ['CRD-18'],
    replace: (conforming) => ({
      cardNotMutable: () => ({ ...conforming.cardNotMutable(), code: 'CONFLICT' }),
    }),
  },
  {
    id: 'cards-for-anyone',
    title: 'issues a card whatever the KYC status of the cardholder',
    breaks: ['CRD-19'],
    replace: () => ({ mayHoldCards: () => true }),
  },
  {
    id: 'cards-kyc-is-a-conflict',
    title: 'answers 409 where the KYC status is not APPROVED',
    breaks: ['CRD-19'],
    replace: (conforming) => ({
      cardholderKycNotApproved: () => ({
        ...conforming.cardholderKycNotApproved(),
        status: 409,
        code: 'CONFLICT',
      }),
    }),
  },
  {
    id: 'cards-one-too-many',
    title: 'issues one card more than the limit',
    breaks: ['CRD-20', 'CRD-22'],
    replace: (conforming) => ({ mostLiveCards: () => conforming.mostLiveCards() + 1 }),
  },
  {
    id: 'cards-limit-is-any-conflict',
    title: 'has CONFLICT for a card beyond the limit',
    breaks: ['CRD-20'],
    replace: (conforming) => ({
      cardLimitReached: () => ({ ...conforming.cardLimitReached(), code: 'CONFLICT' }),
    }),
  },
  {
    id: 'cards-closed-ones-count',
    title: 'counts the cards that it closed on request towards the limit',
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
    title: 'counts the cards, waits for the issuer, and issues without counting again',
    breaks: ['CRD-22'],
    replace: () => ({
      beforeCardIsIssued: async () => {
        await sleep(200)
      },
    }),
  },
  {
    id: 'cards-replaced-and-refused',
    title: 'closes the card that is held in favour of a new one, and refuses that one',
    breaks: ['CRD-23'],
    replace: () => ({ stateOfHeldCardAfterRefusal: () => 'CLOSED' }),
  },
  {
    id: 'cards-for-nobody',
    title: 'issues a card to a cardholder that there is not',
    breaks: ['CRD-24'],
    replace: (conforming) => ({
      cardholderNamed: (cardholders, id) =>
        conforming.cardholderNamed(cardholders, id) ?? { id: String(id), kycStatus: 'APPROVED' },
    }),
  },
  {
    id: 'cards-unknown-is-a-bad-request',
    title: 'answers 400 for a card that there is not',
    breaks: ['CRD-25'],
    replace: (conforming) => ({
      cardNotFound: () => ({ ...conforming.cardNotFound(), status: 400, code: 'INVALID_INPUT' }),
    }),
  },
  {
    id: 'cards-read-by-anyone',
    title: 'reads a card without asking for credentials',
    breaks: ['CRD-26'],
    replace: openToStrangers('getCard'),
  },
  {
    id: 'cards-moved-by-anyone',
    title: 'moves a card without asking for credentials',
    breaks: ['CRD-26'],
    replace: openToStrangers('updateCard'),
  },
  {
    id: 'cards-one-identifier-for-all',
    title: 'answers every card that is issued with the identifier of the first one',
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
    title: 'moves the three cards that were issued before and after as well',
    breaks: ['CRD-32'],
    // They may be those of other checks.
    mayAlsoBreak: MOVED_CARDS,
    replace: () => ({
      cardsMovedTogether: (cards, card) => {
        const index = cards.indexOf(card)
        return cards.slice(Math.max(0, index - 3), index + 4)
      },
    }),
  },
  {
    id: 'cards-frozen-unlisted',
    title: 'lists no card that is frozen',
    breaks: ['CRD-04'],
    replace: (conforming) => ({
      listedCards: (cards, now) =>
        conforming.listedCards(cards, now).filter(({ state }) => state !== 'FROZEN'),
    }),
  },
  {
    id: 'cards-cursor-ignored',
    title: 'answers every cursor with the first page of cards',
    breaks: ['CRD-33'],
    // A page that holds them all lets each of them be found; the oldest stand first, so that none is pushed on.
    mayAlsoBreak: ['CNV-29'],
    replace: () => ({ cardsFrom: () => 0, cardPageSize: () => 1_000, listedCards: (cards) => [...cards] }),
  },
  {
    id: 'cards-unfunded-by-moves',
    title: 'forgets what a card is funded from when it changes its state',
    breaks: ['CRD-34'],
    replace: () => ({ fundingSourcesAfterMove: () => [] }),
  },
  {
    id: 'cards-activated-by-funding',
    title: 'makes a frozen card active when it is funded from another account',
    breaks: ['CRD-35'],
    replace: () => ({ stateAfterFunding: () => 'ACTIVE' }),
  },
  {
    id: 'cards-unknown-text-freezes',
    title: 'takes an empty text for FROZEN',
    breaks: ['CRD-16'],
    replace: (conforming) => ({
      requestedCardState: (state) => (state === '' ? 'FROZEN' : conforming.requestedCardState(state)),
    }),
  },
]
