/** List the agent's own actions (contract: Endpoints 2; Limits): pages, and the envelope around them. */
import { check, expect, itemsOf, walkActions, type PageWalk } from '../../fixtures/index.ts'
import { arrangeAgentWithActions, anyActions } from './agent-with-actions.ts'
import {
  expectCursors,
  expectDistinct,
  expectFullPages,
  expectHasMore,
  expectListedOrRejected,
  expectPagesAtMost,
  expectPageWithinLimit,
  expectTotalCounts,
} from './list-expectations.ts'
import { submitConcurrently } from './concurrent-submissions.ts'
import { requireCursor } from './page-cursor.ts'
import { carriesCursor, distinct, idsIn } from './listed.ts'
import { REJECTED } from '../rejections.ts'

check('ACT-01', 'an agent without actions has an empty list', async ({ arrange, agent }) => {
  const { accessToken } = await arrange('agent', {})

  const list = await agent(accessToken).actions()

  expect(list).toHaveStatus(200)
  expect(list).toMatchFields({ data: [], hasMore: false })
  expectTotalCounts([list], 0)
})

for (const { total, shown } of [
  { total: 3, shown: 3 },
  { total: 20, shown: 20 },
  { total: 21, shown: 20 },
  { total: 41, shown: 20 },
]) {
  check('ACT-02', `without limit, ${shown} of ${total} actions are on the first page`, async (context) => {
    const { agent } = await arrangeAgentWithActions(context, anyActions(total))

    const list = await agent.actions()

    expect(itemsOf(list).length).toBeGreaterThan(0)
    expect(itemsOf(list).length).toBeLessThanOrEqual(shown)
  })

  check('ACT-32', `without limit, the first page has ${shown} of ${total} actions`, async (context) => {
    const { agent } = await arrangeAgentWithActions(context, anyActions(total))

    const list = await agent.actions()

    expect(itemsOf(list)).toHaveLength(shown)
  })
}

/** Counts that are, and that are not, multiples of the limit, from the shortest page to the default one. */
const WALKS = [
  { total: 1, limit: 1 },
  { total: 3, limit: 1 },
  { total: 6, limit: 3 },
  { total: 7, limit: 3 },
  { total: 8, limit: 3 },
  { total: 19, limit: 20 },
  { total: 20, limit: 20 },
  { total: 21, limit: 20 },
  { total: 40, limit: 20 },
]

/**
 * The longest page: exactly full, and with one action too many. Not for every status, since arranging many actions
 * takes long.
 */
const JUST_FULL = { total: 100, limit: 100 }
const ONE_TOO_MANY = { total: 101, limit: 100 }

for (const { total, limit } of [...WALKS, ONE_TOO_MANY]) {
  check('ACT-03', `${total} actions come in pages of at most ${limit}`, async (context) => {
    const { agent } = await arrangeAgentWithActions(context, anyActions(total))

    const walk = await walkActions(agent, { limit }, total + 1)

    expect(walk.items.length).toBeGreaterThan(0)
    expectPagesAtMost(walk, limit)
  })

  check('ACT-33', `${total} actions fill every page of ${limit} except the last`, async (context) => {
    const { agent } = await arrangeAgentWithActions(context, anyActions(total))

    const walk = await walkActions(agent, { limit }, total + 1)

    expectFullPages(walk, limit)
    expect(walk.sizes).toHaveLength(Math.ceil(total / limit))
  })

  check('ACT-04', `a walk through ${total} actions, ${limit} at a time, shows each once`, async (context) => {
    const { agent, actionIds } = await arrangeAgentWithActions(context, anyActions(total))

    const walk = await walkActions(agent, { limit }, total + 1)

    const ids = idsIn(walk.items)
    expect(ids).toHaveLength(total)
    expectDistinct(walk)
    expect(new Set(ids)).toEqual(new Set(actionIds ?? ids))
  })
}

for (const { total, limit } of [...WALKS, JUST_FULL]) {
  check(
    'ACT-05',
    `of ${total} actions at ${limit} a page, pages before the last have more`,
    async (context) => {
      const { agent } = await arrangeAgentWithActions(context, anyActions(total))

      const walk = await walkActions(agent, { limit }, total + 1)

      expectHasMore(walk, total)
    },
  )
}

for (const { total, limit } of [
  { total: 3, limit: 1 },
  { total: 6, limit: 3 },
  { total: 7, limit: 3 },
]) {
  check(
    'ACT-06',
    `of ${total} actions at ${limit} a page, pages with more carry a cursor`,
    async (context) => {
      const { agent } = await arrangeAgentWithActions(context, anyActions(total))

      const walk = await walkActions(agent, { limit }, total + 1)

      expectCursors(walk)
      expect(carriesCursor(walk.pages)[0], 'whether the first page has a cursor').toBe(true)
    },
  )

  check('ACT-07', `of ${total} actions at ${limit} a page, every page counts ${total}`, async (context) => {
    const { agent } = await arrangeAgentWithActions(context, anyActions(total))

    const walk = await walkActions(agent, { limit }, total + 1)

    expect(walk.items.length).toBeGreaterThan(0)
    expectTotalCounts(walk.pages, total)
  })
}

/** A walk with a limit out of range returns every action once, as with a valid limit. */
function shownBy({ pages, items, ended }: PageWalk, total: number): string {
  const [first] = pages
  if (first && first.status >= 400) return 'rejected'
  if (items.length === 0 && ended) return 'nothing'
  const isWhole = ended && items.length === total && distinct(idsIn(items)).length === total
  return isWhole ? 'every action' : 'a part of the actions'
}

const LIMITS_OUT_OF_RANGE = [0, -1, 101, 1000, 1.5, 'abc', '99999999999999999999']

check('ACT-12', 'no limit out of range gives more than 100 of 101 actions', async (context) => {
  const { agent } = await arrangeAgentWithActions(context, anyActions(101))

  const lists = await Promise.all(LIMITS_OUT_OF_RANGE.map((limit) => agent.actions({ limit })))

  lists.forEach(expectPageWithinLimit)
})

for (const limit of LIMITS_OUT_OF_RANGE) {
  check('ACT-13', `limit ${limit} is rejected or clamped to the range`, async (context) => {
    const { agent, total } = await arrangeAgentWithActions(context, anyActions(3))

    const walk = await walkActions(agent, { limit }, total + 1)

    expect([200, ...REJECTED]).toContain(walk.pages[0]?.status)
    expect(['rejected', 'nothing', 'every action']).toContain(shownBy(walk, total))
  })
}

check('ACT-34', 'pages of two show each of eight concurrently submitted actions once', async (context) => {
  const { agent, listed } = await submitConcurrently(context, 8)

  const walk = await walkActions(agent, { limit: 2 }, listed + 1)

  expect(idsIn(walk.items)).toHaveLength(listed)
  expectDistinct(walk)
})

check('ACT-35', 'a page after a longer one has at most the limit of its own request', async (context) => {
  const { agent } = await arrangeAgentWithActions(context, anyActions(7))
  const first = await agent.actions({ limit: 3 })
  const cursor = requireCursor(first)

  const next = await agent.actions({ limit: 1, cursor })

  expectListedOrRejected(next)
  expect(itemsOf(next).length, 'items of the page').toBeLessThanOrEqual(1)
})
