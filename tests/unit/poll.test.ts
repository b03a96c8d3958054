import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPoll } from '../../fixtures/poll.ts'
import { noteWait } from '../../fixtures/waited.ts'

/** Polls something that takes `latency` ms to be asked for; gives when each request was sent. */
async function polled(latency: number, holds: (sentAt: number) => boolean, withinMs?: number) {
  let now = 0
  const sent: number[] = []
  const poll = createPoll({ now: () => now, sleep: async (ms) => void (now += ms) })
  const seen = await poll(
    async () => {
      const sentAt = now
      sent.push(sentAt)
      now += latency
      return holds(sentAt)
    },
    (held) => held,
    withinMs,
  )
  return { seen, sent, ended: now }
}

describe('a poll', () => {
  for (const latency of [0, 5, 800, 3_000]) {
    it(`sends its last request after the whole time, with requests of ${latency} ms`, async () => {
      const { seen, sent } = await polled(latency, () => false)

      assert.equal(seen, false)
      assert.ok(sent.at(-1)! >= 2_000, `last sent after ${sent.at(-1)} ms`)
      assert.ok(sent.length >= 5, `${sent.length} requests`)
    })
  }

  it('sees what shows as late as it may, however slow a request is', async () => {
    const { seen } = await polled(1_900, (sentAt) => sentAt >= 2_000)

    assert.equal(seen, true)
  })

  it('takes waits of our own for no slow requests', async () => {
    let now = 0
    const poll = createPoll({ now: () => now, sleep: async (ms) => void (now += ms) })

    await poll(
      async () => {
        const wait = now === 0 ? 2_000 : 0
        noteWait(wait)
        now += wait + 10
      },
      () => false,
    )

    assert.ok(now < 2_500, `ended after ${now} ms`)
  })

  it('ends with what holds', async () => {
    const { sent } = await polled(10, () => true)

    assert.deepEqual(sent, [0])
  })
})
