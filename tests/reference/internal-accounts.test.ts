import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startDriven } from './driven-reference.ts'

const reference = await startDriven()
after(() => reference.close())

test('the list of the platform has pages of at most 100 accounts, however many runs added some', async () => {
  const accounts = 120
  for (let count = 0; count < accounts; count++) await reference.arrange('platform-internal-account', {})

  const sizes: number[] = []
  for (let cursor: string | undefined, hasMore = true; hasMore;) {
    const query = cursor === undefined ? '' : `?cursor=${cursor}`
    const { status, json } = await reference.platform('GET', `/platform/internal-accounts${query}`)
    assert.equal(status, 200)
    const page = json as { readonly data: unknown[]; readonly hasMore: boolean; readonly nextCursor?: string }
    sizes.push(page.data.length)
    ;({ hasMore, nextCursor: cursor } = page)
  }

  assert.deepEqual(sizes, [100, 20])
})
