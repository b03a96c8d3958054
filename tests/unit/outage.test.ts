/** When a deployment that sends no responses is given up. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isGivenUp, NO_OUTAGE, withFailure } from '../../fixtures/http/outage.ts'

const after = (requests: readonly (readonly [sentAt: number, givenUpAt: number])[]) =>
  requests.reduce((outage, [sentAt, givenUpAt]) => withFailure(outage, sentAt, givenUpAt), NO_OUTAGE)

describe('a deployment that sends no response', () => {
  it('is given up after five requests, one after another', () => {
    const sequence = [0, 1, 2, 3, 4].map((at) => [at, at + 1] as const)

    assert.equal(isGivenUp(after(sequence.slice(0, 4))), false)
    assert.equal(isGivenUp(after(sequence)), true)
  })

  it('is not given up after one round of many requests side by side, which may have met a busy moment', () => {
    const atOnce = Array.from({ length: 32 }, () => [0, 10_000] as const)

    assert.equal(isGivenUp(after(atOnce)), false)
    assert.equal(isGivenUp(after([...atOnce, [10_000, 20_000], [20_000, 30_000]])), true)
  })

  it('is not given up while it refuses connections for a few seconds, as during a restart', () => {
    const refused = (seconds: number) =>
      Array.from({ length: seconds }, (_, second) => [second * 1_000, second * 1_000 + 1] as const).reduce(
        (outage, [sentAt, endedAt]) => withFailure(outage, sentAt, endedAt, 'refused'),
        NO_OUTAGE,
      )

    assert.equal(isGivenUp(refused(15)), false)
    assert.equal(isGivenUp(refused(25)), true)
  })
})
