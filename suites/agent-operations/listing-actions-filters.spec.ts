/** List the agent's own actions (contract: Endpoints 2): the status filter, and the fields of a listed action. */
import { check, expect, firstPageWithItems, itemsOf, walkActions } from '../../fixtures/index.ts'
import { ACTION_STATUSES, arrangeAgentWithActions, anyActions } from './agent-with-actions.ts'
import { expectOwner } from './action-expectations.ts'
import { expectCountOfEach, expectStatusOfEach } from './filter-expectations.ts'
import {
  DEFAULT_PAGE,
  expectActionsOf,
  expectEmpty,
  expectListedOrRejected,
  expectNotListed,
} from './list-expectations.ts'
import { distinct, idsIn, idsOf, statusesIn, totalCounts } from './listed.ts'

/** A different number in each status, so that no status can be mistaken for another. */
const COUNTS = { PENDING_APPROVAL: 2, APPROVED: 4, REJECTED: 1, FAILED: 3 }

check('ACT-08', 'filtered by a status, the list counts the actions in it', async (context) => {
  const { agent } = await arrangeAgentWithActions(context, COUNTS)

  const lists = await Promise.all(ACTION_STATUSES.map((status) => firstPageWithItems(agent, { status })))

  expect(lists.map((list) => itemsOf(list).length).filter((length) => length === 0)).toEqual([])
  expectCountOfEach(lists, COUNTS)
})

check('ACT-08', 'filtered by a status, every page counts all actions in it', async (context) => {
  const { agent } = await arrangeAgentWithActions(context, COUNTS)

  const { pages } = await walkActions(agent, { status: 'APPROVED', limit: 2 }, COUNTS.APPROVED + 1)

  expect(pages.length, 'the number of pages').toBeGreaterThan(1)
  expect(totalCounts(pages), 'totalCount of each page').toEqual(totalCounts(pages).map(() => COUNTS.APPROVED))
})

check('ACT-09', 'filtered by a status, the list has no action in another one', async (context) => {
  const { agent } = await arrangeAgentWithActions(context, COUNTS)

  const lists = await Promise.all(ACTION_STATUSES.map((status) => firstPageWithItems(agent, { status })))

  expectStatusOfEach(lists)
})

check('ACT-10', 'the four filters together return the same actions as no filter', async (context) => {
  const { agent, total } = await arrangeAgentWithActions(context, COUNTS)

  const whole = await walkActions(agent)
  const parts = await Promise.all(ACTION_STATUSES.map((status) => walkActions(agent, { status })))

  const ids = parts.flatMap(({ items }) => idsIn(items))
  expect(idsIn(whole.items)).toHaveLength(total)
  expect(ids).toHaveLength(total)
  expect(new Set(ids)).toEqual(new Set(idsIn(whole.items)))
})

for (const { status, total } of [
  { status: 'PENDING_APPROVAL', total: 4 },
  { status: 'APPROVED', total: 5 },
]) {
  check(
    'ACT-11',
    `filtered by ${status}, ${total} actions are paged like an unfiltered list`,
    async (context) => {
      const { agent } = await arrangeAgentWithActions(context, {
        PENDING_APPROVAL: 4,
        APPROVED: 5,
        FAILED: 3,
      })

      const walk = await walkActions(agent, { status, limit: 2 }, total + 1)

      expect(Math.max(...walk.sizes)).toBeLessThanOrEqual(2)
      expect(distinct(statusesIn(walk.items)), 'statuses in the list').toEqual([status])
      expect(idsIn(walk.items)).toHaveLength(total)
      expect(distinct(idsIn(walk.items))).toHaveLength(total)
    },
  )
}

check('ACT-02', 'without limit, a filtered list has at most 20 of 21 actions on a page', async (context) => {
  const { agent } = await arrangeAgentWithActions(context, anyActions(41))

  const list = await firstPageWithItems(agent, { status: 'PENDING_APPROVAL' })

  expect(itemsOf(list).length).toBeGreaterThan(0)
  expect(itemsOf(list).length).toBeLessThanOrEqual(DEFAULT_PAGE)
})

/** A status of another resource, and an invalid one. */
const NO_ACTION_STATUSES = ['COMPLETED', 'NO_SUCH_STATUS']

for (const status of NO_ACTION_STATUSES) {
  check(
    'ACT-14',
    `the filter ${status} is rejected, or returns only the agent's own actions`,
    async (context) => {
      const { agent, arranged } = await arrangeAgentWithActions(context, anyActions(2))
      const outsider = await arrangeAgentWithActions(context, anyActions(2))

      const list = await agent.actions({ status })

      const foreign = idsOf(await outsider.agent.actions())
      expectListedOrRejected(list)
      expect(foreign).toHaveLength(2)
      expectNotListed(list, foreign)
      expectActionsOf(list, arranged.agentId)
    },
  )

  check('ACT-15', `the filter ${status} is rejected or matches nothing`, async (context) => {
    const { agent } = await arrangeAgentWithActions(context, anyActions(2))

    const list = await agent.actions({ status })

    expectListedOrRejected(list)
    expectEmpty(list)
  })
}

check('ACT-26', 'actions are listed in their current statuses', async (context) => {
  const { agent } = await arrangeAgentWithActions(context, COUNTS)

  const { items } = await walkActions(agent)

  const shown = statusesIn(items)
  const numbers = ACTION_STATUSES.map((status) => [status, shown.filter((one) => one === status).length])
  expect(Object.fromEntries(numbers), 'number of actions').toEqual({ ...COUNTS })
})

check('ACT-27', 'listed actions name the agent and its customer', async (context) => {
  const { agent, arranged, total } = await arrangeAgentWithActions(context, anyActions(3))

  const { items } = await walkActions(agent)

  expect(items).toHaveLength(total)
  expectOwner(items, arranged)
})
