/** Which deployments that return 429 are given up: many requests to a simulated one, in virtual time. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRateLimiter } from '../../fixtures/http/rate-limiter.ts'
import {
  isThrottledForGood,
  withAnswer,
  withThrottled,
  type Throttling,
} from '../../fixtures/http/throttling.ts'
import { numbers, virtualTime } from './virtual-time.ts'

const LANES = 12
const REQUESTS = 6_000
const LATENCY_MS = 30

/** @returns the wait that it asks for in place of a response, s; undefined: it responds */
type Server = (now: number) => number | undefined

/** @returns when it was given up, s; undefined: all requests were sent */
async function givenUpAfter(server: Server): Promise<number | undefined> {
  const time = virtualTime()
  const rateLimiter = createRateLimiter(20, 4, time)
  let throttling: Throttling | undefined
  let left = REQUESTS
  let givenUp: number | undefined

  const sendOne = (): Promise<number | undefined> =>
    rateLimiter.run(async (isAfterPause) => {
      const pausedMs = rateLimiter.pausedMs()
      if (throttling && isThrottledForGood(throttling, rateLimiter.pausedMs())) givenUp ??= time.now() / 1000
      const sentAt = time.now()
      const wait = server(sentAt)
      await time.sleep(LATENCY_MS)
      if (wait !== undefined) throttling = withThrottled(throttling, sentAt, isAfterPause, pausedMs)
      else if (throttling) throttling = withAnswer(throttling, isAfterPause)
      return wait
    })
  const lane = async () => {
    for (; left > 0; left--) {
      const wait = await sendOne()
      if (givenUp !== undefined) return
      if (wait === undefined) continue
      rateLimiter.hold(wait * 1000)
      await time.sleep(wait * 1000)
    }
  }
  const all = Promise.all(Array.from({ length: LANES }, lane))
  await time.drain()
  await all
  return givenUp
}

/** Accepts so many requests in each window, and says when the next one begins. */
function limitedTo(most: number, windowSeconds: number, rounded: (seconds: number) => number): Server {
  const accepted = new Map<number, number>()
  return (now) => {
    const window = Math.floor(now / 1000 / windowSeconds)
    const count = accepted.get(window) ?? 0
    accepted.set(window, count + 1)
    return count < most ? undefined : Math.max(1, rounded((window + 1) * windowSeconds - now / 1000))
  }
}

describe('a deployment', () => {
  for (const share of [0.3, 0.48])
    it(`that returns 429 to ${share * 100} % of requests, also after a pause, is given up within minutes`, async () => {
      const next = numbers(7)
      const seconds = await givenUpAfter(() => (next() < share ? 1 : undefined))

      assert.ok(seconds !== undefined && seconds < 400, `${seconds} s`)
    })

  for (const [every, wait] of [
    [2, 1],
    [2, 5],
    [5, 30],
    [20, 60],
  ] as const)
    it(`that requests a pause of ${wait} s after ${every} requests, and responds after it, is given up within minutes`, async () => {
      let count = 0
      const seconds = await givenUpAfter(() => (++count % every === 0 ? wait : undefined))

      assert.ok(seconds !== undefined && seconds < 780, `${seconds} s`)
    })

  it('that accepts 60 requests a minute is given up after 600 requests: a whole run would take too long', async () => {
    const seconds = await givenUpAfter(limitedTo(60, 60, Math.ceil))

    assert.ok(seconds !== undefined && seconds >= 600 && seconds < 720, `${seconds} s`)
  })

  const LIMITS: Readonly<Record<string, Server>> = {
    '3 requests a second': limitedTo(3, 1, Math.ceil),
    '60 requests in ten seconds': limitedTo(60, 10, Math.ceil),
    '60 requests in ten seconds, and rounds the wait down': limitedTo(60, 10, Math.floor),
    '300 requests a minute': limitedTo(300, 60, Math.ceil),
  }
  for (const [limit, server] of Object.entries(LIMITS))
    it(`that accepts ${limit} is never given up`, async () => {
      assert.equal(await givenUpAfter(server), undefined)
    })
})
