/** The first pages of a list that its deployment limits in its own way. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { CheckedResponse } from '../../fixtures/http/checked-response.ts'
import { firstPages, walkInPages } from '../../fixtures/list-walk.ts'

type Ask = (cursor?: string, limit?: number) => Promise<CheckedResponse>

const IDS = ['Card:1', 'Card:2', 'Card:3']

const response = (status: number, body: object) =>
  ({ operation: 'listCards', status, body, text: JSON.stringify(body), exchange: 'a.1.1' }) as CheckedResponse

/** A list of three items that skips some on every page but the first. */
const list =
  (skipped: number, acceptsLimit = true): Ask =>
  async (cursor, limit) => {
    if (limit !== undefined && !acceptsLimit)
      return response(400, { code: 'INVALID_INPUT', reason: 'No limit.' })
    const from = cursor === undefined ? 0 : Number(cursor) + skipped
    const end = from + (limit ?? 2)
    const data = IDS.slice(from, end).map((id) => ({ id }))
    const hasMore = end < IDS.length
    return response(200, { data, hasMore, ...(hasMore && { nextCursor: String(end) }) })
  }

const poll = async <Value>(ask: () => Promise<Value>): Promise<Value> => ask()
const context = { poll, maxWaitMs: 0 }

describe('the first two pages of a list', () => {
  it('continue', async () => {
    const { skips, repeats } = await firstPages(context, list(0))

    assert.deepEqual({ skips, repeats }, { skips: false, repeats: false })
  })

  it('skip an item', async () => {
    const { skips } = await firstPages(context, list(1))

    assert.equal(skips, true)
  })

  it('are read without a limit that the list rejects', async () => {
    const { first, skips } = await firstPages(context, list(0, false))

    assert.equal(first.status, 200)
    assert.equal(skips, false)
  })
})

describe('a walk in pages', () => {
  it('has no limit that the list rejects', async () => {
    const { ids } = await walkInPages(list(0, false), 1)

    assert.deepEqual(ids, IDS)
  })
})
