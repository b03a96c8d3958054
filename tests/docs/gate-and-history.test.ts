/** The commands in docs/baseline.md, docs/compare-and-history.md and docs/editions.md work as shown. */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { baselineEntries } from '../../cli/baseline/load-baseline.ts'
import { conformanceJson } from '../../reports/writers/conformance-json.ts'
import { assay, emptyFolder } from '../cli/assay.ts'
import { failing, passing } from '../reports/sample-run.ts'
import { blocksOf, documentOf } from './documents.ts'

const PAGES = ['docs/baseline.md', 'docs/compare-and-history.md', 'docs/editions.md']

const commands = PAGES.flatMap((page) =>
  blocksOf(documentOf(page)).flatMap(({ code }) =>
    code
      .split('\n')
      .filter((line) => line.startsWith('npx assay '))
      .map((line) => line.slice('npx assay '.length).split(' ')),
  ),
)
/** A run takes its time; tests/cli runs with these options. */
const quick = commands.filter(([name]) => name !== 'run')

describe('the pages on baselines, histories and editions', () => {
  const folder = emptyFolder()

  before(async () => {
    for (const [name, run] of [
      ['green', passing],
      ['latest', failing],
    ] as const) {
      mkdirSync(join(folder, 'reports', name), { recursive: true })
      writeFileSync(join(folder, 'reports', name, 'conformance.json'), conformanceJson(run))
    }
    await assay(['history', 'reports/history', '--add', 'reports/green'], {}, folder)
  })

  it('show commands', () => {
    assert.deepEqual(
      new Set(quick.map(([name]) => name)),
      new Set(['baseline', 'compare', 'history', 'list']),
    )
  })

  for (const parameters of quick) {
    it(`assay ${parameters.join(' ')}`, async () => {
      const { code, stderr } = await assay(parameters, {}, folder)

      // The later of the two runs is worse.
      assert.equal(code, parameters[0] === 'compare' ? 1 : 0, stderr)
    })
  }

  it('show a baseline that is one', () => {
    const [yaml] = blocksOf(documentOf('docs/baseline.md')).filter(({ language }) => language === 'yaml')
    assert.ok(yaml)

    assert.deepEqual(
      baselineEntries(yaml.code, 'docs/baseline.md').map(({ kind, id }) => `${kind} ${id}`),
      ['failing QUO-20', 'flaky ACT-04'],
    )
  })
})
