/**
 * The checks detect defects: one value of the recorded responses is changed at a time, and a replay must fail. A sample
 * here; `npm run self-test -- mutants` judges them all.
 */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { judgeMutants, recordRun, whyItMay, type MutantResult } from '../../selftest/mutants/judge-mutants.ts'
import { nameOf } from '../../selftest/mutants/mutations.ts'

/** One of this many mutants is judged, always the same ones. */
const SAMPLED = 8
const AREAS = ['external-accounts', 'agent-operations']

describe('mutants of a recorded run', () => {
  let results: readonly MutantResult[] = []

  before(async () => {
    results = await judgeMutants(await recordRun(AREAS), SAMPLED)
  })

  it('are many, of every kind', () => {
    const kinds = new Set(results.map(({ mutation: { kind } }) => kind))

    assert.ok(results.length > 50, `${results.length} mutants`)
    assert.ok(kinds.size >= 10, [...kinds].join(', '))
  })

  it('are killed, except those that the contract leaves open', () => {
    const unexplained = results
      .filter(({ killedBy, mutation }) => killedBy.length === 0 && whyItMay(mutation) === undefined)
      .map(({ mutation }) => nameOf(mutation))

    assert.deepEqual(unexplained, [])
  })
})
