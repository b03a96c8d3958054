/** Every shard computes its own suites: all shards together run each suite once, in about the same time. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { partition } from '../../cli/shards/partition.ts'
import durations from '../../suites/durations.json' with { type: 'json' }
import { sharedLimits } from '../../fixtures/config/limits.ts'

const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 60 })
const inputs = names.chain((suites) =>
  fc.record({
    suites: fc.constant(suites),
    durations: fc
      .array(fc.integer({ min: 0, max: 60_000 }), { minLength: suites.length, maxLength: suites.length })
      .map((each) => Object.fromEntries(suites.map((suite, index) => [suite, each[index]!]))),
    of: fc.integer({ min: 1, max: 16 }),
  }),
)
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

describe('a partition into shards', () => {
  it('has every suite once, in the requested number of shards', () => {
    fc.assert(
      fc.property(inputs, ({ suites, durations, of }) => {
        const shards = partition(suites, durations, of)

        assert.equal(shards.length, of)
        assert.deepEqual(shards.flat().sort(), [...suites].sort())
      }),
    )
  })

  it('is the same for any order of the suites', () => {
    fc.assert(
      fc.property(inputs, ({ suites, durations, of }) => {
        assert.deepEqual(
          partition(suites.toReversed(), durations, of),
          partition([...suites].sort(), durations, of),
        )
      }),
    )
  })

  it('gives no shard more than an equal share and one suite', () => {
    fc.assert(
      fc.property(inputs, ({ suites, durations, of }) => {
        const lengthOf = (suite: string) => Math.max(1, durations[suite]!)
        const lengths = partition(suites, durations, of).map((shard) => sum(shard.map(lengthOf)))

        assert.ok(
          Math.max(...lengths) <= sum(suites.map(lengthOf)) / of + Math.max(...suites.map(lengthOf)) + 1e-6,
        )
      }),
    )
  })

  it('deals out by count where nothing is known, and takes an unknown suite for a middling one', () => {
    const suites = ['a', 'b', 'c', 'd', 'e', 'f']

    assert.deepEqual(
      partition(suites, {}, 3).map((shard) => shard.length),
      [2, 2, 2],
    )
    assert.deepEqual(partition(['long', 'new', 'short', 'tiny'], { long: 9, short: 4, tiny: 1 }, 2), [
      ['long'],
      ['new', 'short', 'tiny'],
    ])
  })
})

describe('the durations that come with the suites', () => {
  it('are those of suites that exist', () => {
    const named = Object.keys(durations)

    assert.ok(named.length > 50)
    assert.deepEqual(
      named.filter((suite) => !existsSync(new URL(`../../suites/${suite}.spec.ts`, import.meta.url))),
      [],
    )
  })
})

describe('the limits of a deployment', () => {
  it('are shared by the shards, so that all together keep them', () => {
    const limits = { maxWaitSeconds: 60, requestTimeoutSeconds: 5, requestsPerSecond: 20, concurrency: 8 }

    const { requestsPerSecond, concurrency, ...rest } = sharedLimits(limits, 3)

    assert.ok(3 * requestsPerSecond <= 20 && 3 * concurrency <= 8)
    assert.deepEqual(rest, { maxWaitSeconds: 60, requestTimeoutSeconds: 5 })
    assert.deepEqual(sharedLimits(limits, 1), limits)
  })
})
