import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Incoming, Outgoing } from '../../fixtures/http/exchange-client.ts'
import { retryQuotes } from '../../fixtures/http/quote-retry.ts'
import { seededRandom } from '../../fixtures/random.ts'

const names = { requestIdHeader: 'Idempotency-Key' } as Parameters<typeof retryQuotes>[1]['names']
const HEADER = names.requestIdHeader.toLowerCase()
const ID = 'f3a5c1de-0000-4000-8000-000000000001'

/** Sends the creation of a quote that is rejected so many times. */
async function send(rejections: number, changes: Partial<Outgoing> = {}, mayRepeat = true) {
  const ids: (string | undefined)[] = []
  let waitedMs = 0
  const pass = retryQuotes(
    async ({ headers }) => {
      ids.push(headers[HEADER])
      return (
        ids.length > rejections
          ? { response: { status: 201 }, json: { id: 'Quote:1' } }
          : { response: { status: 400 }, json: { code: 'QUOTE_REQUEST_FAILED', reason: 'Retry.' } }
      ) as Incoming
    },
    {
      sleep: async (ms) => void (waitedMs += ms),
      names,
      random: seededRandom('retries'),
    },
  )
  const outgoing = { operation: 'createQuote', headers: { [HEADER]: ID }, ...changes } as Outgoing
  const { response } = await pass(outgoing, mayRepeat)
  return { status: response.status, ids, waitedMs }
}

describe('a quote that is rejected with QUOTE_REQUEST_FAILED', () => {
  it('is requested again, with the same request identifier first', async () => {
    const { status, ids, waitedMs } = await send(1)

    assert.equal(status, 201)
    assert.deepEqual(ids, [ID, ID])
    assert.equal(waitedMs, 500)
  })

  it('is requested with a new identifier then: the deployment may have stored the rejection', async () => {
    const { status, ids } = await send(3)

    assert.equal(status, 201)
    assert.deepEqual(ids.slice(0, 2), [ID, ID])
    assert.equal(new Set(ids).size, 3)
  })

  it('is returned after three retries', async () => {
    const { status, ids } = await send(9)

    assert.equal(status, 400)
    assert.equal(ids.length, 4)
  })

  it('is requested once where it is executed at once, or expected to be rejected', async () => {
    assert.equal((await send(1, {}, false)).ids.length, 1)
    assert.equal((await send(1, { assumed: 'QUOTE_REQUEST_FAILED' })).ids.length, 1)
    assert.equal((await send(1, { operation: 'createCustomer' })).ids.length, 1)
  })
})
