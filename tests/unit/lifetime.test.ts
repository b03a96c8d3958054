import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createClock } from '../../fixtures/clock.ts'
import { createLatency } from '../../fixtures/http/latency.ts'
import { createLifetimes, expiriesIn } from '../../fixtures/lifetime.ts'

const T0 = Date.parse('2026-01-01T00:00:00.000Z')
const after = (ms: number) => new Date(T0 + ms).toISOString()

/** A check whose requests take a while, at a deployment with the same clock. */
function bench({
  slowest = 0,
  attempt = 1,
  recorded,
}: {
  slowest?: number
  attempt?: number
  recorded?: number
}) {
  let local = T0
  const clock = createClock({ now: () => local, sleep: async (ms) => void (local += ms) }, 60)
  const latency = createLatency()
  latency.observe(slowest)
  const lifetimes = createLifetimes(clock, latency, attempt, 60, recorded)
  const request = (ms: number, { isWrite = true, expiries = [] as number[] } = {}) => {
    const sentAt = local
    local += ms
    lifetimes.observe({ isWrite, sentAt, endedAt: local, expiries })
  }
  return { ...lifetimes, request }
}

describe('a lifetime', () => {
  it('is never as short as a second', () => {
    assert.equal(bench({}).lifetime.seconds(), 2)
    assert.equal(bench({}).lifetime.seconds(5), 2)
  })

  it('has room for the requests that need it, as slow as they were', () => {
    assert.equal(bench({ slowest: 800 }).lifetime.seconds(5), 8)
    assert.equal(bench({ slowest: 800 }).lifetime.seconds(), 2)
  })

  it('is longer when the check is retried, and never too long to wait for', () => {
    assert.equal(bench({ attempt: 2 }).lifetime.seconds(5), 6)
    assert.equal(bench({ attempt: 2, slowest: 30_000 }).lifetime.seconds(5), 45)
  })

  it('is that of the recording in a replay', () => {
    assert.equal(bench({ slowest: 800, recorded: 7 }).lifetime.seconds(5), 7)
  })

  it('ran out when the check never came to wait for the expiry', () => {
    const { lifetime, request, ranOut } = bench({})
    lifetime.seconds(5)
    request(600)
    request(600)

    assert.match(ranOut(new Error('not pending'))?.message ?? '', /600 ms; then: not pending/)
  })

  it('ran out when it was over before the check waited for that', () => {
    const { lifetime, request, waitsFor, ranOut } = bench({})
    lifetime.seconds(5)
    request(2_100)
    waitsFor(after(2_000))

    assert.ok(ranOut(undefined))
  })

  it('did not run out when the check waited in time, however long it took then', () => {
    const { lifetime, request, waitsFor, ranOut } = bench({})
    lifetime.seconds(5)
    request(300)
    waitsFor(after(2_000))
    request(5_000)

    assert.equal(ranOut(undefined), undefined)
  })

  it('did not run out when nothing needed it', () => {
    const { lifetime, request, ranOut } = bench({})
    lifetime.seconds()
    request(9_000)

    assert.equal(ranOut(undefined), undefined)
  })

  it('of the deployment itself ran out when a later write came after it', () => {
    const { request, ranOut } = bench({})
    request(100, { expiries: [T0 + 60_000] })
    request(61_000)

    assert.ok(ranOut(undefined))
  })

  it('of the deployment itself did not run out while only reads were repeated', () => {
    const { request, ranOut } = bench({})
    request(100, { expiries: [T0 + 60_000] })
    request(100)
    request(120_000, { isWrite: false })

    assert.equal(ranOut(undefined), undefined)
  })

  it('that was over on arrival did not run out', () => {
    const { request, ranOut } = bench({})
    request(100, { expiries: [T0 - 1] })
    request(100)

    assert.equal(ranOut(undefined), undefined)
  })
})

it('expiries are found in any place of a body', () => {
  assert.deepEqual(
    expiriesIn(`{"quote":{"expiresAt":"${after(1)}"},"data":[{"expiresAt" : "${after(2)}"}]}`),
    [T0 + 1, T0 + 2],
  )
})
