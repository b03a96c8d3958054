/** The history of runs: its content, its page, and its durability. */
import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Conformance, Verdict } from '../../reports/conformance.ts'
import { page } from '../../reports/html/page.ts'
import { deploymentTrends } from '../../reports/trends/deployment-trend.ts'
import { withHistory } from '../../reports/trends/requirement-history.ts'
import { keepRun, readHistory } from '../../reports/trends/run-file.ts'
import { recordFrom, recordOf, verdictsOf, type RunRecord } from '../../reports/trends/run-record.ts'
import { trendsPage } from '../../reports/trends/trends-page.ts'
import { trendsText } from '../../reports/trends/trends-text.ts'
import { conformanceJson } from '../../reports/writers/conformance-json.ts'
import { BREAKS, FLAKY, idAt, manyRuns, titles } from './many-runs.ts'
import { failing, HOSTILE, passing } from './sample-run.ts'

const emptyFolder = () => join(mkdtempSync(join(tmpdir(), 'assay-history-')), 'history')
const areaOrder = [...titles.areas.keys()]
const later = (run: Conformance, day: number): Conformance => ({
  ...run,
  startedAt: `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`,
})

describe('the stored summary of a run', () => {
  it('is its totals, its verdict on each requirement, and its latency', () => {
    const record = recordOf({
      ...failing,
      latency: [{ operation: 'listAgentActions', count: 40, p50: 12, p95: 30, max: 99 }],
    })
    assert.deepEqual(recordFrom(JSON.stringify(record)), record)
    const kept = verdictsOf(record)
    for (const { id, verdict } of failing.requirements)
      assert.equal(kept.get(id), verdict.startsWith('not-') ? undefined : verdict, id)
    assert.deepEqual(record.latency, { listAgentActions: [40, 12, 30] })
  })

  it('is read only from a complete line', () => {
    const line = JSON.stringify(recordOf(failing))
    const changed = (more: object) => JSON.stringify({ ...recordOf(failing), ...more })
    for (const broken of [
      '',
      'null',
      '7',
      '{}',
      line.slice(0, -1),
      changed({ schemaVersion: 2 }),
      changed({ startedAt: 'x' }),
      changed({ verdict: '<b>' }),
      changed({ totals: {} }),
      changed({ areas: { a: { odd: 'A' } } }),
      changed({ latency: { a: [1] } }),
    ])
      assert.equal(recordFrom(broken), undefined, broken.slice(0, 80))
  })
})

describe('the file of a history', () => {
  it('keeps each run once, in order, and goes on behind a line that was cut off', () => {
    const folder = emptyFolder()
    assert.deepEqual(readHistory(folder), { runs: [], unreadable: 0, cut: false })
    assert.equal(keepRun(folder, later(failing, 2)), true)
    assert.equal(keepRun(folder, later(failing, 2)), false)
    appendFileSync(join(folder, 'runs.jsonl'), '{"schemaVersion":1,"startedAt":"2026-')
    assert.equal(keepRun(folder, later(passing, 1)), true)
    const { runs, unreadable } = readHistory(folder)
    assert.deepEqual(
      runs.map(({ startedAt }) => startedAt.slice(0, 10)),
      ['2026-11-01', '2026-11-02'],
    )
    assert.equal(unreadable, 1)
  })

  it('is read from its end where it is longer than can be read', () => {
    const folder = emptyFolder()
    for (let day = 1; day <= 9; day++) keepRun(folder, later(failing, day))
    const bytes = statSync(join(folder, 'runs.jsonl')).size
    const { runs, cut, unreadable } = readHistory(folder, Math.ceil(bytes / 3))
    assert.deepEqual([cut, unreadable], [true, 0])
    assert.ok(runs.length >= 2 && runs.length <= 3)
    assert.equal(runs.at(-1)?.startedAt, '2026-11-09T10:00:00.000Z')
  })
})

describe('the trend of a deployment', () => {
  const run = (
    day: number,
    verdicts: Readonly<Record<string, Verdict>>,
    more: Partial<RunRecord> = {},
  ): RunRecord => {
    const area: Partial<Record<Verdict, string>> = {}
    for (const [id, verdict] of Object.entries(verdicts))
      area[verdict] = area[verdict] === undefined ? id : `${area[verdict]} ${id}`
    return { ...recordOf(later(failing, day)), areas: { 'agent-operations': area }, ...more }
  }
  const trendOf = (runs: readonly RunRecord[]) => deploymentTrends(runs, areaOrder)[0]!

  it('shows since when a requirement fails, despite blocked or missing runs in between', () => {
    const { standing } = trendOf([
      run(1, { 'ACT-01': 'pass', 'ACT-02': 'fail' }),
      run(2, { 'ACT-01': 'fail', 'ACT-02': 'fail' }),
      run(3, { 'ACT-01': 'blocked', 'ACT-02': 'pass' }),
      run(4, { 'ACT-02': 'pass' }),
      run(5, { 'ACT-01': 'fail', 'ACT-02': 'pass' }),
    ])
    assert.deepEqual(standing, [
      { id: 'ACT-01', verdict: 'fail', since: '2026-11-02T10:00:00.000Z', runs: 2 },
    ])
  })

  it('calls a verdict flaky when it alternates, not when it failed and was fixed', () => {
    const days = (verdicts: readonly Verdict[]) =>
      verdicts.map((verdict, day) => run(day + 1, { 'ACT-01': verdict }))
    const flips = (verdicts: readonly Verdict[]) => trendOf(days(verdicts)).flaky.map(({ flips }) => flips)
    assert.deepEqual(flips(['pass', 'fail', 'fail', 'pass', 'pass']), [])
    assert.deepEqual(flips(['pass', 'fail', 'pass', 'fail']), [3])
    assert.deepEqual(flips(['pass', 'blocked', 'pass', 'blocked']), [])
    assert.deepEqual(flips(['pass', 'flaky', 'pass']), [2])
  })

  it('takes the share of an area only from runs that judged all of it', () => {
    const { areas } = trendOf([
      run(1, { 'ACT-01': 'pass', 'ACT-02': 'fail' }),
      run(2, { 'ACT-02': 'fail' }, { only: ['ACT-02'] }),
      run(3, { 'ACT-01': 'pass', 'ACT-02': 'pass' }, { only: ['agent-operations'] }),
    ])
    assert.deepEqual(
      areas.map(({ area, points, last }) => [area, points.map(({ passed }) => passed), last]),
      [['agent-operations', [0.5, 1], { pass: 2, failed: 0, blocked: 0, warn: 0 }]],
    )
  })

  it('separates deployments, most recently judged first', () => {
    const trends = deploymentTrends(
      [run(1, { 'ACT-01': 'pass' }, { deployment: 'a' }), run(2, { 'ACT-01': 'fail' }, { deployment: 'b' })],
      areaOrder,
    )
    assert.deepEqual(
      trends.map(({ deployment, standing }) => [deployment, standing.length]),
      [
        ['b', 1],
        ['a', 0],
      ],
    )
  })
})

