/** Cards that are issued, read and listed (contract: What the service does, Cards). */
import {
  Blocked,
  check,
  expect,
  findById,
  listItemsOf,
  firstPages,
  retryUntilFound,
  type CheckedResponse,
  type CheckContext,
  nonexistentId,
} from '../../fixtures/index.ts'
import { expectCreated, expectListed, expectNotFound, expectShown } from '../expectations.ts'
import { expectFundingRejected, listedState, shownState } from './expectations.ts'
import { issued, issuing, requireFreeSlot } from './freed-slot.ts'
import {
  arrangeCardIn,
  requireFundingSources,
  keptFields,
  readCard,
  requireListedState,
  requireMoved,
  requireRejectedMove,
} from './arranged-card.ts'

check('CRD-01', 'a card is issued and has an identifier', async ({ arrange, platform }) => {
  const holder = await arrange('card', { state: 'CLOSED' })

  const response = await platform.cards.create(issuing(holder))

  expectCreated(requireFreeSlot(response))
})

check('CRD-02', 'a card is read', async ({ arrange, platform, poll }) => {
  const { cardId } = await arrange('card', { state: 'FROZEN' })

  const response = await poll(
    () => platform.cards.get(cardId),
    ({ status }) => status === 200,
  )

  expectShown(response, cardId)
})

check('CRD-03', 'an issued card is readable', async ({ arrange, platform, poll }) => {
  const holder = await arrange('card', { state: 'CLOSED' })
  const cardId = issued(await platform.cards.create(issuing(holder)))

  const response = await poll(
    () => platform.cards.get(cardId),
    ({ status }) => status === 200,
  )

  expectShown(response, cardId)
})

for (const state of ['ACTIVE', 'FROZEN'] as const) {
  check('CRD-04', `a card that is ${state} is listed`, async (context) => {
    const { cardId } = await context.arrange('card', { state })

    const found = await findById(context, (cursor) => context.platform.cards.list(cursor), cardId)

    expect(found.page).toHaveStatus(200)
    expectListed(found, cardId)
  })
}

const CHANGED_STATES = [
  { from: 'ACTIVE', to: 'FROZEN' },
  { from: 'FROZEN', to: 'ACTIVE' },
] as const

for (const { from, to } of CHANGED_STATES) {
  check('CRD-37', `a card that became ${to} is listed as ${to}`, async (context) => {
    const { cardId } = await arrangeCardIn(context, from)
    await requireMoved(context, cardId, to)

    const found = await context.poll(
      () => findById(context, (cursor) => context.platform.cards.list(cursor), cardId),
      (listed) => listedState(listed) === to,
    )

    expect(requireListedState(found), 'state of the card').toBe(to)
  })
}

/** Changes of a closed card besides its state. Their names are defaults. */
const CHANGES = [
  {
    of: 'the account that it is funded from',
    change: (accountId: string) => ({ fundingSources: [accountId] }),
  },
  {
    of: 'its state and the account that it is funded from',
    change: (accountId: string) => ({ state: 'ACTIVE', fundingSources: [accountId] }),
  },
  { of: 'its form', change: () => ({ form: 'PHYSICAL' }) },
  { of: 'its name', change: (_: string, nickname: string) => ({ nickname }) },
] as const

for (const { of, change } of CHANGES) {
  check('CRD-17', `a change of ${of} leaves a closed card unchanged`, async (context) => {
    const { cardId } = await arrangeCardIn(context, 'CLOSED')
    const other = await arrangeCardIn(context, 'ACTIVE')
    const before = await readCard(context, cardId)

    const response = await retryUntilFound(context, () =>
      context.platform.cards.update(cardId, change(other.internalAccountId, context.random.word)),
    )

    expect(response.status, 'status of the response').toBeLessThan(500)
    const after = await readCard(context, cardId)
    expect(shownState(after), 'state of the card').toBe('CLOSED')
    expect(keptFields(after), 'other fields').toEqual(keptFields(before))
  })
}

