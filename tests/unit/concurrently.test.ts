/** Requests of a race are sent at the same time, or the check is blocked: in sequence they would prove nothing. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createConcurrently } from '../../fixtures/concurrently.ts'
import { DEFAULT_LIMITS } from '../../fixtures/config/limits.ts'
import { createGatherings } from '../../fixtures/http/gatherings.ts'
import { requestsAtOnce } from '../../fixtures/http/rate-limiter.ts'
import { Blocked } from '../../fixtures/errors.ts'

const work = () => Promise.resolve('done')

function racedWith(limits: { readonly concurrency?: number; readonly requestsPerSecond?: number }) {
  let gathered = 0
  const concurrently = createConcurrently(
    (size) => {
      gathered = size
      return () => undefined
    },
    requestsAtOnce({ ...DEFAULT_LIMITS, ...limits }),
  )
  return { two: () => concurrently(work, work), one: () => concurrently(work), gathered: () => gathered }
}

describe('concurrent work', () => {
  it('is performed with the limits of a usual run', async () => {
    const { two, gathered } = racedWith({ concurrency: 2, requestsPerSecond: 2 })

    assert.deepEqual(await two(), ['done', 'done'])
    assert.equal(gathered(), 2)
  })

  for (const limits of [{ concurrency: 1 }, { requestsPerSecond: 1.9 }])
    it(`is blocked with ${JSON.stringify(limits)}, before anything is sent`, async () => {
      const { two, gathered } = racedWith(limits)

      await assert.rejects(two, (error) => error instanceof Blocked && error.fixIn === 'deployment-file')
      assert.equal(gathered(), 0)
    })

  it('of one request is performed with any limits', async () => {
    const { one } = racedWith({ concurrency: 1 })

    assert.deepEqual(await one(), ['done'])
  })

  it('that throws before it sends anything keeps no later request of the check waiting', async () => {
    const begun: number[] = []
    const { open, add } = createGatherings((_, begins) => begun.push(begins.length))
    const concurrently = createConcurrently((size) => open(1, size))
    const lacking = (): Promise<unknown> => {
      throw new Blocked('deployment-file', 'the state lacks a value', 'Serve it.')
    }

    await assert.rejects(concurrently(lacking, lacking), Blocked)

    assert.equal(
      add(1, () => undefined),
      false,
    )
    assert.deepEqual(begun, [0])
  })
})
