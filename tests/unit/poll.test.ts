import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { OutOfTime } from '../../fixtures/errors.ts'
import { createPatience, usualPatience, type Patience } from '../../fixtures/patience.ts'
import { createPoll, createPollEffect } from '../../fixtures/poll.ts'
import { noteRequest, type RequestSpan } from '../../fixtures/http/request-spans.ts'

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

/** A change that is visible from this time on. */
function seenAfter(visibleMs: number, patience: Patience): Promise<boolean> {
  let now = 0
  const poll = createPoll({ now: () => now, sleep: async (ms) => void (now += ms) }, patience)
  return poll(async () => now >= visibleMs, Boolean)
}

/** How long a poll waits for a change that never becomes visible. */
async function waited(patience: Patience): Promise<number> {
  let now = 0
  const poll = createPoll({ now: () => now, sleep: async (ms) => void (now += ms) }, patience)
  await poll(async () => false, Boolean)
  return now
}

describe('a poll', () => {
  for (const latency of [0, 5, 800, 3_000]) {
    it(`sends its last request at the end of the time, with requests of ${latency} ms`, async () => {
      const { seen, sent } = await polled(latency, () => false)

      assert.equal(seen, false)
      assert.ok(sent.at(-1)! >= 2_000, `last sent after ${sent.at(-1)} ms`)
      assert.ok(sent.length >= 5, `${sent.length} requests`)
    })
  }

  it('detects a change at the latest allowed time, however slow a request is', async () => {
    const { seen } = await polled(1_900, (sentAt) => sentAt >= 2_000)

    assert.equal(seen, true)
  })

  it('does not take a wait before a request for a slow request', async () => {
    let now = 0
    const poll = createPoll({ now: () => now, sleep: async (ms) => void (now += ms) })

    await poll(
      async () => {
        const wait = now === 0 ? 2_000 : 0
        now += wait
        noteRequest({ begun: now, ended: now + 10 })
        now += 10
      },
      () => false,
    )

    assert.ok(now < 4_500, `ended after ${now} ms`)
  })

  it('without requests does not wait much longer because a pause took long', async () => {
    let now = 0
    const poll = createPoll({ now: () => now, sleep: async (ms) => void (now += ms < 1_000 ? 60_000 : ms) })

    await poll(
      () => Promise.resolve(),
      () => false,
    )

    assert.ok(now < 130_000, `ended after ${now} ms`)
  })

  it('counts the requests of a poll within it: its own waits are not in a recording', async () => {
    let now = 0
    const time = { now: () => now, sleep: async (ms: number) => void (now += ms) }
    const within = createPoll(time)

    await createPoll(time)(
      () =>
        within(
          () => {
            const wait = now === 0 ? 2_000 : 0
            now += wait
            noteRequest({ begun: now, ended: now + 10 })
            now += 10
            return Promise.resolve()
          },
          () => true,
        ),
      () => false,
    )

    assert.ok(now < 4_500, `ended after ${now} ms`)
  })

  it('sends as many requests when it is replayed, however late each was sent', async () => {
    const recorded: RequestSpan[] = []
    const times = { now: 0 }
    const late = [40, 3, 7, 0, 9, 1, 12, 2, 5, 0, 0, 0]
    const polling = async (ask: () => RequestSpan) => {
      let requests = 0
      times.now = 0
      const poll = createPoll({ now: () => times.now, sleep: async (ms) => void (times.now += ms) })
      await poll(
        async () => {
          requests++
          noteRequest(ask())
        },
        () => false,
      )
      return requests
    }

    const requests = await polling(() => {
      const begun = times.now + late[recorded.length]!
      times.now = begun + 8
      recorded.push({ begun, ended: times.now })
      return recorded.at(-1)!
    })
    const left = [...recorded]
    const replayed = await polling(() => {
      const span = left.shift()!
      times.now = Math.max(times.now, span.ended)
      return span
    })

    assert.equal(replayed, requests)
    assert.deepEqual(left, [])
  })

  it('of a retried check waits longer, and notes that a change was late', async () => {
    const patience = createPatience(6_000)

    assert.equal(await seenAfter(5_000, patience), true)

    assert.equal(patience.wasLate(), true)
  })

  it('notes nothing when a change is as early as usual', async () => {
    const patience = createPatience(6_000)

    assert.equal(await seenAfter(1_500, patience), true)

    assert.equal(patience.wasLate(), false)
  })

  it('of a retried check waits longer for nothing twice at most', async () => {
    const patience = createPatience(6_000)
    const waits = [await waited(patience), await waited(patience), await waited(patience)]

    assert.deepEqual(waits, [6_000, 6_000, 2_000])
  })

  it('tells whether a check ended with a wait for nothing', async () => {
    let sent = 0
    const patience = usualPatience(() => sent)
    await waited(patience)

    assert.equal(patience.endedInVain(), true)
    sent += 1
    assert.equal(patience.endedInVain(), false)
    assert.equal(patience.wasInVain(), true)
  })

  it('for an effect ends the first attempt, but not its retry', async () => {
    const never = (patience: Patience) => {
      let now = 0
      const time = { now: () => now, sleep: async (ms: number) => void (now += ms) }
      return createPollEffect(time, patience)(
        async () => 'nothing',
        () => false,
      )
    }

    await assert.rejects(never(usualPatience()), OutOfTime)
    assert.equal(await never(createPatience(6_000)), 'nothing')
  })

  it('ends with a value that meets the condition', async () => {
    const { sent } = await polled(10, () => true)

    assert.deepEqual(sent, [0])
  })
})
