/** The changes from one run to another, and how they are reported. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compare, comparisonExitCode, kindOf } from '../../reports/comparison.ts'
import type { Conformance, RequirementResult, Verdict } from '../../reports/conformance.ts'
import { latencyOf } from '../../reports/latency.ts'
import { withBaseline } from '../../reports/waiver.ts'
import { comparisonMd } from '../../reports/writers/comparison-md.ts'
import { comparisonText } from '../../reports/writers/comparison-text.ts'
import { cutOff, exchanges, failing, HOSTILE, passing } from './sample-run.ts'

/** The same run with other verdicts. */
const withVerdicts = (run: Conformance, verdicts: Readonly<Record<string, Verdict>>): Conformance => ({
  ...run,
  requirements: run.requirements.map((result) => ({
    ...result,
    verdict: verdicts[result.id] ?? result.verdict,
  })),
})
const ids = (changes: readonly { readonly id: string }[]) => changes.map(({ id }) => id)

describe('a change of verdict', () => {
  const table: readonly (readonly [Verdict | undefined, Verdict | undefined, ReturnType<typeof kindOf>])[] = [
    ['pass', 'fail', 'regressed'],
    ['pass', 'flaky', 'regressed'],
    ['pass', 'warn', 'regressed'],
    ['blocked', 'fail', 'regressed'],
    ['warn', 'fail', 'regressed'],
    ['flaky', 'fail', 'changed'],
    ['fail', 'flaky', 'changed'],
    ['fail', 'warn', 'changed'],
    ['fail', 'fail', undefined],
    ['fail', 'pass', 'fixed'],
    ['flaky', 'pass', 'fixed'],
    ['warn', 'pass', 'fixed'],
    ['pass', 'pass', undefined],
    ['blocked', 'pass', 'unblocked'],
    ['blocked', 'warn', 'unblocked'],
    ['pass', 'blocked', 'newlyBlocked'],
    ['fail', 'blocked', 'newlyBlocked'],
    ['blocked', 'blocked', undefined],
    [undefined, 'pass', 'added'],
    [undefined, 'fail', 'added'],
    ['not-applicable', 'blocked', 'added'],
    [undefined, 'not-specified', undefined],
    ['pass', 'not-applicable', 'removed'],
    ['fail', undefined, 'removed'],
    ['not-applicable', undefined, undefined],
  ]
  for (const [before, after, kind] of table) {
    it(`from ${before ?? 'nothing'} to ${after ?? 'nothing'} is ${kind ?? 'no change'}`, () => {
      assert.equal(kindOf({ ...(before ? { before } : {}), ...(after ? { after } : {}) }), kind)
    })
  }
})

