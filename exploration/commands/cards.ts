/** Cards (contract: States, Card status; Limits, Live cards; Errors, 400 and 409 codes). */
import * as fc from 'fast-check'
import { nonexistentId } from '../../fixtures/nonexistent-ids.ts'
import { CONSISTENCY_MS } from '../../fixtures/patience.ts'
import { valueAt } from '../../spec/value-at.ts'
import type { RequirementId } from '../../spec/index.ts'
import {
  ALLOWED_TRANSITIONS,
  expectCardholderRejected,
  expectFundingRejected,
  expectLimitReached,
  expectState,
  expectStateRejected,
  expectTransitionRejected,
  expectUnknownCardholder,
  FORBIDDEN_TRANSITIONS,
  shownState,
} from '../../suites/cards/expectations.ts'
import { expectNotFound, expectShown } from '../../suites/expectations.ts'
import { judge, judgeCreated, judgeListed, judgeSettled, problemsIn } from '../judge.ts'
import { Violation, isSuccess, requireServiceResponse, describeResponse, withSuccess } from '../violation.ts'
import { CARD_STATES, picked, type CardState, type Model, type ModelCard } from '../model.ts'
import { stepKind, type AnyStepKind } from '../step.ts'
import type { World } from '../world.ts'
import { anyInvalidCredentials, requireCredentials } from './require-credentials.ts'

const MOST_CARDS = 4

/** The default body that issues a card. */
const issuing = (cardholderId: string, accountId: string) => ({
  cardholderId,
  form: 'VIRTUAL',
  fundingSources: [accountId],
})

const arrangeCard = stepKind({
  name: 'arrange-card',
  area: 'cards',
  operations: [],
  weight: 6,
  params: fc.record({ state: fc.constantFrom(...CARD_STATES) }),
  may: ({ cards }) => cards.length < MOST_CARDS,
  async take({ cards }, { context }, { state }) {
    const { cardId, cardholderId, internalAccountId } = await context.arrange('card', { state })
    cards.push({ id: cardId, cardholderId, internalAccountId, state })
  },
})

/** @throws Violation when the card does not show its state */
async function judgeState(
  world: World,
  { id, state }: ModelCard,
  requirement: RequirementId,
  withinMs?: number,
): Promise<void> {
  if (world.deployment.operations.getCard === null || state === undefined) return
  await world.settled(
    () => world.context.platform.cards.get(id),
    (card) => [
      ...problemsIn('CRD-02', card, () => expectShown(card, id)),
      ...problemsIn(requirement, card, () => expectState(card, state)),
    ],
    ({ exchange }) => exchange,
    withinMs,
  )
}

const readCard = stepKind({
  name: 'read-card',
  area: 'cards',
  operations: ['getCard'],
  weight: 4,
  params: fc.record({ of: fc.nat(9) }),
  may: ({ cards }, { of }) => picked(cards, of)?.state !== undefined,
  take: async ({ cards }, world, { of }) => judgeState(world, picked(cards, of)!, 'CRD-15'),
})

/** The rule for a transition. */
const transitionIn = <Rule extends { readonly from: CardState; readonly to: CardState }>(
  rules: readonly Rule[],
  from: CardState,
  to: CardState,
): Rule | undefined => rules.find((rule) => rule.from === from && rule.to === to)

const moveCard = stepKind({
  name: 'move-card',
  area: 'cards',
  operations: ['updateCard', 'getCard'],
  weight: 12,
  params: fc.record({ of: fc.nat(9), to: fc.constantFrom(...CARD_STATES) }),
  may: ({ cards }, { of }) => picked(cards, of)?.state !== undefined,
  async take({ cards, slots }, world, { of, to }) {
    const card = picked(cards, of)!
    const from = card.state!
    const response = await world.context.platform.cards.move(card.id, to)
    const forbidden = transitionIn(FORBIDDEN_TRANSITIONS, from, to)
    if (forbidden) {
      judge(forbidden.id, response, () => expectTransitionRejected(response, forbidden))
      await judgeState(world, card, 'CRD-15')
      return
    }
    const { id } = transitionIn(ALLOWED_TRANSITIONS, from, to)!
    withSuccess(response, id, `changing a card from ${from} to ${to}`)
    card.state = to
    // An accepted request may take effect later.
    await judgeState(world, card, id, response.status === 202 ? world.context.maxWaitMs : CONSISTENCY_MS)
    for (const slot of slots) if (to === 'CLOSED' && slot.held === card) slot.held = undefined
  },
})