describe('three thousand runs', () => {
  // Hundreds of megabytes, which the other tests of a process must not keep.
  let history: ReturnType<typeof readHistory>
  let html: string
  let took: number
  before(() => {
    const folder = emptyFolder()
    mkdirSync(folder)
    const lines = manyRuns(3_000).map((run) => `${JSON.stringify(run)}\n`)
    writeFileSync(join(folder, 'runs.jsonl'), lines.join(''))
    const begun = performance.now()
    history = readHistory(folder)
    html = trendsPage(history, titles)
    took = performance.now() - begun
  })
  after(() => {
    history = { ...history, runs: [] }
    html = ''
  })

  it('become a page of less than 1 MB in a few seconds', () => {
    assert.ok(history.runs.length === 3_000 || history.cut)
    assert.ok(history.runs.length > 1_000)
    assert.ok(html.length < 2 ** 20, `${html.length} bytes`)
    // On a machine that does something else too; alone it is a second.
    assert.ok(took < 20_000, `${Math.round(took)} ms`)
  })

  it('show failures, flaky requirements, and slower operations', () => {
    const [trend] = deploymentTrends(history.runs, areaOrder)
    assert.ok(trend)
    assert.ok(trend.standing.some(({ id, runs: times }) => id === idAt(BREAKS) && times === 30))
    assert.equal(trend.flaky[0]?.id, idAt(FLAKY))
    assert.deepEqual(
      trend.latency.filter(({ drifted }) => drifted).map(({ operation }) => operation),
      ['createAgentQuote'],
    )
    assert.match(html, new RegExp(`Changes often[^]*<strong>${idAt(FLAKY)}</strong>`))
    assert.match(
      trendsText([trend]),
      new RegExp(`failing now:\\n[^]*${idAt(BREAKS)} failed since .*, 30 runs`),
    )
  })

  it('fetch nothing and run nothing', () => {
    assert.doesNotMatch(html, /<script|<link|<img|https?:/)
    assert.match(html, /default-src 'none'/)
  })
})

describe('the page', () => {
  it('takes hostile names as text', () => {
    const record = { ...recordOf(failing), deployment: HOSTILE, only: [HOSTILE], version: HOSTILE }
    const history = { runs: [record], unreadable: 2, cut: true }
    const html = trendsPage(history, titles)
    assert.doesNotMatch(html, /<script|<img|\u202e/)
    assert.ok(!html.includes('\u001b'))
    assert.match(html, /2 lines could not be read/)
    assert.ok(!trendsText(deploymentTrends([record], areaOrder)).includes('\u001b'))
  })

  it('shows the next step when the history is empty', () => {
    assert.match(trendsPage({ runs: [], unreadable: 0, cut: false }, titles), /assay run --history/)
  })
})

describe('a report with a history', () => {
  const runs = [
    ...[3, 4, 5].map((day) => recordOf(later(passing, day))),
    recordOf(later(failing, 6)),
    { ...recordOf(later(failing, 7)), deployment: 'another' },
    recordOf(later(failing, 30)),
  ]
  const report = withHistory(failing, runs)
  const resultOf = (id: string) => report.requirements.find((result) => result.id === id)

  it('contains the verdicts of earlier runs of the same deployment', () => {
    assert.deepEqual(
      resultOf('APR-02')?.history?.map(({ verdict }) => verdict),
      ['pass', 'pass', 'pass', 'blocked'],
    )
    assert.deepEqual(resultOf('CRD-01')?.history, undefined)
    assert.equal(withHistory(failing, []).requirements[0]?.history, undefined)
    assert.ok(JSON.parse(conformanceJson(report)))
  })

  it('shows it as a strip', () => {
    const html = page(report, [])
    assert.match(html, /4 earlier runs since 2026-11-03/)
    assert.match(html, /Verdicts of 4 earlier runs and of this one: blocked now, otherwise in 3 of them/)
  })
})

it('a history file that is no folder is an error, not an empty history', () => {
  const folder = emptyFolder()
  writeFileSync(folder, 'text')
  assert.throws(() => readHistory(folder))
  assert.equal(readFileSync(folder, 'utf8'), 'text')
})
