/** All nine transitions that can be requested (contract: States, Card status; Errors, 409 codes). */
import { check, expect, retryUntilFound, type CheckedResponse } from '../../fixtures/index.ts'
import { statesOf } from '../../spec/index.ts'
import { isAccepted } from '../expectations.ts'
import {
  ALLOWED_TRANSITIONS,
  expectStateRejected,
  expectTransitionRejected,
  FORBIDDEN_TRANSITIONS,
  shownState,
} from './expectations.ts'
import {
  arrangeCardIn,
  requireFundingSources,
  keptFields,
  move,
  requireMoved,
  readCard,
  requireRejectedMove,
  pollMovedState,
  readState,
} from './arranged-card.ts'

for (const { id, from, to } of ALLOWED_TRANSITIONS) {
  check(id, `a card that is ${from} becomes ${to}`, async (context) => {
    const { cardId } = await arrangeCardIn(context, from)

    const response = await move(context, cardId, to)

    expect(response).toSucceed()
    expect(await pollMovedState(context, cardId, response, to), 'state of the card').toBe(to)
  })
}

check('CRD-07', 'a card that was frozen and unfrozen becomes CLOSED', async (context) => {
  const { cardId } = await arrangeCardIn(context, 'ACTIVE')
  await requireMoved(context, cardId, 'FROZEN')
  await requireMoved(context, cardId, 'ACTIVE')

  const response = await move(context, cardId, 'CLOSED')

  expect(response).toSucceed()
  expect(await pollMovedState(context, cardId, response, 'CLOSED'), 'state of the card').toBe('CLOSED')
})

check('CRD-09', 'a card is frozen, unfrozen, frozen again and closed', async (context) => {
  const { cardId } = await arrangeCardIn(context, 'ACTIVE')
  await requireMoved(context, cardId, 'FROZEN')
  await requireMoved(context, cardId, 'ACTIVE')

  const again = await move(context, cardId, 'FROZEN')

  expect(again).toSucceed()
  expect(await pollMovedState(context, cardId, again, 'FROZEN'), 'state of the card').toBe('FROZEN')
  expect(await move(context, cardId, 'CLOSED')).toSucceed()
})

for (const transition of FORBIDDEN_TRANSITIONS) {
  const { id, from, to } = transition

  check(id, `a card that is ${from} does not become ${to}`, async (context) => {
    const { cardId } = await arrangeCardIn(context, from)

    const response = await requireRejectedMove(context, await move(context, cardId, to))

    expectTransitionRejected(response, transition)
  })

  check('CRD-15', `a card that is ${from} stays unchanged when ${to} is requested`, async (context) => {
    const { cardId } = await arrangeCardIn(context, from)
    const before = keptFields(await readCard(context, cardId))

    await move(context, cardId, to)

    const after = await readCard(context, cardId)
    expect(shownState(after), 'state of the card').toBe(from)
    expect(keptFields(after), 'other fields').toEqual(before)
  })
}

const CLOSED_AGAIN = FORBIDDEN_TRANSITIONS.find(({ id }) => id === 'CRD-10')!

check('CRD-10', 'a card that was just closed does not become CLOSED', async (context) => {
  const { cardId } = await arrangeCardIn(context, 'ACTIVE')
  await requireMoved(context, cardId, 'CLOSED')

  const response = await move(context, cardId, 'CLOSED')

  expectTransitionRejected(response, CLOSED_AGAIN)
})

check('CRD-10', 'a card that was closed while frozen does not become CLOSED', async (context) => {
  const { cardId } = await arrangeCardIn(context, 'ACTIVE')
  await requireMoved(context, cardId, 'FROZEN')
  await requireMoved(context, cardId, 'CLOSED')

  const response = await move(context, cardId, 'CLOSED')

  expectTransitionRejected(response, CLOSED_AGAIN)
})

const CONCURRENT = [
  { of: 'closed and frozen', states: ['CLOSED', 'FROZEN'] },
  { of: 'frozen and closed', states: ['FROZEN', 'CLOSED'] },
] as const

for (const { of, states } of CONCURRENT) {
  check('CRD-38', `a card that is ${of} concurrently stays CLOSED`, async (context) => {
    const { cardId } = await arrangeCardIn(context, 'ACTIVE')
    const both = () => context.concurrently(...states.map((state) => () => move(context, cardId, state)))
    const closingOf = (responses: readonly CheckedResponse[]) => responses[states.indexOf('CLOSED')]!

    const responses = await context.poll(both, (sent) => isAccepted(closingOf(sent)))

    const closing = closingOf(responses)
    expect(closing).toSucceed()
    expect(await pollMovedState(context, cardId, closing, 'CLOSED'), 'state of the card').toBe('CLOSED')
  })
}

const STATES = statesOf('Card')

const NO_STATES = [
  { of: 'an unknown word', state: 'NO_SUCH_STATE' },
  { of: 'an empty text', state: '' },
  { of: 'a number', state: 7 },
  { of: 'an object', state: {} },
] as const

for (const from of STATES)
  for (const { of, state } of NO_STATES) {
    check('CRD-16', `a card that is ${from} does not become ${of}`, async (context) => {
      const { cardId } = await arrangeCardIn(context, from)

      const moveResponse = await retryUntilFound(context, () =>
        context.platform.cards.update(cardId, { state }),
      )

      const response = await requireRejectedMove(context, moveResponse)
      expectStateRejected(response)
      expect(await readState(context, cardId), 'state of the card').toBe(from)
    })
  }

const MOVES = [
  { from: 'ACTIVE', to: 'FROZEN' },
  { from: 'FROZEN', to: 'ACTIVE' },
  { from: 'ACTIVE', to: 'CLOSED' },
] as const

for (const { from, to } of MOVES) {
  check('CRD-32', `cards issued before and after stay ${from} when one becomes ${to}`, async (context) => {
    const before = await arrangeCardIn(context, from)
    const { cardId } = await arrangeCardIn(context, from)
    const after = await arrangeCardIn(context, from)

    await requireMoved(context, cardId, to)

    expect(await readState(context, before.cardId), 'state of the card issued before').toBe(from)
    expect(await readState(context, after.cardId), 'state of the card issued after').toBe(from)
  })

  check('CRD-34', `a card that becomes ${to} keeps its other fields`, async (context) => {
    const { cardId } = await arrangeCardIn(context, from)
    const before = await readCard(context, cardId)
    requireFundingSources(before)

    await requireMoved(context, cardId, to)

    expect(keptAs(to, await readCard(context, cardId)), 'other fields').toEqual(keptAs(to, before))
  })
}

/** A closed card may release its funding sources. */
const keptAs = (state: string, card: CheckedResponse) => ({
  ...keptFields(card),
  ...(state === 'CLOSED' && { fundingSources: undefined }),
})
