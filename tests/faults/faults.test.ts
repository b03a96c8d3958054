/**
 * Every check is seen to fail: each fault of the reference is caught by the requirements it names, and no others. A
 * sample of the faults here, always the same one, and of the others; `npm run self-test` judges them all.
 */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { faults } from '../../selftest/faults/index.ts'
import { SEVERAL_CAUSES } from '../../selftest/judging/several-causes.ts'
import { requirements } from '../../spec/index.ts'
import {
  describeResult,
  drawn,
  givesItsCauses,
  runMatrix,
  type FaultResult,
} from '../../selftest/judging/fault-matrix.ts'

/** One of this many faults is sampled. */
const SAMPLED = 6
const sampled = faults.filter(({ id }) => drawn(id, SAMPLED))

describe('the fault matrix', () => {
  let results: ReadonlyMap<string, FaultResult> = new Map()

  before(async () => {
    results = new Map((await runMatrix(sampled, 'sample')).map((result) => [result.fault.id, result]))
  })

  for (const { id, title } of sampled) {
    it(`catches ${id}: ${title}`, () => {
      const result = results.get(id)!

      assert.deepEqual(
        { missed: result.missed, unrelated: result.unrelated },
        { missed: [], unrelated: [] },
        describeResult(result),
      )
    })
  }

  for (const { id } of sampled.filter(({ id }) => !SEVERAL_CAUSES.has(id)))
    it(`gives one cause, which points to the rule: ${id}`, () => {
      const result = results.get(id)!

      assert.ok(givesItsCauses(result), describeResult(result))
    })

  it('has a fault for every requirement that is judged', () => {
    const proven = new Set(faults.flatMap(({ breaks }) => breaks))

    const unproven = requirements
      .filter(({ id, specified }) => specified && !proven.has(id))
      .map(({ id }) => id)

    assert.deepEqual(unproven, [])
  })

  it('has each fault that may give several causes', () => {
    const ids = new Set(faults.map(({ id }) => id))

    assert.deepEqual(
      [...SEVERAL_CAUSES.keys()].filter((id) => !ids.has(id)),
      [],
    )
  })

  after(() => {
    results = new Map()
  })
})