describe('a comparison', () => {
  it('of a run with itself finds nothing', () => {
    const same = compare(failing, failing)
    for (const kind of [
      'regressed',
      'fixed',
      'added',
      'removed',
      'newlyBlocked',
      'unblocked',
      'changed',
      'slower',
      'reducedCoverage',
    ] as const)
      assert.deepEqual(same[kind], [], kind)
    assert.ok(same.compared > 5)
    assert.equal(comparisonExitCode(same), 0)
  })

  it('lists regressed, fixed, added, removed and blocked requirements', () => {
    const later = withVerdicts(failing, {
      'OWN-01': 'fail',
      'OWN-07': 'pass',
      'ACT-01': 'blocked',
      'CRD-01': 'pass',
      'QUO-03': 'not-applicable',
    })
    const found = compare(failing, later)
    assert.deepEqual(ids(found.regressed), ['OWN-01'])
    assert.deepEqual(ids(found.fixed), ['OWN-07'])
    assert.deepEqual(ids(found.newlyBlocked), ['ACT-01'])
    assert.deepEqual(ids(found.added), ['CRD-01'])
    assert.deepEqual(ids(found.removed), ['QUO-03'])
    assert.equal(comparisonExitCode(found), 1)
  })

  it('separates added causes, removed causes, and those of both runs', () => {
    const without = (id: string): Conformance => ({
      ...failing,
      causes: failing.causes.filter(({ requirements }) => !requirements.includes(id)),
    })
    const found = compare(without('OWN-07'), without('QUO-20'))
    assert.deepEqual(
      found.causes.added.flatMap(({ requirements }) => requirements),
      ['OWN-07'],
    )
    assert.deepEqual(
      found.causes.removed.flatMap(({ requirements }) => requirements),
      ['QUO-20'],
    )
    assert.equal(found.causes.same.length, failing.causes.length - 2)
    const title =
      'verifyPlatformExternalAccountOwnership accepts a request that it must reject: 200 instead of 400 (check: "after expiresAt a signature is refused holds")'
    const text = comparisonText(found, false)
    assert.ok(
      text.includes(
        `\n\nadded causes\n  ${title}\n    failed; fix in your API; OWN-07\n\ncauses in both runs\n`,
      ),
    )
    assert.match(text, /\nremoved causes\n {2}The answer was .*\n {4}failed; fix in your API; QUO-20\n/)
    assert.match(
      comparisonMd(found),
      /### Added causes\n\n- \*\*verify.*\n {2}- failed; fix in your API; OWN-07\n/,
    )
  })

  it('compares causes only if both runs judged the requirement', () => {
    const asked: Conformance = { ...failing, only: ['agent-operations'], causes: [] }
    const areaOf = new Map(failing.requirements.map(({ id, area }) => [id, area]))
    const { causes } = compare(failing, asked)
    assert.ok(causes.removed.length > 0)
    for (const { requirements } of causes.removed)
      assert.ok(requirements.some((id) => areaOf.get(id) === 'agent-operations'))
    const { causes: _, ...old } = failing
    assert.deepEqual(compare(old as Conformance, failing).causes.removed, [])
  })

  it('ends with 0 if only a recommendation or an entry of the baseline regressed', () => {
    const lax = compare(withVerdicts(failing, { 'OWN-09': 'pass' }), failing)
    assert.deepEqual(ids(lax.regressed), ['OWN-09'])
    assert.equal(comparisonExitCode(lax), 0)
    const entry = { id: 'OWN-07', kind: 'failing', reason: 'known', expires: '2026-12-31' } as const
    const known = compare(
      withVerdicts(failing, { 'OWN-07': 'pass' }),
      withBaseline(failing, { file: 'b.yaml', entries: [entry] }),
    )
    assert.deepEqual(ids(known.regressed), ['OWN-07'])
    assert.equal(known.regressed[0]?.known, true)
    assert.equal(comparisonExitCode(known), 0)
  })

  it('ends with 3 when the comparison is inconclusive', () => {
    assert.equal(comparisonExitCode(compare(passing, cutOff)), 3)
    const nothing = { ...passing, requirements: [] }
    assert.equal(comparisonExitCode(compare(nothing, passing)), 3)
  })

  it('omits requirements that only one of the two selected', () => {
    const asked = (run: Conformance): Conformance => ({
      ...run,
      only: ['agent-operations'],
      requirements: run.requirements.filter(({ area }) => area === 'agent-operations'),
    })
    const found = compare(passing, asked(passing))
    assert.deepEqual([ids(found.removed), ids(found.added)], [[], []])
    assert.deepEqual(ids(compare(asked(passing), passing).added), [])
    assert.match(
      comparisonText(found, false),
      /judged: everything → agent-operations; only requirements of both are compared/,
    )
  })

  it('reports passing checks with reduced coverage', () => {
    const thin = (expectations: number, title?: string): Conformance => ({
      ...passing,
      requirements: passing.requirements.map((result): RequirementResult =>
        result.id !== 'ACT-04'
          ? result
          : {
              ...result,
              checks: result.checks.map((check) => ({ ...check, expectations, title: title ?? check.title })),
            },
      ),
    })
    assert.deepEqual(compare(thin(3), thin(2)).reducedCoverage, [
      { id: 'ACT-04', check: 'walk holds', before: 3, after: 2 },
    ])
    assert.deepEqual(compare(thin(2), thin(3)).reducedCoverage, [])
    assert.equal(compare(thin(3), thin(3, 'renamed')).reducedCoverage[0]?.after, 0)
  })

  it('reports slower operations, but not noise', () => {
    const slow = (p50: number, count = 40): Conformance => ({
      ...passing,
      latency: [{ operation: 'listAgentActions', count, p50, p95: p50 * 3, max: 900 }],
    })
    assert.deepEqual(compare(slow(100), slow(160)).slower, [
      { operation: 'listAgentActions', before: 100, after: 160 },
    ])
    for (const [before, after] of [
      [100, 149],
      [10, 55],
      [160, 100],
    ] as const)
      assert.deepEqual(compare(slow(before), slow(after)).slower, [], `${before} → ${after}`)
    assert.deepEqual(compare(slow(100, 5), slow(900, 40)).slower, [])
    assert.deepEqual(compare(passing, slow(900)).slower, [])
  })
})

