import assert from 'node:assert/strict'
import { dateIn } from '../../fixtures/date-headers.ts'
import { describe, it } from 'node:test'
import { Blocked, OutOfTime } from '../../fixtures/errors.ts'
import { createClock, watched } from '../../fixtures/clock.ts'
import { readingsOf } from '../../fixtures/date-headers.ts'
import { holdingNothing } from '../../fixtures/semaphore.ts'

const T0 = Date.parse('2026-01-01T00:00:00.000Z')

/** An Assay clock at `local`, and a deployment clock that is `skew` ms ahead. */
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
        clock.observe({ date: dateHeader(), receivedAt: local(), sentAt: local(), isApi: true })
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
      clock.observe({ date: dateHeader(), receivedAt: local(), sentAt: local(), isApi: true })
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
      clock.observe({ date: dateHeader(), receivedAt: local(), sentAt: local(), isApi: true })
      clock.observe({
        date: new Date(T0 + jump).toUTCString(),
        receivedAt: local(),
        sentAt: local(),
        isApi: true,
      })

      await assert.rejects(
        clock.past('2026-01-01T00:00:01.000Z'),
        (error) => error instanceof Blocked && error.fixIn === 'environment',
      )
      assert.equal(local(), T0)
    }
  })

  it('records whether it was requested', async () => {
    const { clock, local } = bench(0)
    const asked = watched(clock, holdingNothing)

    asked.clock.observe({
      date: new Date(local()).toUTCString(),
      receivedAt: local(),
      sentAt: local(),
      isApi: true,
    })
    assert.equal(asked.wasAsked(), false)
    asked.clock.atLeast()

    assert.equal(asked.wasAsked(), true)
    assert.equal(asked.clock.doubt(), undefined)
  })

  it('does not take a slow response, or a header that is seconds old, for a contradiction', async () => {
    const { clock, dateHeader, local, pass } = bench(0)
    const sentAt = local()
    const early = dateHeader()
    pass(30_000)
    clock.observe({ date: early, receivedAt: local(), sentAt: sentAt, isApi: true })
    clock.observe({ date: dateHeader(), receivedAt: local(), sentAt: local() - 20, isApi: true })
    clock.observe({
      date: new Date(local() - 3_000).toUTCString(),
      receivedAt: local(),
      sentAt: local() - 20,
      isApi: true,
    })

    await clock.past(new Date(local() + 500).toISOString())
  })

  const UNUSABLE = [
    ['1970', () => new Date(0).toUTCString(), /always Thu, 01 Jan 1970/],
    ['9999', () => 'Fri, 31 Dec 9999 23:59:59 GMT', /always Fri, 31 Dec 9999/],
    ['the time of the start', () => new Date(T0).toUTCString(), /always Thu, 01 Jan 2026/],
    ['random', (turn: number) => new Date(((turn * 7_919) % 97) * 31_536_000_000).toUTCString(), /jump by/],
    ['absent', () => undefined, /no response of the deployment has a Date header/],
    ['no date', () => 'soon', /no response of the deployment has a Date header/],
  ] as const

  for (const [kind, header, reason] of UNUSABLE) {
    it(`blocks where the Date header is ${kind}`, async () => {
      const { clock, local, pass } = bench(0)
      const respond = (turn: number) => {
        clock.observe({ date: header(turn), receivedAt: local() + 5, sentAt: local(), isApi: true })
        pass(5)
      }
      const expiry = new Date(T0 + 2_000).toISOString()
      respond(1)

      const waited = await clock.past(expiry).catch((error: unknown) => error)
      respond(2)
      await clock.settle()
      respond(3)

      const found = clock.uncertainty()
      assert.ok(waited === undefined || waited instanceof Blocked, String(waited))
      assert.equal(found?.fixIn, 'environment')
      assert.match(found?.message ?? '', reason)
    })
  }

  it('settles within seconds where its own clock is decades behind the responses', async () => {
    let local = 0
    const sleep = async (ms: number) => {
      local += ms
      assert.ok(local < 60_000, 'it never settles')
    }
    const response = { date: new Date(T0).toUTCString(), receivedAt: T0, sentAt: T0, isApi: true }
    const clock = createClock({ now: () => local, sleep }, 10, readingsOf([response]))

    await clock.settle()

    assert.ok(clock.uncertainty() instanceof OutOfTime)
  })

  it('is uncertain after one response, and certain once the header has advanced', async () => {
    const { clock, dateHeader, local, pass } = bench(0)
    const respond = () =>
      clock.observe({ date: dateHeader(), receivedAt: local(), sentAt: local(), isApi: true })
    respond()

    assert.ok(clock.uncertainty() instanceof OutOfTime)
    pass(1_000)
    respond()

    assert.equal(clock.uncertainty(), undefined)
  })

  it('prefers the API to another server that serves the provider states', () => {
    const { clock, dateHeader, local } = bench(-60_000)
    clock.observe({
      date: new Date(local()).toUTCString(),
      receivedAt: local(),
      sentAt: local(),
      isApi: false,
    })
    assert.equal(clock.atLeast(), local())

    clock.observe({ date: dateHeader(), receivedAt: local(), sentAt: local(), isApi: true })

    assert.equal(clock.atLeast(), local() - 60_000)
    assert.equal(clock.doubt(), undefined)
  })

  it('takes the slowest of servers whose clocks differ a little', () => {
    const { clock, local } = bench(0)
    for (const ahead of [0, 3_000]) {
      const date = new Date(local() + ahead).toUTCString()
      clock.observe({ date, receivedAt: local(), sentAt: local(), isApi: true })
    }

    assert.equal(clock.doubt(), undefined)
    assert.equal(clock.atLeast(), local())
  })

  it('does not read the Date header of a response from a cache', () => {
    const date = new Date(0).toUTCString()

    assert.deepEqual([{ date }, { date, age: '0' }, { date, age: '27' }, {}].map(dateIn), [
      date,
      date,
      undefined,
      undefined,
    ])
  })

  it('converts a moment with later knowledge of the difference', () => {
    const { clock, dateHeader, local, pass } = bench(3_600_000)
    const asked = clock.mark()
    pass(400)
    clock.observe({ date: dateHeader(), receivedAt: local(), sentAt: local(), isApi: true })

    assert.equal(clock.atLeast() - asked(), 400)
    assert.ok(asked() > T0 + 3_590_000)
  })

  it('does not wait for an invalid timestamp', async () => {
    await assert.rejects(
      bench(0).clock.past('soon'),
      (error) => error instanceof Blocked && error.fixIn === 'implementation',
    )
  })
})
