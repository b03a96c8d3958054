import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as settled } from 'node:timers/promises'
import * as fc from 'fast-check'
import { createTurns, type Rest } from '../../fixtures/turns.ts'

/** Something to wait for, which the test ends. */
function door() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { open: resolve, opened: () => promise }
}

describe('turns', () => {
  it('are had by so many at a time, in order', async () => {
    const turns = createTurns(2)
    const begun: number[] = []
    const doors = [door(), door(), door()]
    const works = doors.map(({ opened }, index) =>
      turns.inTurn(async () => {
        begun.push(index)
        await opened()
      }),
    )

    await settled()
    assert.deepEqual(begun, [0, 1])
    doors[1]!.open()
    await settled()
    assert.deepEqual(begun, [0, 1, 2])

    for (const { open } of doors) open()
    await Promise.all(works)
  })

  it('are given away while somebody rests, who has the next one before who has not begun', async () => {
    const turns = createTurns(1)
    const told: string[] = []
    const waited = door()
    const second = door()
    const works = [
      turns.inTurn(async (rest) => {
        await rest(waited.opened)
        told.push('first goes on')
      }),
      turns.inTurn(async () => {
        told.push('second begins')
        await second.opened()
        told.push('second ends')
      }),
      turns.inTurn(async () => void told.push('third')),
    ]

    await settled()
    waited.open()
    await settled()
    assert.deepEqual(told, ['second begins'])
    second.open()
    await Promise.all(works)

    assert.deepEqual(told, ['second begins', 'second ends', 'first goes on', 'third'])
  })

  it('are given away by what fails, and by what fails while it rests', async () => {
    const turns = createTurns(1)
    const fails = () => Promise.reject(new Error('wait'))

    await assert.rejects(turns.inTurn(fails), /wait/)
    await assert.rejects(
      turns.inTurn((rest) => rest(fails)),
      /wait/,
    )

    assert.equal(await turns.inTurn(() => Promise.resolve('had')), 'had')
  })

  it('are neither lost nor multiplied, whatever rests beside whatever', async () => {
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
          const turns = createTurns(atOnce)
          const strandOf = async (steps: readonly { works: number; rests: number }[], rest: Rest) => {
            for (const step of steps) {
              await pause(step.works)
              await rest(() => pause(step.rests))
            }
          }
          await Promise.all(
            works.map(({ strands, leavesEarly }) =>
              turns.inTurn(async (rest) => {
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
              turns.inTurn(async () => {
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