check('CRD-18', 'funding a closed card from another account is a conflict', async (context) => {
  const { cardId } = await arrangeCardIn(context, 'CLOSED')
  const otherAccountId = await fundableFrom(context)

  const response = await retryUntilFound(context, () =>
    context.platform.cards.update(cardId, { fundingSources: [otherAccountId] }),
  )

  expectFundingRejected(response)
})

check('CRD-18', 'funding a card that was closed while frozen is a conflict', async (context) => {
  const { cardId } = await arrangeCardIn(context, 'FROZEN')
  await requireMoved(context, cardId, 'CLOSED')
  const otherAccountId = await fundableFrom(context)

  const response = await context.platform.cards.update(cardId, { fundingSources: [otherAccountId] })

  expectFundingRejected(response)
})

check('CRD-35', 'a card that is funded from another account keeps its other fields', async (context) => {
  const { cardId } = await arrangeCardIn(context, 'FROZEN')
  const before = await readCard(context, cardId)
  const otherAccountId = await fundableFrom(context)

  const response = await retryUntilFound(context, () =>
    context.platform.cards.update(cardId, { fundingSources: [otherAccountId] }),
  )

  expect(response).toSucceed()
  const after = await readCard(context, cardId)
  expect(shownState(after), 'state of the card').toBe('FROZEN')
  expect(besidesFunding(after), 'other fields').toEqual(besidesFunding(before))
})

check('CRD-31', 'two cards have two identifiers', async (context) => {
  const first = await context.arrange('card', { state: 'CLOSED' })
  const second = await context.arrange('card', { state: 'CLOSED' })
  const firstId = issued(await context.platform.cards.create(issuing(first)))

  const response = await context.platform.cards.create(issuing(second))

  expect(issued(response), 'identifier of the second card').not.toBe(firstId)
})

check('CRD-33', 'nextCursor leads to another page', async (context) => {
  const { cards } = context.platform
  await arrangeCardIn(context, 'ACTIVE')
  await arrangeCardIn(context, 'ACTIVE')

  const { first, second, repeats, skips } = await firstPages(context, (cursor, limit) =>
    cards.list(cursor, limit),
  )

  expect(first).toHaveStatus(200)
  expect(listItemsOf(first), 'cards on the first page').not.toHaveLength(0)
  expect(second ?? first).toHaveStatus(200)
  expect(repeats, 'the second page repeats the first one').toBe(false)
  expect(skips, 'the second page skips an item').toBe(false)
})

check('CRD-25', 'an unknown card is not read', async ({ arrange, platform, random }) => {
  const { cardId } = await arrange('card', { state: 'ACTIVE' })

  const response = await platform.cards.get(nonexistentId(cardId, { random }))

  expectNotFound(response, cardId)
})

check('CRD-25', 'an unknown card does not change state', async (context) => {
  const { cardId } = await context.arrange('card', { state: 'ACTIVE' })

  const response = await context.platform.cards.move(nonexistentId(cardId, context), 'FROZEN')

  await requireRejectedMove(context, response)
  expectNotFound(response, cardId)
})

const besidesFunding = (card: CheckedResponse) => ({ ...keptFields(card), fundingSources: undefined })

/**
 * An account that can fund a live card, with the default body.
 *
 * @throws Blocked when a live card does not show this account as its funding source
 */
async function fundableFrom(context: CheckContext): Promise<string> {
  const { cardId } = await arrangeCardIn(context, 'ACTIVE')
  const { internalAccountId } = await arrangeCardIn(context, 'ACTIVE')
  const response = await retryUntilFound(context, () =>
    context.platform.cards.update(cardId, { fundingSources: [internalAccountId] }),
  )
  const card = await context.poll(
    () => context.platform.cards.get(cardId),
    ({ text }) => text.includes(internalAccountId),
  )
  if (response.status < 300 && JSON.stringify(requireFundingSources(card)).includes(internalAccountId)) {
    return internalAccountId
  }
  throw new Blocked(
    'deployment-file',
    `funding a live card from another account returned ${response.status} and had no effect (exchange ${response.exchange}); the body { fundingSources } is a default of Assay`,
    'Describe the body under requests.updateCard in the deployment file.',
  )
}
