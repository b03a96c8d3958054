import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { durationsOf } from '../../reports/durations-of.ts'
import type { CheckOfSuite } from '../../reports/planned-checks.ts'

const planned = (suite: string, ...checks: readonly string[]): readonly CheckOfSuite[] =>
  checks.map((check) => ({ check, title: check, requirements: [], suite }))
const took = (check: string, durationMs: number) => ({ check, durationMs })

describe('the durations of suites that were performed side by side', () => {
  it('are shares of the time of the run', () => {
    const checks = [...planned('a/one', 'A', 'B'), ...planned('a/two', 'C')]
    const judged = [took('A', 300), took('B', 300), took('C', 200)]

    assert.deepEqual(durationsOf(checks, judged, 400), { 'a/one': 300, 'a/two': 200 })
    assert.deepEqual(durationsOf(checks, judged, 8_000), { 'a/one': 6_000, 'a/two': 2_000 })
  })

  it('are no less than that of the longest check, which may wait while others work', () => {
    const checks = [...planned('a/waiting', 'A'), ...planned('a/working', 'B', 'C')]

    assert.deepEqual(durationsOf(checks, [took('A', 2_000), took('B', 1_000), took('C', 1_000)], 2_100), {
      'a/waiting': 2_000,
      'a/working': 1_050,
    })
  })

  it('are absent for unjudged requirements', () => {
    assert.deepEqual(durationsOf(planned('a/one', 'A'), [], 5), { 'a/one': 0 })
  })
})
