/** A list without end ends a walk, before it fills the memory. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Blocked, OutOfTime } from '../../fixtures/errors.ts'
import type { CheckedResponse } from '../../fixtures/http/checked-response.ts'
import { listAll, findListed, firstPages, walkList } from '../../fixtures/list-walk.ts'
import { createPoll } from '../../fixtures/poll.ts'
import { virtualTime } from './virtual-time.ts'

const MEGABYTE = 1024 * 1024

/** A page with a cursor that no other page has. */
function endlessList(items: object[], more = '') {
  let asked = 0
  const ask = async (): Promise<CheckedResponse> => {
    const body = { data: items, hasMore: true, nextCursor: `cursor ${++asked}`, more }
    return {
      operation: 'listDocuments',
      body,
      text: JSON.stringify(body),
      exchange: `a.1.${asked}`,
    } as CheckedResponse
  }
  return { ask, asked: () => asked }
}

const isTooLong = (limit: RegExp) => (error: unknown) =>
  error instanceof Blocked && error.fixIn === 'environment' && limit.test(error.message)

describe('a walk over a list without end', () => {
  const walks = {
    'for all items': listAll,
    'for an item': (ask: () => Promise<CheckedResponse>) => findListed(ask, () => false),
    'for all pages': walkList,
  }
  for (const [what, walk] of Object.entries(walks)) {
    it(`${what} ends after a maximum number of pages`, async () => {
      let count = 0
      const { ask, asked } = endlessList([])
      const pages = async () => {
        const page = await ask()
        return { ...page, body: { ...(page.body as object), data: [{ id: `Document:${++count}` }] } }
      }

      await assert.rejects(walk(pages), isTooLong(/more than 200 pages/))
      assert.equal(asked(), 201)
    })

    it(`${what} ends after a maximum number of characters`, async () => {
      const { ask, asked } = endlessList([], 'x'.repeat(2 * MEGABYTE))

      await assert.rejects(walk(ask), isTooLong(/more than 24 million characters/))
      assert.ok(asked() <= 13, String(asked()))
    })
  }

  it('finds an item on an earlier page', async () => {
    const { ask, asked } = endlessList([{ id: 'Document:1' }], 'x'.repeat(MEGABYTE))
    const pages = async () => {
      const page = await ask()
      return { ...page, body: { ...(page.body as object), data: [{ id: `Document:${asked()}` }] } }
    }

    const { item } = await findListed(pages, ({ id }) => id === 'Document:20')

    assert.deepEqual(item, { id: 'Document:20' })
  })
})

describe('the first pages of a list with the newest item first', () => {
  const REQUEST_MS = 10

  /** @param newUntil until this time, each request finds another new item at the start of the list */
  function readPages(newUntil: number, honoursCursor: boolean) {
    const time = virtualTime()
    let count = 3
    const ask = async (cursor = '0', limit = 1): Promise<CheckedResponse> => {
      await time.sleep(REQUEST_MS)
      if (time.now() < newUntil) count++
      const from = honoursCursor ? Number(cursor) : 0
      const data = Array.from({ length: limit }, (_, index) => ({ id: `Card:${count - from - index}` }))
      return { body: { data, hasMore: true, nextCursor: `${from + limit}` } } as CheckedResponse
    }
    const pages = firstPages({ poll: createPoll(time), maxWaitMs: 10_000 }, ask)
    return { pages: Promise.all([pages, time.drain()]).then(([read]) => read), time }
  }

  it('are compared once nothing is added to it', async () => {
    assert.equal((await readPages(5_000, true).pages).repeats, false)
  })

  it('repeat each other if the cursor is ignored', async () => {
    assert.equal((await readPages(0, false).pages).repeats, true)
  })

  it('are not judged while each read finds new items', async () => {
    await assert.rejects(readPages(Infinity, true).pages, OutOfTime)
  })
})
