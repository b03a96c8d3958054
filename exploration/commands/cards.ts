/** Cards (contract: States, Card status; Limits, Live cards; Errors, 400 and 409 codes). */
import * as fc from 'fast-check'
import type { CheckedResponse } from '../../fixtures/http/checked-response.ts'
import { findListed } from '../../fixtures/list-walk.ts'
import { nonexistentId } from '../../fixtures/nonexistent-ids.ts'
import { CONSISTENCY_MS } from '../../fixtures/poll.ts'
import { valueAt } from '../../spec/value-at.ts'
import { isTransition, type RequirementId } from '../../spec/index.ts'
import {
  Violation,
  isSuccess,
  ofTheService,
  shown,
  withStatus,
  withSuccess,
  type Problem,
  said,
} from '../violation.ts'
import { CARD_STATES, picked, type CardState, type Model, type ModelCard } from '../model.ts'
import { stepKind, type AnyStepKind } from '../step.ts'
import type { World } from '../world.ts'
import { anyInvalidCredentials, withInvalidCredentials } from './invalid-credentials.ts'

const MOST_CARDS = 4

/** The body that issues a card, which is a default. */
const issuing = (cardholderId: string, accountId: string) => ({
  cardholderId,
  form: 'VIRTUAL',
  fundingSources: [accountId],
})

/** The state of a card, from `state` or `status`; undefined: none of the three known states. */
const stateTold = ({ body }: CheckedResponse): CardState | undefined =>
  CARD_STATES.find((state) => [valueAt(body, 'state'), valueAt(body, 'status')].includes(state))

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

/** @throws Violation when the card is not seen in its state */
async function seenIn(
  world: World,
  card: ModelCard,
  requirement: RequirementId,
  withinMs?: number,
): Promise<void> {
  if (world.deployment.operations.getCard === null || card.state === undefined) return
  await world.settled(
    () => world.context.platform.cards.get(card.id),
    (response): readonly Problem[] => {
      ofTheService(response)
      if (response.status !== 200 || valueAt(response.body, 'id') !== card.id)
        return [{ requirement: 'CRD-02', message: `reading a card returned ${shown(response)}` }]
      const told = stateTold(response)
      return told === card.state
        ? []
        : [{ requirement, message: `a card that must be ${card.state} is ${said(told)}` }]
    },
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
  take: async ({ cards }, world, { of }) => seenIn(world, picked(cards, of)!, 'CRD-15'),
})

const MOVED: Readonly<Record<string, RequirementId>> = {
  'ACTIVE FROZEN': 'CRD-05',
  'FROZEN ACTIVE': 'CRD-06',
  'ACTIVE CLOSED': 'CRD-07',
  'FROZEN CLOSED': 'CRD-08',
}

const REFUSED: Readonly<
  Record<string, { readonly requirement: RequirementId; readonly codes: readonly unknown[] }>
> = {
  'CLOSED CLOSED': { requirement: 'CRD-10', codes: ['CARD_ALREADY_CLOSED'] },
  'CLOSED ACTIVE': { requirement: 'CRD-11', codes: ['INVALID_STATE_TRANSITION', 'CARD_NOT_MUTABLE'] },
  'CLOSED FROZEN': { requirement: 'CRD-12', codes: ['INVALID_STATE_TRANSITION', 'CARD_NOT_MUTABLE'] },
  'ACTIVE ACTIVE': { requirement: 'CRD-13', codes: ['INVALID_STATE_TRANSITION'] },
  'FROZEN FROZEN': { requirement: 'CRD-14', codes: ['INVALID_STATE_TRANSITION'] },
}

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
    const what = `asking a card that is ${from} for ${to}`
    if (!isTransition('Card', from, to)) {
      const { requirement, codes } = REFUSED[`${from} ${to}`]!
      withStatus(response, [409], requirement, what)
      const code = valueAt(response.body, 'code')
      if (!codes.includes(code))
        throw new Violation(requirement, `${what} has the code ${said(code)}`, response.exchange)
      await seenIn(world, card, 'CRD-15')
      return
    }
    const requirement = MOVED[`${from} ${to}`]!
    withSuccess(response, requirement, what)
    card.state = to
    // What was only accepted may take longer.
    await seenIn(world, card, requirement, response.status === 202 ? world.context.maxWaitMs : CONSISTENCY_MS)
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
    withStatus(response, [400, 409], 'CRD-16', `asking a card for ${JSON.stringify(to)}`)
    await seenIn(world, card, 'CRD-16')
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
    await world.settled(
      () =>
        findListed(
          (cursor) => world.context.platform.cards.list(cursor),
          ({ id }) => id === card.id,
        ),
      ({ item, page }) => {
        ofTheService(page)
        return item ? [] : [{ requirement: 'CRD-04', message: `a card is not in the list (${page.status})` }]
      },
      ({ page }) => page.exchange,
    )
  },
})

