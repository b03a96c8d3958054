import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPace } from '../../fixtures/pace.ts'
import { systemTime } from '../../fixtures/time.ts'

describe('the pace', () => {
  it('never has more under way than allowed', async () => {
    const pace = createPace(10_000, 3, systemTime)
    let underWay = 0
    let most = 0

    await Promise.all(
      Array.from({ length: 20 }, () =>
        pace.run(async () => {
          most = Math.max(most, ++underWay)
          await systemTime.sleep(2)
          underWay--
        }),
      ),
    )

    assert.equal(most, 3)
  })

  it('spaces beginnings evenly, a little further than they may be', async () => {
    const waits: number[] = []
    const pace = createPace(100, 50, { now: () => 0, sleep: async (ms) => void waits.push(ms) })

    await Promise.all(Array.from({ length: 20 }, () => pace.run(async () => undefined)))

    assert.deepEqual(
      waits,
      Array.from({ length: 19 }, (_, index) => 10.5 * (index + 1)),
    )
  })

  it('goes on after work that failed', async () => {
    const pace = createPace(10_000, 1, systemTime)

    await assert.rejects(pace.run(() => Promise.reject(new Error('no'))))
    assert.equal(await pace.run(async () => 'on'), 'on')
  })
})
