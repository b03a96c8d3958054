/** A baseline and --allow-blocked change the exit code and its explanation, never a verdict. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RequirementResult } from '../../reports/conformance.ts'
import { page } from '../../reports/html/page.ts'
import { terminalSummary } from '../../reports/terminal-summary.ts'
import { exitCode } from '../../reports/verdicts.ts'
import { waiverState, type KnownFailure } from '../../reports/waiver.ts'
import { ctrfJson } from '../../reports/writers/ctrf-json.ts'
import { junitXml } from '../../reports/writers/junit-xml.ts'
import { summaryMd } from '../../reports/writers/summary-md.ts'
import { known } from './known-run.ts'
import { failing } from './sample-run.ts'

type State = NonNullable<RequirementResult['waiver']>['state']

describe('the status of a baseline entry', () => {
  const until = '2026-12-31'
  const table: readonly (readonly [KnownFailure['kind'], RequirementResult['verdict'], string, State])[] = [
    ['failing', 'fail', '2026-12-30', 'waived'],
    ['failing', 'fail', '2026-12-31', 'waived'],
    ['failing', 'fail', '2027-01-01', 'expired'],
    ['failing', 'warn', '2026-12-30', 'waived'],
    ['failing', 'pass', '2026-12-30', 'fixed'],
    ['failing', 'pass', '2027-01-01', 'fixed'],
    ['failing', 'flaky', '2026-12-30', 'unused'],
    ['failing', 'blocked', '2026-12-30', 'unused'],
    ['failing', 'not-applicable', '2026-12-30', 'unused'],
    ['flaky', 'flaky', '2026-12-30', 'waived'],
    ['flaky', 'flaky', '2027-01-01', 'expired'],
    ['flaky', 'fail', '2026-12-30', 'waived'],
    ['flaky', 'pass', '2026-12-30', 'fixed'],
    ['flaky', 'blocked', '2026-12-30', 'unused'],
  ]
  for (const [kind, verdict, day, state] of table) {
    it(`${kind}, ${verdict} on ${day}: ${state}`, () => {
      assert.equal(waiverState({ kind, expires: until }, verdict, day), state)
    })
  }
})

describe('the exit code', () => {
  type Row = readonly [RequirementResult['level'], RequirementResult['verdict'], State?]
  const table: readonly (readonly [
    string,
    readonly Row[],
    { allow?: true | readonly string[]; cut?: true },
    0 | 1 | 3,
  ])[] = [
    ['nothing judged', [], {}, 3],
    ['all passed', [['MUST', 'pass']], {}, 0],
    ['one failed', [['MUST', 'fail']], {}, 1],
    ['one failed and is waived', [['MUST', 'fail', 'waived']], {}, 0],
    ['one flaky', [['MUST', 'flaky']], {}, 1],
    ['one flaky and named as flaky', [['MUST', 'flaky', 'waived']], {}, 0],
    ['one flaky and named as failing', [['MUST', 'flaky', 'unused']], {}, 1],
    ['one failed past its date', [['MUST', 'fail', 'expired']], {}, 1],
    ['one passed that was known', [['MUST', 'pass', 'fixed']], {}, 0],
    [
      'one waived, another failed',
      [
        ['MUST', 'fail', 'waived'],
        ['MUST', 'fail'],
      ],
      {},
      1,
    ],
    [
      'one waived, another blocked',
      [
        ['MUST', 'fail', 'waived'],
        ['MUST', 'blocked'],
      ],
      {},
      3,
    ],
    ['one waived, cut off', [['MUST', 'fail', 'waived']], { cut: true }, 3],
    [
      'one blocked',
      [
        ['MUST', 'pass'],
        ['MUST', 'blocked'],
      ],
      {},
      3,
    ],
    [
      'one blocked, in the baseline',
      [
        ['MUST', 'pass'],
        ['MUST', 'blocked', 'unused'],
      ],
      {},
      3,
    ],
    [
      'one blocked, allowed',
      [
        ['MUST', 'pass'],
        ['MUST', 'blocked'],
      ],
      { allow: true },
      0,
    ],
    ['all blocked, allowed', [['MUST', 'blocked']], { allow: true }, 3],
    [
      'one blocked and one failed, allowed',
      [
        ['MUST', 'fail'],
        ['MUST', 'blocked'],
      ],
      { allow: true },
      1,
    ],
    [
      'one blocked and one waived, allowed',
      [
        ['MUST', 'fail', 'waived'],
        ['MUST', 'blocked'],
      ],
      { allow: true },
      0,
    ],
    [
      'blocked and cut off, allowed',
      [
        ['MUST', 'pass'],
        ['MUST', 'blocked'],
      ],
      { allow: true, cut: true },
      3,
    ],
    [
      'one blocked, on the list',
      [
        ['MUST', 'pass'],
        ['MUST', 'blocked'],
      ],
      { allow: ['OWN-01'] },
      0,
    ],
    [
      'one blocked, another on the list',
      [
        ['MUST', 'pass'],
        ['MUST', 'blocked'],
      ],
      { allow: ['OWN-02'] },
      3,
    ],
    [
      'a SHOULD not met',
      [
        ['MUST', 'pass'],
        ['SHOULD', 'warn'],
      ],
      {},
      0,
    ],
    ['nothing judged, allowed', [['MUST', 'not-applicable']], { allow: true }, 3],
  ]
  for (const [title, rows, { allow, cut }, code] of table) {
    it(`of ${title}: ${code}`, () => {
      const requirements = rows.map(([level, verdict, state]) => ({
        id: 'OWN-01' as const,
        level,
        verdict,
        ...(state
          ? { waiver: { kind: 'failing', reason: 'known', expires: '2026-12-31', state } as const }
          : {}),
      }))
      assert.equal(
        exitCode({
          requirements,
          complete: cut !== true,
          ...(allow ? { allowBlocked: allow === true ? ['all'] : allow } : {}),
        }),
        code,
      )
    })
  }
})

const stateOf = (id: string) => known.requirements.find((result) => result.id === id)?.waiver?.state

describe('a run with a baseline', () => {
  it('keeps every verdict, and reports the status of each entry', () => {
    assert.deepEqual(
      known.requirements.map(({ verdict }) => verdict),
      failing.requirements.map(({ verdict }) => verdict),
    )
    assert.equal(known.verdict, 'non-conformant')
    assert.deepEqual(['OWN-07', 'QUO-20', 'QUO-11', 'OWN-01', 'APR-02', 'ACT-01'].map(stateOf), [
      'waived',
      'expired',
      'waived',
      'fixed',
      'unused',
      undefined,
    ])
  })

  it('is named on the terminal and in summary.md', () => {
    const text = terminalSummary(known, { colour: false, reportPath: 'r' })
    assert.match(
      text,
      /failed OWN-07 .*\n(?: {2}.*\n)* {2}baseline: known, does not count: the ledger of OWN-07 is being rebuilt; until 2026-12-31; owner accounts; https:\/\/issues\.example\/7/,
    )
    assert.match(text, /fixed OWN-01\n {2}next: Remove them from the baseline\./)
    assert.match(
      text,
      /Baseline baseline\.yaml: 2 known and not counted, 1 fixed, 1 expired and counted again\. Exit code 1\./,
    )
    const markdown = summaryMd(known)
    assert.match(markdown, /### Known failures/)
    assert.match(markdown, /- \*\*QUO-20\*\* failed \(expired, counts again\): /)
    assert.doesNotMatch(markdown, /(?<!\\)<(?:script|img)|\*\*bold/)
  })

  it('is named in the report for people, in which hostile text is text', () => {
    const html = page(known, [])
    assert.match(html, /<dt>Known because<\/dt><dd>the ledger of OWN-07 is being rebuilt<\/dd>/)
    assert.match(html, /Baseline baseline\.yaml: 2 known and not counted/)
    assert.ok(!html.includes('<img src=x'))
  })

  it('is skipped by CI systems where it does not count, and failed where it does', () => {
    const caseOf = (id: string) =>
      new RegExp(`<testcase[^>]*name="${id} [^]*?(?=<testcase|</testsuite>)`).exec(junitXml(known))![0]
    assert.match(caseOf('OWN-07'), /<skipped\/>[^]*baseline: known, does not count/)
    assert.match(caseOf('QUO-11'), /<skipped\/>/)
    assert.match(caseOf('QUO-20'), /<failure /)
    const { tests } = (
      JSON.parse(ctrfJson(known)) as {
        results: { tests: { name: string; status: string; rawStatus: string }[] }
      }
    ).results
    const statusOf = (id: string) => tests.find(({ name }) => name.startsWith(id))
    assert.deepEqual([statusOf('OWN-07')?.status, statusOf('OWN-07')?.rawStatus], ['skipped', 'fail'])
    assert.equal(statusOf('QUO-20')?.status, 'failed')
  })

  it('leaves blocked requirements no error where they are allowed', () => {
    assert.match(junitXml(failing), /<error [^>]*type="blocked"/)
    assert.doesNotMatch(junitXml({ ...failing, allowBlocked: ['all'] }), /<error /)
  })
})