const moveOddly = stepKind({
  name: 'move-card-oddly',
  area: 'cards',
  operations: ['updateCard', 'getCard'],
  weight: 3,
  params: fc.record({ of: fc.nat(9), to: fc.constantFrom('NO_SUCH_STATE', 'active', '') }),
  may: ({ cards }, { of }) => picked(cards, of)?.state !== undefined,
  async take({ cards }, world, { of, to }) {
    const card = picked(cards, of)!
    const response = await world.wrongOnPurpose(() => world.context.platform.cards.move(card.id, to))
    judge('CRD-16', response, expectStateRejected)
    await judgeState(world, card, 'CRD-16')
  },
})

const listCards = stepKind({
  name: 'list-cards',
  area: 'cards',
  operations: ['listCards'],
  weight: 2,
  params: fc.record({ of: fc.nat(9) }),
  may: ({ cards }, { of }) => picked(cards, of) !== undefined,
  async take({ cards }, world, { of }) {
    const card = picked(cards, of)!
    await judgeListed(world, 'CRD-04', (cursor) => world.context.platform.cards.list(cursor), card.id)
  },
})

/** A cardholder whose card is closed may get another one; the contract leaves its first state open. */
const issueCard = stepKind({
  name: 'issue-card',
  area: 'cards',
  operations: ['createCard', 'getCard'],
  weight: 3,
  params: fc.record({ of: fc.nat(9) }),
  may: ({ cards, slots }, { of }) => {
    const card = picked(cards, of)
    return (
      cards.length < MOST_CARDS &&
      card?.state === 'CLOSED' &&
      onlyOf(cards, card) &&
      slots.every(({ cardholderId }) => cardholderId !== card.cardholderId)
    )
  },
  async take({ cards }, world, { of }) {
    const { cardholderId, internalAccountId } = picked(cards, of)!
    const { context } = world
    const issued = await context.poll(
      () => context.platform.cards.create(issuing(cardholderId, internalAccountId)),
      isSuccess,
    )
    const id = judgeCreated('CRD-01', issued)
    const seen = await judgeSettled(
      world,
      'CRD-03',
      () => context.platform.cards.get(id),
      (card) => expectShown(card, id),
    )
    cards.push({
      id,
      cardholderId,
      internalAccountId,
      state: shownState(seen) === 'ACTIVE' ? 'ACTIVE' : undefined,
    })
  },
})

const onlyOf = (cards: readonly ModelCard[], { cardholderId }: ModelCard) =>
  cards.every((other) => other.cardholderId !== cardholderId || other.state === 'CLOSED')

const arrangeLimit = stepKind({
  name: 'arrange-card-limit',
  area: 'cards',
  operations: ['createCard'],
  weight: 3,
  params: fc.constant({}),
  may: ({ cards, slots }) => cards.length < MOST_CARDS && slots.length < 2,
  async take({ cards, slots }, { context, deployment }) {
    const { cardId, cardholderId, internalAccountId } = await context.arrange('card-limit', {})
    const actual =
      deployment.operations.getCard === null
        ? undefined
        : shownState(await context.platform.cards.get(cardId))
    const card: ModelCard = { id: cardId, cardholderId, internalAccountId, state: actual }
    cards.push(card)
    slots.push({ cardholderId, internalAccountId, held: card })
  },
})

const issueIntoSlot = stepKind({
  name: 'issue-card-into-slot',
  area: 'cards',
  operations: ['createCard'],
  weight: 4,
  params: fc.record({ of: fc.nat(3) }),
  may: ({ slots, cards }, { of }) => picked(slots, of) !== undefined && cards.length <= MOST_CARDS,
  async take({ slots, cards }, { context }, { of }) {
    const slot = picked(slots, of)!
    const { cardholderId, internalAccountId } = slot
    const ask = () => context.platform.cards.create(issuing(cardholderId, internalAccountId))
    if (slot.held) {
      judge('CRD-20', await ask(), expectLimitReached)
      return
    }
    const response = await context.poll(ask, isSuccess)
    withSuccess(response, 'CRD-21', 'issuing a card when the slot is free again')
    const id = judgeCreated('CRD-01', response)
    const card: ModelCard = {
      id,
      cardholderId,
      internalAccountId,
      state: shownState(response) === 'ACTIVE' ? 'ACTIVE' : undefined,
    }
    cards.push(card)
    slot.held = card
  },
})

