import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createRateLimiter } from '../../fixtures/http/rate-limiter.ts'
import { systemTime } from '../../fixtures/time.ts'
import { numbers, virtualTime } from './virtual-time.ts'

const mostIn = (arrivals: readonly number[], windowMs: number): number =>
  Math.max(...arrivals.map((start) => arrivals.filter((at) => at >= start && at < start + windowMs).length))

describe('the pace', () => {
  it('never has more under way than allowed', async () => {
    const rateLimiter = createRateLimiter(10_000, 3, systemTime)
    let underWay = 0
    let most = 0

    await Promise.all(
      Array.from({ length: 20 }, () =>
        rateLimiter.run(async () => {
          most = Math.max(most, ++underWay)
          await systemTime.sleep(2)
          underWay--
        }),
      ),
    )

    assert.equal(most, 3)
  })

  it('begins the requests of an earlier place first, and those of a place in their order', async () => {
    const time = virtualTime()
    const rateLimiter = createRateLimiter(100, 1, time)
    const [first, second] = [rateLimiter.join(), rateLimiter.join()]
    const begun: string[] = []
    const send = (name: string, place?: number) =>
      rateLimiter.run(async () => {
        begun.push(name)
        await time.sleep(100)
      }, place)

    const all = Promise.all([
      send('under way'),
      send('without a place'),
      send('second', second),
      send('first', first),
      send('first, later', first),
    ])
    await time.drain()
    await all

    assert.deepEqual(begun, ['under way', 'first', 'first, later', 'second', 'without a place'])
  })

  describe('gathered requests', () => {
    const LONG_MS = 300

    /** Starts requests of one place beside busy ones of other places; returns when each of the first began. */
    async function gathered(size: number, { perSecond = 1_000, concurrency = 8, left = 0 } = {}) {
      const time = virtualTime()
      const rateLimiter = createRateLimiter(perSecond, concurrency, time)
      const place = rateLimiter.join()
      const begun: number[] = []
      const arrivals: number[] = []
      const send = (ms: number, at?: number) =>
        rateLimiter.run(async () => {
          arrivals.push(time.now())
          if (at !== undefined) begun.push(time.now())
          await time.sleep(ms)
        }, at)
      // They end one after another, so that one slot at a time becomes free.
      const others = Array.from({ length: 12 }, (_, index) => send(LONG_MS + index * 50))

      const leave = rateLimiter.gather(place, size)
      const own = Array.from({ length: size - left }, () => send(10, place).finally(leave))
      for (let gone = 0; gone < left; gone++) leave()

      await time.drain()
      await Promise.all([...others, ...own])
      return { begun, arrivals }
    }

    it('begin at the same time, although the others leave one slot after another', async () => {
      const { begun } = await gathered(5)

      assert.equal(begun.length, 5)
      assert.equal(new Set(begun).size, 1, begun.join())
    })

    it('begin without those that will not come', async () => {
      const { begun } = await gathered(5, { left: 2 })

      assert.equal(begun.length, 3)
      assert.equal(new Set(begun).size, 1, begun.join())
    })

    it('begin in parts when more than may be under way', async () => {
      const { begun } = await gathered(10, { concurrency: 4 })

      assert.equal(begun.length, 10)
      assert.equal(new Set(begun).size, 3, begun.join())
    })

    it('begin at the same time at a low limit too, within it', async () => {
      const { begun, arrivals } = await gathered(5, { perSecond: 6 })

      assert.equal(new Set(begun).size, 1, begun.join())
      assert.ok(mostIn(arrivals, 1000) <= 6, `${mostIn(arrivals, 1000)} in a second`)
    })
  })

  it('spaces beginnings evenly', async () => {
    const time = virtualTime()
    const rateLimiter = createRateLimiter(100, 50, time)
    const begun: number[] = []

    const all = Promise.all(
      Array.from({ length: 300 }, () => rateLimiter.run(async () => void begun.push(time.now()))),
    )
    await time.drain()
    await all

    const gaps = begun.slice(1).map((at, index) => at - begun[index]!)
    assert.ok(
      gaps.every((gap) => gap >= 10 && gap < 11),
      gaps.join(),
    )
    assert.ok(mostIn(begun, 1000) <= 100)
  })

  for (const seed of [1, 2, 3]) {
    it(`lets the server see no more in any second when timers and connections are late (${seed})`, async () => {
      const random = numbers(seed)
      // Now and then a timer fires half a second late, and a request takes long to arrive.
      const time = virtualTime(() => (random() < 0.1 ? random() * 500 : 0))
      const rateLimiter = createRateLimiter(20, 8, time)
      const arrivals: number[] = []
      const send = async () => {
        if (random() < 0.5) await time.sleep(random() * 300)
        arrivals.push(time.now())
        await time.sleep(random() * 100)
      }

      const all = Promise.all(Array.from({ length: 400 }, () => rateLimiter.run(send)))
      await time.drain()
      await all

      assert.equal(arrivals.length, 400)
      assert.ok(mostIn(arrivals, 1000) <= 20, `${mostIn(arrivals, 1000)} in a second`)
    })
  }

  it('keeps to less than one request a second', async () => {
    const time = virtualTime()
    const rateLimiter = createRateLimiter(0.5, 8, time)
    const begun: number[] = []

    const all = Promise.all(
      Array.from({ length: 5 }, () => rateLimiter.run(async () => void begun.push(time.now()))),
    )
    await time.drain()
    await all

    assert.equal(mostIn(begun, 2000), 1)
  })

  it('starts nothing while it is paused', async () => {
    const time = virtualTime()
    const rateLimiter = createRateLimiter(100, 8, time)
    const begun: number[] = []
    rateLimiter.hold(5_000)

    const all = Promise.all(
      Array.from({ length: 3 }, () => rateLimiter.run(async () => void begun.push(time.now()))),
    )
    await time.drain()
    await all

    assert.ok(
      begun.every((at) => at >= 5_000),
      begun.join(),
    )
  })

  it('goes on after work that failed', async () => {
    const rateLimiter = createRateLimiter(10_000, 1, systemTime)

    await assert.rejects(rateLimiter.run(() => Promise.reject(new Error('no'))))
    assert.equal(await rateLimiter.run(async () => 'on'), 'on')
  })
})
