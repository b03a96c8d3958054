/** A recording may have any times: no wait of a replay is endless. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPoll } from '../../fixtures/poll.ts'
import { recordedTime } from '../../fixtures/recording/recorded-time.ts'
import { replayTransport } from '../../fixtures/recording/replay-transport.ts'
import type { Exchange } from '../../spec/index.ts'

const REQUEST = { method: 'GET', url: 'http://a.example/', headers: {} }
const MOST_ASKS = 1_000_000

const exchange = (at: string, durationMs: number): Exchange => ({
  id: 'a.1.1',
  check: 'a',
  kind: 'contract',
  at,
  durationMs,
  request: REQUEST,
  response: { status: 200, headers: {}, body: '', bytes: 0, truncated: false },
  findings: [],
})

describe('the time of a replay', () => {
  for (const [at, durationMs] of [
    ['no time', 1],
    ['2026-01-01T00:00:00.000Z', Number.POSITIVE_INFINITY],
    ['2026-01-01T00:00:00.000Z', 1e300],
    ['2026-01-01T00:00:00.000Z', Number.NaN],
    ['+275760-09-13T00:00:00.000Z', 1],
  ] as const) {
    it(`lets a poll end after an exchange at ${at} that took ${durationMs} ms`, async () => {
      const time = recordedTime(Date.parse('2026-01-01T00:00:00Z'))
      const transport = replayTransport(
        [exchange(at, durationMs)],
        time,
        () => REQUEST,
        () => undefined,
      )
      const { receivedAt } = await transport.send({ ...REQUEST, body: undefined, timeoutMs: 1, maxBytes: 1 })
      let asks = 0

      await createPoll(time)(
        () => {
          if (++asks > MOST_ASKS) throw new Error('the poll does not end')
          return Promise.resolve(false)
        },
        (seen) => seen,
      )

      assert.ok(Number.isFinite(receivedAt))
    })
  }

  it('lets signals and timers run', async () => {
    const time = recordedTime(0)
    const turn = new AbortController()
    setTimeout(() => turn.abort(), 1)

    for (let waits = 0; waits < MOST_ASKS && !turn.signal.aborted; waits++) await time.sleep(1)

    assert.ok(turn.signal.aborted)
  })
})
