/** No false alarm: where the contract can be read in more than one way, every reading passes. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { variations } from '../../reference/variations/index.ts'
import { requirements, type RequirementId } from '../../spec/index.ts'
import {
  combinationsOf,
  describeResult,
  judgeVariations,
  type Combination,
  type CombinationResult,
} from './judged-variations.ts'

/** What docs/contract.md calls a warning where a deployment reads an open point otherwise. */
const WARNINGS: readonly RequirementId[] = [
  'CNV-09',
  'CNV-10',
  'OWN-14',
  'OWN-15',
  'OWN-40',
  'ACT-15',
  'ACT-25',
  'ACT-30',
  'QUO-23',
  'QUO-24',
  'QUO-28',
  'QUO-58',
  'APR-24',
  'APR-33',
  'APR-37',
  'APR-38',
  'SCA-25',
  'CUS-17',
  'INV-09',
  'AGA-12',
  'AGA-25',
  'AGM-16',
  'AGM-56',
  'CRD-18',
  'WHK-06',
  'WHK-14',
]

const combinations = combinationsOf(variations)

describe('lawful variations', () => {
  let results: ReadonlyMap<Combination, CombinationResult> = new Map()

  before(async () => {
    results = new Map((await judgeVariations(combinations)).map((result) => [result.combination, result]))
  })

  for (const combination of combinations) {
    const ids = combination.map(({ id }) => id).join(', ')

    it(`cause no alarm: ${ids}`, () => {
      const result = results.get(combination)!

      assert.deepEqual(result.alarms, [], describeResult(result))
    })

    it(`are judged by every requirement: ${ids}`, () => {
      const { passed } = results.get(combination)!

      const unjudged = requirements.filter(
        ({ id, specified, operations }) =>
          specified &&
          !id.startsWith('CNV-') &&
          !passed.has(id) &&
          !combination.some(
            ({ warns = [], blocks = [], notOffered = [] }) =>
              [...warns, ...blocks].includes(id) || operations.some((name) => notOffered.includes(name)),
          ),
      )

      assert.deepEqual(
        unjudged.map(({ id }) => id),
        [],
      )
    })

    it(`warn of what they say they do: ${ids}`, () => {
      const { warned } = results.get(combination)!

      assert.deepEqual(new Set(combination.flatMap(({ warns = [] }) => warns)), warned)
    })
  }

  it('are each a reading of their own, and in one combination', () => {
    const ids = variations.map(({ id }) => id)

    assert.deepEqual(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      [],
    )
    assert.deepEqual(combinations.flatMap((one) => one.map(({ id }) => id)).toSorted(), ids.toSorted())
  })

  it('warn only where our reading of the contract says so', () => {
    assert.deepEqual(
      variations.flatMap(({ warns = [] }) => warns).filter((id) => !WARNINGS.includes(id)),
      [],
    )
  })
})
