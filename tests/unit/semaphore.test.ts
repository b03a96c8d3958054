import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as settled } from 'node:timers/promises'
import * as fc from 'fast-check'
import { createSemaphore, type ReleaseWhile } from '../../fixtures/semaphore.ts'

/** Something to wait for, which the test ends. */
function exchangeClient() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { open: resolve, opened: () => promise }
}

describe('turns', () => {
  it('are held by the given number at a time, in order', async () => {
    const semaphore = createSemaphore(2)
    const begun: number[] = []
    const exchangeClients = [exchangeClient(), exchangeClient(), exchangeClient()]
    const works = exchangeClients.map(({ opened }, index) =>
      semaphore.run(async () => {
        begun.push(index)
        await opened()
      }),
    )

    await settled()
    assert.deepEqual(begun, [0, 1])
    exchangeClients[1]!.open()
    await settled()
    assert.deepEqual(begun, [0, 1, 2])

    for (const { open } of exchangeClients) open()
    await Promise.all(works)
  })

  it('are given away while somebody rests, who has the next one before who has not begun', async () => {
    const semaphore = createSemaphore(1)
    const told: string[] = []
    const waited = exchangeClient()
    const second = exchangeClient()
    const works = [
      semaphore.run(async (rest) => {
        await rest(waited.opened)
        told.push('first goes on')
      }),
      semaphore.run(async () => {
        told.push('second begins')
        await second.opened()
        told.push('second ends')
      }),
      semaphore.run(async () => void told.push('third')),
    ]

    await settled()
    waited.open()
    await settled()
    assert.deepEqual(told, ['second begins'])
    second.open()
    await Promise.all(works)

    assert.deepEqual(told, ['second begins', 'second ends', 'first goes on', 'third'])
  })

  it('are released by a failure, also during a wait', async () => {
    const semaphore = createSemaphore(1)
    const fails = () => Promise.reject(new Error('wait'))

    await assert.rejects(semaphore.run(fails), /wait/)
    await assert.rejects(
      semaphore.run((rest) => rest(fails)),
      /wait/,
    )

    assert.equal(await semaphore.run(() => Promise.resolve('had')), 'had')
  })

  it('are neither lost nor multiplied by concurrent waits', async () => {
    const pause = async (times: number) => {
      for (let time = 0; time < times; time++) await settled()
    }
    const strand = fc.array(fc.record({ works: fc.nat(2), rests: fc.nat(3) }), { maxLength: 3 })
    const work = fc.record({
      strands: fc.array(strand, { minLength: 1, maxLength: 3 }),
      leavesEarly: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(work, { maxLength: 6 }),
        fc.integer({ min: 1, max: 3 }),
        async (works, atOnce) => {
          const semaphore = createSemaphore(atOnce)
          const strandOf = async (steps: readonly { works: number; rests: number }[], rest: ReleaseWhile) => {
            for (const step of steps) {
              await pause(step.works)
              await rest(() => pause(step.rests))
            }
          }
          await Promise.all(
            works.map(({ strands, leavesEarly }) =>
              semaphore.run(async (rest) => {
                const all = strands.map((steps) => strandOf(steps, rest))
                await (leavesEarly ? Promise.race(all) : Promise.all(all))
              }),
            ),
          )
          await pause(40)

          let most = 0
          let now = 0
          await Promise.all(
            Array.from({ length: 2 * atOnce }, () =>
              semaphore.run(async () => {
                most = Math.max(most, ++now)
                await settled()
                now--
              }),
            ),
          )
          assert.equal(most, atOnce)
        },
      ),
      { numRuns: 60 },
    )
  })
})
