/** No false alarm: where the contract leaves a point open, every interpretation passes. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { variants } from '../../selftest/variants/index.ts'
import { requirements, type RequirementId } from '../../spec/index.ts'
import {
  combinationsOf,
  describeVariantResult,
  judgeVariants,
  type Combination,
  type CombinationResult,
} from '../../selftest/judging/judge-variants.ts'

/** What is recommended: the only requirements that a deployment may not meet and yet keep the contract. */
const recommended: ReadonlySet<RequirementId> = new Set(
  requirements.filter(({ level }) => level === 'SHOULD').map(({ id }) => id),
)

const combinations = combinationsOf(variants)

describe('conforming variants', () => {
  let results: ReadonlyMap<Combination, CombinationResult> = new Map()

  before(async () => {
    results = new Map((await judgeVariants(combinations)).map((result) => [result.combination, result]))
  })

  for (const combination of combinations) {
    const ids = combination.map(({ id }) => id).join(', ')

    it(`cause no alarm: ${ids}`, () => {
      const result = results.get(combination)!

      assert.deepEqual(result.alarms, [], describeVariantResult(result))
    })

    it(`are judged by every requirement: ${ids}`, () => {
      const { passed } = results.get(combination)!

      const unjudged = requirements.filter(
        ({ id, area, within, specified, operations, anyOf = [] }) =>
          specified &&
          !id.startsWith('CNV-') &&
          ![area, within].includes('error-catalogue') &&
          !passed.has(id) &&
          !combination.some(
            ({ warns = [], blocks = [], notOffered = [] }) =>
              [...warns, ...blocks].includes(id) ||
              operations.some((name) => notOffered.includes(name)) ||
              (anyOf.length > 0 && anyOf.every((name) => notOffered.includes(name))),
          ),
      )

      assert.deepEqual(
        unjudged.map(({ id }) => id),
        [],
      )
    })

    it(`warn only of their documented deviations: ${ids}`, () => {
      const announced = combination.flatMap(({ warns = [] }) => warns)

      const unannounced = [...results.get(combination)!.warned].filter((id) => !announced.includes(id))
      assert.deepEqual(unannounced, [])
    })
  }

  it('are distinct, and in exactly one combination', () => {
    const ids = variants.map(({ id }) => id)

    assert.deepEqual(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      [],
    )
    const together = variants.filter(({ alone }) => alone !== true).map(({ id }) => id)
    assert.deepEqual(combinations.flatMap((one) => one.map(({ id }) => id)).toSorted(), together.toSorted())
  })

  it('warn only on the recommendations that they name', () => {
    assert.deepEqual(
      variants.flatMap(({ warns = [] }) => warns).filter((id) => !recommended.has(id)),
      [],
    )
  })
})
