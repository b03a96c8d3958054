/** List the agent's own actions (contract: Endpoints 2): which actions are returned, and to whom. */
import { basic, check, expect, valueAt, walkActions, Blocked } from '../../fixtures/index.ts'
import {
  COMMON_STATUSES,
  arrangeAgentWithActions,
  anyActions,
  arrangeOtherAgentWithActions,
  type AgentWithActions,
} from './agent-with-actions.ts'
import { common, idsIn, idsOf } from './listed.ts'
import {
  expectForeignCursor,
  expectListedOrRejected,
  expectNotListed,
  expectStatusInBody,
  expectUnauthorizedList,
} from './list-expectations.ts'
import { invalidAgentCredentials } from '../invalid-credentials.ts'

/**
 * A cursor into the middle of an agent's actions.
 *
 * @throws Blocked when the first page of a longer list has no cursor
 */
async function readMiddleCursor({ agent }: AgentWithActions): Promise<string> {
  const page = await agent.actions({ limit: 2 })
  const cursor = valueAt(page.body, 'nextCursor')
  if (typeof cursor === 'string' && cursor !== '') return cursor
  throw new Blocked(
    'implementation',
    `the first page of a longer list returned ${page.status} and no cursor (exchange ${page.exchange})`,
    'See in the requests of this check why there is no nextCursor. ACT-06 judges this step.',
  )
}

const LISTS = [
  { query: {}, which: 'the whole list', status: 'PENDING_APPROVAL' },
  { query: { limit: 50 }, which: 'a longer page', status: 'PENDING_APPROVAL' },
  ...COMMON_STATUSES.map((status) => ({
    query: { status },
    which: `the list filtered by ${status}`,
    status,
  })),
] as const

for (const { query, which, status } of LISTS) {
  check('ACT-17', `${which} has no action of another agent of the customer`, async (context) => {
    const own = await arrangeAgentWithActions(context, { [status]: 3 })
    const otherAgent = await arrangeOtherAgentWithActions(context, own, { [status]: 2 })

    const { items } = await walkActions(own.agent, query)

    const theirs = idsOf(await otherAgent.agent.actions())
    expect(idsIn(items)).toHaveLength(3)
    expect(theirs).not.toHaveLength(0)
    expect(common(idsIn(items), theirs)).toEqual([])
  })

  check('ACT-18', `${which} has no action of another customer's agent`, async (context) => {
    const own = await arrangeAgentWithActions(context, { [status]: 3 })
    const outsider = await arrangeAgentWithActions(context, { [status]: 2 })

    const { items } = await walkActions(own.agent, query)

    const theirs = idsOf(await outsider.agent.actions())
    expect(idsIn(items)).toHaveLength(3)
    expect(theirs).not.toHaveLength(0)
    expect(common(idsIn(items), theirs)).toEqual([])
  })
}

check('ACT-19', "another agent's cursor of the same customer shows none of its actions", async (context) => {
  const own = await arrangeAgentWithActions(context, anyActions(2))
  const otherAgent = await arrangeOtherAgentWithActions(context, own, anyActions(5))
  const cursor = await readMiddleCursor(otherAgent)

  const list = await own.agent.actions({ cursor })

  const theirs = idsOf(await otherAgent.agent.actions())
  expectForeignCursor(list)
  expect(theirs).not.toHaveLength(0)
  expectNotListed(list, theirs)
})

check('ACT-19', "the cursor of another customer's agent shows none of its actions", async (context) => {
  const own = await arrangeAgentWithActions(context, anyActions(2))
  const outsider = await arrangeAgentWithActions(context, anyActions(5))
  const cursor = await readMiddleCursor(outsider)

  const list = await own.agent.actions({ cursor })

  const theirs = idsOf(await outsider.agent.actions())
  expectForeignCursor(list)
  expect(theirs).not.toHaveLength(0)
  expectNotListed(list, theirs)
})

/** Valid and invalid forms: a number, a position and an id, with and without the usual encodings. */
const INVALID_CURSORS = [
  'no-such-cursor',
  '1',
  '-1',
  'AgentAction:00000000-0000-4000-8000-000000000000',
  Buffer.from('{"offset":1}').toString('base64url'),
  Buffer.from('AgentAction:00000000-0000-4000-8000-000000000000').toString('base64'),
]

for (const cursor of INVALID_CURSORS) {
  check(
    'ACT-16',
    `the cursor ${cursor} is rejected, or returns only the agent's own actions`,
    async (context) => {
      const own = await arrangeAgentWithActions(context, anyActions(2))
      const outsider = await arrangeAgentWithActions(context, anyActions(2))

      const list = await own.agent.actions({ cursor })

      const theirs = idsOf(await outsider.agent.actions())
      expectListedOrRejected(list)
      expect(theirs).not.toHaveLength(0)
      expectNotListed(list, theirs)
    },
  )
}

const { none, unknown, shorter, longer, prefixed, otherCase, identifier, platform } = invalidAgentCredentials
const { bareScheme, twoTokens, noScheme, emptyBasic, otherScheme } = invalidAgentCredentials

const REJECTED_CREDENTIALS = [
  { id: 'ACT-20', credentials: [none] },
  { id: 'ACT-21', credentials: [unknown, shorter, longer, prefixed, identifier] },
  { id: 'ACT-22', credentials: [bareScheme, twoTokens, noScheme, emptyBasic, otherScheme] },
  { id: 'ACT-23', credentials: [platform] },
  { id: 'ACT-38', credentials: [otherCase] },
] as const

for (const { id, credentials } of REJECTED_CREDENTIALS) {
  for (const { name, authorization, statuses } of credentials) {
    check(id, `with ${name} the list is rejected`, async (context) => {
      const arranged = await context.arrange('agent', {})
      const agent = context.agent(arranged.accessToken)

      const list = await agent.presenting(authorization(context, arranged)).actions()

      expect(list).toBeError(...statuses)
    })
  }
}

for (const { whom, authorization } of [
  { whom: 'a request without credentials', authorization: undefined },
  { whom: 'a token that does not exist', authorization: 'Bearer 5f0c6d3e-5b0e-4f53-9d5a-4a4c0a6e9b11' },
  { whom: 'a password', authorization: basic('nobody', 'nothing') },
]) {
  check('ACT-24', `${whom} gets UNAUTHORIZED in the error shape of the list`, async ({ agent }) => {
    const list = await agent('').presenting(authorization).actions()

    expectUnauthorizedList(list)
  })
}

check('ACT-25', 'a rejection of the list repeats its status in the body', async ({ agent }) => {
  const list = await agent('').presenting(undefined).actions()

  expectStatusInBody(list)
})

const UNUSUAL_QUERIES = [
  { of: 'an empty status', query: { status: '' } },
  { of: 'an empty limit', query: { limit: '' } },
  { of: 'an empty cursor', query: { cursor: '' } },
  { of: 'a cursor with a NUL character', query: { cursor: 'cursor\u0000' } },
  { of: 'a cursor with characters of four bytes', query: { cursor: 'cursor\u{1F355}' } },
  { of: 'a cursor of 3000 characters', query: { cursor: 'a'.repeat(3_000) } },
]

for (const { of, query } of UNUSUAL_QUERIES) {
  check('ACT-36', `${of} causes no server error`, async (context) => {
    const { agent } = await arrangeAgentWithActions(context, anyActions(2))

    const list = await agent.actions(query)

    expect(list.status, 'status').toBeLessThan(500)
  })
}
