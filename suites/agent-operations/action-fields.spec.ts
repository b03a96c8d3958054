/** The fields of an action and its embedded resources, in every status (contract: agent action; Quote; Transaction). */
import { check, expect, valueAt, walkActions, Blocked, type CheckContext } from '../../fixtures/index.ts'
import { contradictions, differences } from './agreement.ts'
import { mistyped } from './field-types.ts'
import { ACTION, CURRENCIES, QUOTE, REFUND, TRANSACTION } from './resource-fields.ts'
import { disagreements } from '../disagreements.ts'
import { instantAt } from './created-quote.ts'
import { ACTION_STATUSES, arrangeAgentWithActions, type AgentWithActions } from './agent-with-actions.ts'

type Item = Readonly<Record<string, unknown>>

interface ListedActions extends AgentWithActions {
  readonly actions: readonly Item[]
}

/**
 * An agent with three actions in each status, as its list shows them.
 *
 * @throws Blocked when the list does not have an action in every status
 */
async function listActionsOfEveryStatus(context: CheckContext): Promise<ListedActions> {
  const own = await arrangeAgentWithActions(context, {
    PENDING_APPROVAL: 3,
    APPROVED: 3,
    REJECTED: 3,
    FAILED: 3,
  })
  const { arranged } = own
  const { pages, items: actions } = await context.readOnce(arranged, 'every-status', (reading) =>
    walkActions(reading.agent(arranged.accessToken), { limit: 100 }),
  )
  const missing = ACTION_STATUSES.filter((status) => !actions.some((action) => action.status === status))
  if (missing.length > 0) {
    throw new Blocked(
      'implementation',
      `the list has no action in ${missing.join(', ')}, although some were arranged (exchange ${pages[0]?.exchange})`,
      'See why they are not listed; ACT-26 judges it.',
    )
  }
  return { ...own, actions }
}

type Order = readonly (readonly [earlier: string, later: string])[]

/** A resource is updated after its creation (contract: agent action; Transaction). */
const UPDATES: Order = [
  ['createdAt', 'updatedAt'],
  ['transaction.createdAt', 'transaction.updatedAt'],
]

/** A settlement follows its start; the contract gives only the names of these times. */
const SETTLEMENTS: Order = [
  ['transaction.createdAt', 'transaction.settledAt'],
  ['transaction.refund.initiatedAt', 'transaction.refund.settledAt'],
]

/** Two timestamps may differ in whether they have fractions of a second. */
const TOLERANCE_MS = 1_000

/** Timestamps of an action in the wrong order; missing ones are ignored. */
const disorder = (action: unknown, order: Order): readonly string[] =>
  order
    .map(([earlier, later]) => ({
      earlier,
      later,
      by: (instantAt(action, earlier) ?? 0) - (instantAt(action, later) ?? Number.POSITIVE_INFINITY),
    }))
    .filter(({ by }) => by > TOLERANCE_MS)
    .map(({ earlier, later, by }) => `${later} is ${by} ms before ${earlier}`)

const resources = [
  { id: 'AGA-01', what: 'an action', types: ACTION },
  { id: 'AGA-02', what: 'the quote in an action', types: QUOTE },
  { id: 'AGA-03', what: 'the transaction in an action', types: TRANSACTION },
  { id: 'AGA-04', what: 'the refund in a transaction', types: REFUND },
  { id: 'AGA-05', what: 'a currency object in an action', types: CURRENCIES },
] as const

for (const { id, what, types } of resources) {
  check(id, `in every status, the fields of ${what} have their types`, async (context) => {
    const { actions } = await listActionsOfEveryStatus(context)

    const wrong = actions.flatMap((action) => mistyped(action, types))

    expect(wrong).toEqual([])
  })
}

check(
  'AGA-06',
  'in every status, an action and its embedded resources name the same parties',
  async (context) => {
    const { actions, arranged } = await listActionsOfEveryStatus(context)
    const { agentId, customerId, platformCustomerId } = arranged

    const wrong = actions.flatMap((action) => [
      ...disagreements(action, {
        agentId,
        customerId,
        platformCustomerId,
        'transaction.agentId': agentId,
        'transaction.customerId': customerId,
        'transaction.platformCustomerId': platformCustomerId,
        'quote.source.customerId': customerId,
      }),
      ...contradictions(action, [
        ['transaction.quoteId', 'quote.id'],
        ['quote.transactionId', 'transaction.id'],
      ]),
    ])

    expect(wrong).toEqual([])
  },
)

check('AGA-07', 'in every status, a transaction is between the accounts of its quote', async (context) => {
  const { actions } = await listActionsOfEveryStatus(context)

  const wrong = actions.flatMap((action) =>
    contradictions(action, [
      ['transaction.source.accountId', 'quote.source.accountId'],
      ['transaction.destination.accountId', 'quote.destination.accountId'],
    ]),
  )

  expect(wrong).toEqual([])
})

const orders = [
  { id: 'AGA-08', what: 'nothing was updated before it was created', order: UPDATES },
  { id: 'AGA-12', what: 'nothing was settled before it was begun', order: SETTLEMENTS },
] as const

for (const { id, what, order } of orders) {
  check(id, `in every status, ${what}`, async (context) => {
    const { actions } = await listActionsOfEveryStatus(context)

    const wrong = actions.flatMap((action) => disorder(action, order))

    expect(wrong).toEqual([])
  })
}

check('AGA-09', 'an action that was not rejected has no rejection reason', async (context) => {
  const { actions } = await listActionsOfEveryStatus(context)

  const unrejected = actions.filter(({ status }) => status === 'PENDING_APPROVAL' || status === 'APPROVED')

  expect(unrejected).not.toHaveLength(0)
  const reasons = unrejected.map((action) => valueAt(action, 'rejectionReason') ?? '')
  expect(reasons.filter((reason) => reason !== '')).toEqual([])
})

/** Fields that do not change over time, so that reads at different times can be compared. */
const LASTING = [
  'agentId',
  'customerId',
  'platformCustomerId',
  'type',
  'createdAt',
  'quote.id',
  'quote.totalSendingAmount',
  'quote.totalReceivingAmount',
  'quote.exchangeRate',
  'transaction.id',
  'transaction.createdAt',
  'transaction.quoteId',
] as const

check('AGA-10', 'an action has the same fields with and without a filter', async (context) => {
  const { actions, agent } = await listActionsOfEveryStatus(context)
  const [one] = actions.filter(({ status }) => status === 'REJECTED')

  const filtered = await walkActions(agent, { status: 'REJECTED' })

  const again = filtered.items.find(({ id }) => id === one?.id)
  expect(again?.id, 'the action under the filter').toBe(one?.id)
  expect(differences(one, again, LASTING)).toEqual([])
})

check('AGA-11', 'an action has the same fields when read by its id and in the list', async (context) => {
  const { actions, agent } = await listActionsOfEveryStatus(context)

  const got = await Promise.all(actions.map(({ id }) => agent.action(String(id))))

  got.forEach((one) => expect(one).toSucceed())
  expect(got.map(({ body }) => valueAt(body, 'id'))).toEqual(actions.map(({ id }) => id))
  expect(got.flatMap(({ body }, index) => differences(actions[index], body, LASTING))).toEqual([])
})
