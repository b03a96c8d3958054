/** What --only-failed judges after restricted runs. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Cause, Conformance, Verdict } from '../../reports/conformance.ts'
import { stillFailed, toJudgeAgain } from '../../reports/still-failed.ts'

const runOf = (
  only: readonly string[],
  verdicts: Readonly<Record<string, Verdict>>,
  commands: Readonly<Record<string, string>> = {},
) =>
  ({
    only,
    complete: true,
    requirements: Object.entries(verdicts).map(([id, verdict]) => ({
      id,
      area: id.startsWith('CNV') ? 'conventions' : 'cards',
      verdict,
    })),
    causes: Object.entries(commands).map(([id, words]): Partial<Cause> => ({
      requirements: [id],
      next: `Correct it. Then run \`npx assay run --only ${words}\`.`,
    })),
  }) as unknown as Conformance

const whole = runOf(
  [],
  { 'CNV-06': 'fail', 'CRD-01': 'fail', 'CRD-02': 'flaky', 'CRD-03': 'pass' },
  { 'CNV-06': 'CNV-06 QUO-40', 'CRD-01': 'CRD-01', 'CRD-02': 'CRD-02' },
)

describe('what failed in the last runs', () => {
  it('is what failed in the last whole run, without what passed since', () => {
    const older = runOf([], { 'CRD-09': 'fail' })
    const corrected = runOf(['CRD-01'], { 'CRD-01': 'pass' })
    assert.deepEqual(stillFailed([corrected, whole, older]), ['CNV-06', 'CRD-02'])
  })

  it('has what only a restricted run saw fail, and what it blocked', () => {
    const later = runOf(['CRD-02', 'CRD-03'], { 'CRD-02': 'blocked', 'CRD-03': 'fail' })
    assert.deepEqual(stillFailed([later, whole]), ['CRD-03', 'CNV-06', 'CRD-01', 'CRD-02'])
  })

  it('counts the pass of a response rule only with the requests that violated it', () => {
    const other = runOf(['CNV-06', 'CRD-01'], { 'CNV-06': 'pass', 'CRD-01': 'fail' })
    const unnamed = runOf(['CRD-03'], { 'CNV-06': 'pass', 'CRD-03': 'pass' })
    const again = runOf(['CNV-06', 'QUO-40'], { 'CNV-06': 'pass', 'QUO-40': 'pass' })
    const everywhere = runOf(['CNV-06'], { 'CNV-06': 'pass' })
    for (const run of [other, unnamed]) assert.ok(stillFailed([run, whole]).includes('CNV-06'))
    for (const run of [again, everywhere]) assert.ok(!stillFailed([run, whole]).includes('CNV-06'))
    assert.ok(!stillFailed([other, again, whole]).includes('CNV-06'))
  })

  it('is judged again with the requirements that show a response rule', () => {
    assert.deepEqual(toJudgeAgain([whole]), ['CNV-06', 'CRD-01', 'CRD-02', 'QUO-40'])
  })
})
