/** The restriction of a run, and its output. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { selected, selection, withoutSkipped } from '../../cli/selection.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { countedVerdict, createProgress } from '../../reports/progress.ts'
import { requirements } from '../../spec/index.ts'
import { assay, emptyFolder } from './assay.ts'
import { startSmallDeployment, type SmallDeployment } from './small-deployment.ts'

const idsOf = (beginning: string) => requirements.map(({ id }) => id).filter((id) => id.startsWith(beginning))

describe('a selection', () => {
  it('selects requirements by id prefix', () => {
    assert.ok(idsOf('QUO-').length > 10)
    assert.deepEqual(selection(['quo']), idsOf('QUO-'))
    assert.deepEqual(selection(['QUO-*']), idsOf('QUO-'))
    assert.deepEqual(selection(['QUO-2*,ACT-01']), [...idsOf('QUO-2'), 'ACT-01'])
    assert.throws(() => selection(['QUX']), /neither an area nor a requirement/)
    assert.throws(() => selection(['QUO-9x*']), /neither an area nor a requirement/)
  })

  it('omits skipped requirements', () => {
    const left = withoutSkipped([], selection(['QUO', 'cards'], '--skip'))
    assert.ok(left.includes('stablecoins') && !left.includes('cards'))
    const ids = selected(left).map(({ id }) => id)
    assert.deepEqual(
      requirements
        .filter(({ id }) => !ids.includes(id))
        .every(({ id, area }) => area === 'cards' || id.startsWith('QUO-')),
      true,
    )
    assert.deepEqual(withoutSkipped(['ACT-01', 'ACT-02'], ['ACT-02']), ['ACT-01'])
    assert.throws(() => withoutSkipped(['ACT-01'], ['agent-operations']), /it leaves no requirement to judge/)
  })
})

describe('the progress of a run', () => {
  it('estimates the time that is left', () => {
    let now = 0
    let text = ''
    const progress = createProgress({ write: (line) => (text += line) !== '' }, 20, 'x', () => now)
    for (let done = 0; done < 10; done++) {
      now += 4_000
      progress.judged('pass')
    }
    assert.match(text, /^10 of 20 checks, about 40 s left$/m)
  })

  it('counts no failed recommendation as a failure', () => {
    const verdictOf = (verdict: 'fail' | 'blocked', requirements: readonly string[]) =>
      countedVerdict({ verdict, requirements }, new Set(['ACT-01']))
    assert.equal(verdictOf('fail', ['ACT-02']), 'warn')
    assert.equal(verdictOf('fail', ['ACT-02', 'ACT-01']), 'fail')
    assert.equal(verdictOf('blocked', ['ACT-02']), 'blocked')
  })

  it('counts failed and blocked checks only before the summary counts requirements', () => {
    let text = ''
    const progress = createProgress({ write: (line) => (text += line) !== '' }, 4, 'x', () => 0)
    for (const verdict of ['fail', 'blocked', 'warn', 'pass'] as const) progress.judged(verdict)
    progress.end()
    assert.equal(
      text,
      'Judging x: 4 checks\n1 of 4 checks, 1 failed so far\n2 of 4 checks, 1 failed and 1 blocked so far\n3 of 4 checks, 1 failed and 1 blocked so far\n4 of 4 checks\n',
    )
  })
})

describe('assay run', () => {
  let small: SmallDeployment
  const folder = emptyFolder()
  const run = (...parameters: readonly string[]) => assay(['run', ...parameters], small.variables, folder)
  const latest = () =>
    JSON.parse(readFileSync(join(folder, 'reports/latest/conformance.json'), 'utf8')) as Conformance

  before(async () => {
    small = await startSmallDeployment({
      operation: (route) => (route === 'GET /agents/me/actions' ? { status: 200, body: {} } : undefined),
    })
    writeFileSync(join(folder, 'deployment.yaml'), small.text)
  })
  after(() => small.close())

  it('judges again the failures of the last run of the deployment', async () => {
    const none = await run('--only-failed')
    assert.equal(none.code, 2)
    assert.match(none.stderr, /no earlier run of small/)

    await run('--only', 'ACT-21', 'EXT-01')
    const failed = latest().requirements.filter(({ verdict }) => verdict === 'fail')
    await run('--only-failed')

    assert.ok(failed.length > 0)
    assert.deepEqual(latest().only.toSorted(), failed.map(({ id }) => id).toSorted())

    await run('--only', 'EXT-01')
    await run('--only-failed')
    assert.ok(latest().only.includes('ACT-21'), 'the failures of the run before the last one')
    const both = await run('--only-failed', '--only', 'ACT-01')
    assert.equal(both.code, 2)
  })

  it('prints one JSON document with --json, and everything else to standard error', async () => {
    const { stdout, stderr } = await run('--only', 'ACT-21', '--json')

    assert.deepEqual(JSON.parse(stdout), latest())
    assert.match(stderr, /Not conformant: small/)
  })

  it('prints the verdict alone with --quiet, and every check with --verbose', async () => {
    const quiet = await run('--only', 'ACT-21', '--quiet')
    const verbose = await run('--only', 'ACT-21', '--verbose')

    assert.equal(quiet.stderr, '')
    assert.match(quiet.stdout, /^Not conformant: small.*\n.*\nRestricted to ACT-21\.\nReport: .*\n$/)
    assert.match(verbose.stderr, /^fail {2}ACT-21 {2}\S/m)
    assert.equal((await assay(['run', '--quiet', '--verbose', '--reference'])).code, 2)
  })
})

describe('assay run with --max-failures', () => {
  it('ends after the given number of failed checks, and does not count the rest as passed', async () => {
    const small = await startSmallDeployment({
      operation: (route) => (route === 'GET /agents/me/actions' ? { status: 200, body: {} } : undefined),
    })
    const folder = emptyFolder()
    writeFileSync(join(folder, 'deployment.yaml'), small.text)
    // The failure of other requirements may be due to a default of Assay: then it is blocked.
    const options = ['--only', 'ACT-20', 'ACT-21', 'ACT-24', 'ACT-25', '--fail-fast', '--out', 'out']
    const { code, stderr } = await assay(['run', ...options], small.variables, folder)
    await small.close()
    const { complete, incompleteReason, totals } = JSON.parse(
      readFileSync(join(folder, 'out/conformance.json'), 'utf8'),
    ) as Conformance

    assert.equal(code, 1, stderr)
    assert.equal(complete, false)
    assert.equal(incompleteReason, '1 check failed, and --max-failures is 1')
    assert.ok(totals.blocked > 0 && totals.fail > 0, JSON.stringify(totals))
    assert.equal((await assay(['run', '--reference', '--max-failures', 'many'])).code, 2)
  })
})