describe('the latency of a run', () => {
  it('counts requests to the API with a response, by operation', () => {
    const at = (durationMs: number) => ({ ...exchanges[4]!, durationMs })
    const many = Array.from({ length: 100 }, (_, index) => at(index + 1))
    const latency = latencyOf([
      ...many,
      ...exchanges.filter(({ kind, response }) => kind === 'state' || !response),
    ])
    assert.deepEqual(latency, [{ operation: 'listAgentActions', count: 100, p50: 50, p95: 95, max: 100 }])
    assert.deepEqual(latencyOf([]), [])
  })
})

describe('a comparison in words', () => {
  const later = withVerdicts(failing, { 'OWN-01': 'fail', 'OWN-07': 'pass' })
  const found = compare(withVerdicts(failing, { 'QUO-20': 'pass' }), later)

  it('gives the reason of each change, on the terminal and in Markdown', () => {
    const text = comparisonText(found, false)
    assert.match(text, /regressed\n {2}OWN-01 .*\n {4}passed → failed\n/)
    assert.match(text, /fixed\n {2}OWN-07 .*\n {4}failed → passed\n/)
    assert.match(
      text,
      /\d+ requirements judged in both: 2 regressed, 1 fixed\.\nExit code 1: 2 MUST requirements regressed\.\n$/,
    )
    const markdown = comparisonMd(found)
    assert.match(markdown, /^## ❌ /)
    assert.match(markdown, /### Regressed\n\n- \*\*OWN-01\*\* \(MUST\) .*\n {2}- passed → failed\n/)
  })

  it('shows every change of a verdict, and other differences of the runs', () => {
    const later = withVerdicts({ ...failing, edition: 2 }, { 'OWN-07': 'flaky', 'APR-02': 'pass' })
    const found = compare(failing, later)
    const text = comparisonText(found, false)
    assert.match(text, /the runs differ in\n {2}edition: 1 → 2\n/)
    assert.match(text, /changed otherwise\n {2}OWN-07 .*\n {4}failed → flaky/)
    assert.match(text, /no longer blocked\n {2}APR-02 .*\n {4}blocked → passed/)
    assert.match(text, /: 1 changed otherwise, 1 no longer blocked\.\n$/)
    assert.match(comparisonMd(found), /### The runs differ in\n\n- edition: 1 → 2\n/)
  })

  it('never carries hostile text as it came', () => {
    // oxlint-disable-next-line no-control-regex -- finding them is the purpose
    const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/
    for (const text of [comparisonText(found, false), comparisonMd(found)]) {
      assert.doesNotMatch(text, steering)
      assert.ok(text.includes('QUO') && !text.includes(HOSTILE))
    }
    assert.doesNotMatch(comparisonMd(found), /(?<!\\)<(?:script|img)|\*\*bold/)
  })
})
