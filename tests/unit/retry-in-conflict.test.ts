import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Blocked } from '../../fixtures/errors.ts'
import type { CheckedResponse } from '../../fixtures/http/checked-response.ts'
import { createPoll } from '../../fixtures/poll.ts'
import { changeNew } from '../../fixtures/retry-in-conflict.ts'

const CONFLICT = { status: 409, code: 'CONFLICT' }
const ACCEPTED = { status: 200, code: undefined }

/** Changes a resource that the server reviews for some time; returns the last response, and how long it took. */
async function change(reviewMs: number, rejection = CONFLICT, maxWaitMs = 60_000) {
  let now = 0
  const poll = createPoll({ now: () => now, sleep: async (ms) => void (now += ms) })
  const ended = await changeNew({ poll, maxWaitMs }, async () => {
    const { status, code } = now < reviewMs ? rejection : ACCEPTED
    return { operation: 'replaceDocument', exchange: 'A', status, body: { code } } as CheckedResponse
  }).catch((error: unknown) => error)
  return { ended, now }
}

describe('a change of a new resource', () => {
  it('is sent again after 409 CONFLICT, until it is accepted', async () => {
    const { ended } = await change(15_000)

    assert.equal((ended as CheckedResponse).status, 200)
  })

  it('is blocked when the conflict stays for 20 s, or for limits.maxWaitSeconds', async () => {
    for (const [maxWaitMs, waitedMs] of [
      [60_000, 20_000],
      [8_000, 8_000],
    ] as const) {
      const { ended, now } = await change(Infinity, CONFLICT, maxWaitMs)

      assert.ok(ended instanceof Blocked)
      assert.match(ended.message, new RegExp(`^replaceDocument .* 409 CONFLICT for ${waitedMs / 1000} s`))
      assert.equal(now, waitedMs)
    }
  })

  it('is not sent again after another rejection', async () => {
    for (const rejection of [
      { status: 409, code: 'DOCUMENT_ALREADY_EXISTS' },
      { status: 400, code: 'CONFLICT' },
    ]) {
      const { ended, now } = await change(1_000, rejection)

      assert.equal((ended as CheckedResponse).status, rejection.status)
      assert.equal(now, 0)
    }
  })
})