const issueWithoutKyc = stepKind({
  name: 'issue-card-without-kyc',
  area: 'cards',
  operations: ['createCard'],
  weight: 1,
  params: fc.constant({}),
  may: () => true,
  async take(_, { context }) {
    const { cardholderId, internalAccountId } = await context.arrange('card-kyc', {})
    const response = await context.platform.cards.create(issuing(cardholderId, internalAccountId))
    judge('CRD-19', response, expectCardholderRejected)
  },
})

const NOBODIES = ['cardholder', 'read', 'move'] as const

const nonexistentCard = stepKind({
  name: 'nonexistent-card',
  area: 'cards',
  operations: ['createCard', 'getCard', 'updateCard'],
  weight: 2,
  params: fc.record({ of: fc.nat(9), what: fc.constantFrom(...NOBODIES) }),
  may: ({ cards }, { of }) => picked(cards, of) !== undefined,
  async take({ cards }, { context }, { of, what }) {
    const { id, cardholderId, internalAccountId } = picked(cards, of)!
    const nonexistent = nonexistentId(what === 'cardholder' ? cardholderId : id, context)
    const client = context.platform.cards
    if (what === 'cardholder') {
      const response = await client.create(issuing(nonexistent, internalAccountId))
      judge('CRD-24', response, expectUnknownCardholder)
      return
    }
    const response =
      what === 'read' ? await client.get(nonexistent) : await client.move(nonexistent, 'FROZEN')
    judge('CRD-25', response, () => expectNotFound(response, id))
  },
})

const fundClosed = stepKind({
  name: 'fund-closed-card',
  area: 'cards',
  operations: ['updateCard', 'getCard'],
  weight: 3,
  params: fc.record({ of: fc.nat(9), from: fc.nat(9) }),
  may: (model: Model, { of, from }) => {
    const card = picked(closed(model), of)
    const other = picked(model.cards, from)
    return card !== undefined && other !== undefined && other.internalAccountId !== card.internalAccountId
  },
  async take(model, world, { of, from }) {
    const card = picked(closed(model), of)!
    const { internalAccountId } = picked(model.cards, from)!
    const { cards } = world.context.platform
    const fundedFrom = async () =>
      JSON.stringify(valueAt((await cards.get(card.id)).body, 'fundingSources') ?? null)
    const before = await fundedFrom()
    const response = await cards.update(card.id, { fundingSources: [internalAccountId] })
    requireServiceResponse(response)
    if (response.status >= 500)
      throw new Violation(
        'CRD-17',
        `funding a closed card returned ${describeResponse(response)}`,
        response.exchange,
      )
    if ((await fundedFrom()) !== before)
      throw new Violation('CRD-17', 'a closed card is funded from another account', response.exchange)
    await judgeState(world, card, 'CRD-17')
    judge('CRD-18', response, expectFundingRejected)
  },
})

const closed = ({ cards }: Model) => cards.filter(({ state }) => state === 'CLOSED')

const cardWithInvalidCredentials = stepKind({
  name: 'card-with-invalid-credentials',
  area: 'cards',
  operations: ['getCard', 'updateCard'],
  weight: 3,
  params: fc.record({
    of: fc.nat(9),
    who: anyInvalidCredentials,
    transitions: fc.boolean(),
    to: fc.constantFrom(...CARD_STATES),
  }),
  may: ({ cards }, { of }) => picked(cards, of) !== undefined,
  async take({ cards }, world, { of, who, transitions, to }) {
    const { id } = picked(cards, of)!
    await requireCredentials(who, world, 'CRD-26', (caller) =>
      transitions ? caller.cards.move(id, to) : caller.cards.get(id),
    )
  },
})

export const cardSteps: readonly AnyStepKind[] = [
  arrangeCard,
  readCard,
  moveCard,
  moveOddly,
  listCards,
  issueCard,
  arrangeLimit,
  issueIntoSlot,
  issueWithoutKyc,
  nonexistentCard,
  fundClosed,
  cardWithInvalidCredentials,
]
