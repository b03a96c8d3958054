/** The fields of an action and its embedded resources, in every status (contract: agent action; Quote; Transaction). */
import { check, expect, valueAt, walkActions, Blocked, type CheckContext } from '../../fixtures/index.ts'
import {
  expectAccountsOfQuote,
  expectNoRejectionReason,
  expectOrder,
  expectSameParties,
  SETTLEMENTS,
  STABLE_FIELDS,
  UPDATES,
} from './action-expectations.ts'
import { differences } from './agreement.ts'
import { mistyped } from './field-types.ts'
import { ACTION, CURRENCIES, QUOTE, REFUND, TRANSACTION } from './resource-fields.ts'
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
      'See in the requests of this check why they are not listed. ACT-26 judges this step.',
    )
  }
  return { ...own, actions }
}

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

    expectSameParties(actions, arranged)
  },
)

check('AGA-07', 'in every status, a transaction is between the accounts of its quote', async (context) => {
  const { actions } = await listActionsOfEveryStatus(context)

  expectAccountsOfQuote(actions)
})

const orders = [
  { id: 'AGA-08', what: 'nothing was updated before it was created', order: UPDATES },
  { id: 'AGA-12', what: 'nothing was settled before it was started', order: SETTLEMENTS },
] as const

for (const { id, what, order } of orders) {
  check(id, `in every status, ${what}`, async (context) => {
    const { actions } = await listActionsOfEveryStatus(context)

    expectOrder(actions, order)
  })
}

check('AGA-09', 'an action that was not rejected has no rejection reason', async (context) => {
  const { actions } = await listActionsOfEveryStatus(context)

  const unrejected = actions.filter(({ status }) => status === 'PENDING_APPROVAL' || status === 'APPROVED')

  expect(unrejected).not.toHaveLength(0)
  expectNoRejectionReason(unrejected)
})

check('AGA-10', 'an action has the same fields with and without a filter', async (context) => {
  const { actions, agent } = await listActionsOfEveryStatus(context)
  const [one] = actions.filter(({ status }) => status === 'REJECTED')

  const filtered = await walkActions(agent, { status: 'REJECTED' })

  const again = filtered.items.find(({ id }) => id === one?.id)
  expect(again?.id, 'the action under the filter').toBe(one?.id)
  expect(differences(one, again, STABLE_FIELDS, ['without the filter', 'with it'])).toEqual([])
})

check('AGA-11', 'an action has the same fields when read by its id and in the list', async (context) => {
  const { actions, agent } = await listActionsOfEveryStatus(context)

  const got = await Promise.all(actions.map(({ id }) => agent.action(String(id))))

  got.forEach((one) => expect(one).toSucceed())
  expect(got.map(({ body }) => valueAt(body, 'id'))).toEqual(actions.map(({ id }) => id))
  expect(
    got.flatMap(({ body }, index) =>
      differences(actions[index], body, STABLE_FIELDS, ['in the list', 'by its id']),
    ),
  ).toEqual([])
})
