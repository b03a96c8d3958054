import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as settled } from 'node:timers/promises'
import { MAX_SEQUENTIAL_RETRIES, retryFailedChecks } from '../../runner/retry-failed-checks.ts'

/** Tries checks by number, and notes how many were under way at once. */
async function tried(count: number, fails: (check: number) => boolean) {
  const alone: number[] = []
  const most = { alone: 0, beside: 0 }
  let underWay = 0
  const attempt = async (check: number, how: 'alone' | 'beside') => {
    most[how] = Math.max(most[how], ++underWay)
    await settled()
    underWay--
    return { check, failed: fails(check) }
  }
  const results = await retryFailedChecks(
    Array.from({ length: count }, (_, check) => check),
    (check) => {
      alone.push(check)
      return attempt(check, 'alone')
    },
    (check) => attempt(check, 'beside'),
    ({ failed }) => failed,
  )
  return { checks: results.map(({ check }) => check), alone: alone.length, most }
}

describe('second attempts', () => {
  it('of a few are made one by one, though all fail again', async () => {
    const { checks, alone, most } = await tried(MAX_SEQUENTIAL_RETRIES, () => true)

    assert.deepEqual(checks, [0, 1, 2, 3, 4, 5, 6, 7])
    assert.equal(alone, 8)
    assert.deepEqual(most, { alone: 1, beside: 0 })
  })

  it('of many run in parallel once enough have failed again when run alone', async () => {
    const { checks, alone, most } = await tried(20, () => true)

    assert.equal(alone, MAX_SEQUENTIAL_RETRIES)
    assert.deepEqual(most, { alone: 1, beside: 12 })
    assert.deepEqual(
      checks,
      Array.from({ length: 20 }, (_, check) => check),
    )
  })

  it('are all made one by one if one of the first passes alone: load may be the cause', async () => {
    const { alone, most } = await tried(20, (check) => check !== 3)

    assert.equal(alone, 20)
    assert.deepEqual(most, { alone: 1, beside: 0 })
  })
})
