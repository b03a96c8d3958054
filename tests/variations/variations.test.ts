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
  'QTE-17',
  'QTE-35',
  'QTE-39',
  'TRX-10',
  'TRX-11',
  'SCA-25',
  'SCA-26',
  'EWA-51',
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
        ({ id, area, within, specified, operations }) =>
          specified &&
          !id.startsWith('CNV-') &&
          ![area, within].includes('error-catalogue') &&
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

      const notOffered = combination.flatMap((variation) => variation.notOffered ?? [])
      const judged = requirements.filter(
        ({ operations }) => !operations.some((name) => notOffered.includes(name)),
      )
      const announced = combination.flatMap(({ warns = [] }) => warns)
      assert.deepEqual(new Set(announced.filter((id) => judged.some((one) => one.id === id))), warned)
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
