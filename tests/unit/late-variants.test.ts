/** Requirements of variants that were judged a second time, since a check ran out of time. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { withSecond, type Alarm, type CombinationResult } from '../../selftest/judging/judge-variants.ts'

const late = { id: 'WHK-04', verdict: 'blocked', message: 'late', isLate: true } as const
const wrong = { id: 'QUO-01', verdict: 'fail', message: 'wrong' } as const

const result = (alarms: readonly Alarm[], passed: CombinationResult['passed']): CombinationResult => ({
  combination: [],
  alarms,
  passed,
  warned: new Set(),
  checksRun: 2,
})

it('a second judgement replaces the alarms of requirements that were late, and no others', () => {
  const first = result([late, wrong], new Set(['QUO-02']))

  assert.deepEqual(withSecond(first, result([], new Set(['WHK-04']))), {
    ...first,
    alarms: [wrong],
    passed: new Set(['QUO-02', 'WHK-04']),
  })
})

it('a requirement that is late again, or fails then, stays an alarm', () => {
  const failed = { ...wrong, id: 'WHK-04' } as const

  assert.deepEqual(withSecond(result([late], new Set()), result([late], new Set())).alarms, [late])
  assert.deepEqual(withSecond(result([late], new Set()), result([failed], new Set())).alarms, [failed])
})
