import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { actionRules } from '../../reference/rules/actions.ts'
import { neverAsked, startDriven } from './driven-reference.ts'

const reference = await startDriven()
after(() => reference.close())

interface Page {
  readonly data: readonly { readonly id: string; readonly status: string; readonly createdAt: string }[]
  readonly hasMore: boolean
  readonly nextCursor?: string
  readonly totalCount: number
}

async function walk(token: string, query: Readonly<Record<string, string>>): Promise<readonly Page[]> {
  const pages: Page[] = []
  for (let cursor: string | undefined; ;) {
    const search = new URLSearchParams({ ...query, ...(cursor !== undefined && { cursor }) })
    const reply = await reference.agent(token, 'GET', `/agents/me/actions?${search}`)
    assert.equal(reply.status, 200, reply.text)
    const page = reply.json as unknown as Page
    pages.push(page)
    cursor = page.nextCursor
    assert.equal(page.hasMore, cursor !== undefined)
    if (cursor === undefined) return pages
  }
}

test('pages are exact and hold every action once', async () => {
  const { agentId, accessToken } = await reference.arrange('agent', {})
  const counts = { PENDING_APPROVAL: 13, APPROVED: 11, REJECTED: 10, FAILED: 6 }
  const { actionIds = [] } = await reference.arrange('agent-actions', { agentId, counts })
  assert.equal(actionIds.length, 40)

  for (const [limit, sizes] of [
    [undefined, [20, 20]],
    ['7', [7, 7, 7, 7, 7, 5]],
    ['20', [20, 20]],
    ['100', [40]],
  ] as const) {
    const pages = await walk(accessToken, limit === undefined ? {} : { limit })
    assert.deepEqual(
      pages.map(({ data }) => data.length),
      sizes,
    )
    const seen = pages.flatMap(({ data }) => data)
    assert.deepEqual(seen.map(({ id }) => id).sort(), [...actionIds].sort())
    assert.equal(new Set(seen.map(({ createdAt }) => createdAt)).size, 40)
    assert.ok(pages.every(({ totalCount }) => totalCount === 40))
  }
  for (const [status, count] of Object.entries(counts)) {
    const pages = await walk(accessToken, { status, limit: '5' })
    const seen = pages.flatMap(({ data }) => data)
    assert.equal(seen.length, count)
    assert.ok(seen.every((action) => action.status === status))
    assert.ok(pages.every(({ totalCount }) => totalCount === count))
  }
})

test('an agent sees its own actions only', async () => {
  const { agentId, accessToken } = await reference.arrange('agent', {})
  const { actionIds = [] } = await reference.arrange('agent-actions', {
    agentId,
    counts: { PENDING_APPROVAL: 1, APPROVED: 0, REJECTED: 0, FAILED: 0 },
  })
  const otherAgent = await reference.arrange('sibling-agent', { agentId })

  const [page] = await walk(otherAgent.accessToken, {})
  const own = await reference.agent(accessToken, 'GET', `/agents/me/actions/${actionIds[0]}`)
  const others = await reference.agent(otherAgent.accessToken, 'GET', `/agents/me/actions/${actionIds[0]}`)

  assert.deepEqual(page, { data: [], hasMore: false, totalCount: 0 })
  assert.equal(own.status, 200)
  assert.equal(others.status, 404)
})

test('a query out of range is refused in the shape of the list', async () => {
  const { accessToken } = await reference.arrange('agent', {})
  for (const query of ['limit=0', 'limit=101', 'limit=-1', 'limit=x', 'limit=', 'status=DONE', 'cursor=!']) {
    const reply = await reference.agent(accessToken, 'GET', `/agents/me/actions?${query}`)
    assert.equal(reply.status, 400)
    assert.deepEqual(Object.keys(reply.json), ['status', 'code', 'message', 'details'])
  }
})

test('every action rule has been asked', () => {
  assert.deepEqual(neverAsked(actionRules, reference), [])
})