/** A cardholder whose card is closed may hold another one; in which state that begins is open. */
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
    withSuccess(issued, 'CRD-01', 'issuing a card')
    const id = valueAt(issued.body, 'id')
    if (typeof id !== 'string')
      throw new Violation('CRD-01', 'a card was issued without an id', issued.exchange)
    const seen = await context.poll(
      () => context.platform.cards.get(id),
      ({ status }) => status === 200,
    )
    withStatus(seen, [200], 'CRD-03', 'reading a card that was issued')
    if (valueAt(seen.body, 'id') !== id) throw new Violation('CRD-03', 'another card was read', seen.exchange)
    cards.push({
      id,
      cardholderId,
      internalAccountId,
      state: stateTold(seen) === 'ACTIVE' ? 'ACTIVE' : undefined,
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
    const told =
      deployment.operations.getCard === null ? undefined : stateTold(await context.platform.cards.get(cardId))
    const card: ModelCard = { id: cardId, cardholderId, internalAccountId, state: told }
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
      const response = await ask()
      withStatus(response, [409], 'CRD-20', 'issuing a card beyond the limit')
      const code = valueAt(response.body, 'code')
      if (code !== 'CARD_LIMIT_REACHED')
        throw new Violation(
          'CRD-20',
          `beyond the limit of cards the code is ${said(code)}`,
          response.exchange,
        )
      return
    }
    const response = await context.poll(ask, isSuccess)
    withSuccess(response, 'CRD-21', 'issuing a card when the slot is free again')
    const id = valueAt(response.body, 'id')
    if (typeof id !== 'string')
      throw new Violation('CRD-01', 'a card was issued without an id', response.exchange)
    const card: ModelCard = {
      id,
      cardholderId,
      internalAccountId,
      state: stateTold(response) === 'ACTIVE' ? 'ACTIVE' : undefined,
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
    withStatus(response, [400], 'CRD-19', 'issuing a card to a cardholder without approved KYC')
    const code = valueAt(response.body, 'code')
    if (code !== 'CARDHOLDER_KYC_NOT_APPROVED')
      throw new Violation('CRD-19', `without approved KYC the code is ${said(code)}`, response.exchange)
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
      withStatus(response, [400, 404], 'CRD-24', 'issuing a card to a cardholder that there is not')
      return
    }
    const response =
      what === 'read' ? await client.get(nonexistent) : await client.move(nonexistent, 'FROZEN')
    withStatus(response, [404], 'CRD-25', `${what} of a card that there is not`)
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
    ofTheService(response)
    if (response.status >= 500)
      throw new Violation('CRD-17', `funding a closed card returned ${shown(response)}`, response.exchange)
    if ((await fundedFrom()) !== before)
      throw new Violation('CRD-17', 'a closed card is funded from another account', response.exchange)
    await seenIn(world, card, 'CRD-17')
    if (response.status !== 409 || valueAt(response.body, 'code') !== 'CARD_NOT_MUTABLE')
      throw new Violation('CRD-18', `funding a closed card returned ${shown(response)}`, response.exchange)
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
    const { platform, statuses } = withInvalidCredentials(world, who, undefined)
    const caller = platform.cards
    const response = transitions ? await caller.move(id, to) : await caller.get(id)
    withStatus(
      response,
      statuses,
      'CRD-26',
      `${transitions ? 'moving' : 'reading'} a card without credentials (${who})`,
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
