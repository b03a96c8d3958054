import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Blocked } from '../../fixtures/blocked.ts'
import { createClock, watched } from '../../fixtures/clock.ts'
import { restingFreely } from '../../fixtures/turns.ts'

const T0 = Date.parse('2026-01-01T00:00:00.000Z')

/** A harness whose own clock is `local`, beside a deployment whose clock is `skew` ms ahead. */
function bench(skew: number) {
  let local = T0
  const clock = createClock({ now: () => local, sleep: async (ms) => void (local += ms) }, 10)
  const dateHeader = () => new Date(Math.floor((local + skew) / 1000) * 1000).toUTCString()
  return { clock, dateHeader, local: () => local, pass: (ms: number) => void (local += ms) }
}

describe('the clock', () => {
  for (const skew of [-90_000, -400, 0, 650, 3_600_000]) {
    it(`waits by the deployment's clock when that is ${skew} ms ahead`, async () => {
      const { clock, dateHeader, local, pass } = bench(skew)
      for (let i = 0; i < 20; i++) {
        clock.observe(dateHeader(), local(), local())
        pass(97)
      }
      const expiry = local() + skew + 2_000

      await clock.past(new Date(expiry).toISOString())

      assert.ok(local() + skew > expiry, 'too early')
      assert.ok(local() + skew < expiry + 150, `${local() + skew - expiry} ms late`)
    })
  }

  it('is never early after a single response, and at most a second late', async () => {
    for (let fraction = 0; fraction < 1000; fraction += 111) {
      const { clock, dateHeader, local, pass } = bench(fraction)
      clock.observe(dateHeader(), local(), local())
      pass(10)
      const expiry = local() + fraction + 500

      await clock.past(new Date(expiry).toISOString())

      assert.ok(local() + fraction > expiry)
      assert.ok(local() + fraction <= expiry + 1_100)
    }
  })

  it('does not begin a wait that is longer than allowed', async () => {
    const { clock, local } = bench(0)

    await assert.rejects(
      clock.past('2026-01-01T00:00:11.000Z'),
      (error) => error instanceof Blocked && error.fixIn === 'deployment-file',
    )
    assert.equal(local(), T0)
  })

  it('waits for nothing where the Date headers contradict each other', async () => {
    for (const jump of [-60_000, 60_000]) {
      const { clock, dateHeader, local } = bench(0)
      clock.observe(dateHeader(), local(), local())
      clock.observe(new Date(T0 + jump).toUTCString(), local(), local())

      await assert.rejects(
        clock.past('2026-01-01T00:00:01.000Z'),
        (error) => error instanceof Blocked && error.fixIn === 'environment',
      )
      assert.equal(local(), T0)
    }
  })

  it('tells whether it was asked', async () => {
    const { clock, local } = bench(0)
    const asked = watched(clock, restingFreely)

    asked.clock.observe(new Date(local()).toUTCString(), local(), local())
    assert.equal(asked.wasAsked(), false)
    asked.clock.atLeast()

    assert.equal(asked.wasAsked(), true)
    assert.equal(asked.clock.doubt(), undefined)
  })

  it('takes no slow answer, and no header that is seconds old, for a contradiction', async () => {
    const { clock, dateHeader, local, pass } = bench(0)
    const sentAt = local()
    const early = dateHeader()
    pass(30_000)
    clock.observe(early, local(), sentAt)
    clock.observe(dateHeader(), local(), local() - 20)
    clock.observe(new Date(local() - 3_000).toUTCString(), local(), local() - 20)

    await clock.past(new Date(local() + 500).toISOString())
  })

  it('does not wait for what is no timestamp', async () => {
    await assert.rejects(
      bench(0).clock.past('soon'),
      (error) => error instanceof Blocked && error.fixIn === 'implementation',
    )
  })
})
