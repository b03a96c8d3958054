/** `assay compare` as a person or a pipeline calls it. */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Comparison } from '../../reports/comparison.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { conformanceJson } from '../../reports/writers/conformance-json.ts'
import { failing, passing } from '../reports/sample-run.ts'
import { assay, emptyFolder } from './assay.ts'

const folder = emptyFolder()
function run(name: string, conformance: object): string {
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, name, 'conformance.json'), conformanceJson(conformance as Conformance))
  return join(folder, name)
}
const [good, bad] = [run('good', passing), run('bad', failing)]

describe('assay compare', () => {
  it('ends with 1 on a regression and with 0 without one', async () => {
    const worse = await assay(['compare', good, bad])
    assert.equal(worse.code, 1, worse.stderr)
    assert.match(worse.stdout, /newly blocked\n {2}APR-02/)
    assert.match(worse.stdout, /regressed\n {2}CNV-03 .*: broken in 1 of \d+ responses/)
    assert.equal((await assay(['compare', bad, join(good, 'conformance.json')])).code, 0)
  })

  it('says why it ends as it does, wherever the amounts alone would say something else', async () => {
    const recommended = failing.requirements.map((one) => ({ ...one, level: 'SHOULD' }))
    const cases: readonly (readonly [string, number, RegExp])[] = [
      [bad, 1, /Exit code 1: 1 MUST requirement regressed\.\n$/],
      [
        run('should', { ...failing, requirements: recommended }),
        0,
        /Exit code 0: what regressed is recommended or known\.\n$/,
      ],
      [run('cut', { ...passing, complete: false }), 3, /Exit code 3: the later run is not complete\.\n$/],
      [run('nothing', { ...passing, requirements: [] }), 3, /Exit code 3: nothing was judged in both\.\n$/],
    ]
    for (const [after, code, says] of cases) {
      const ended = await assay(['compare', good, after])
      assert.equal(ended.code, code, ended.stdout)
      assert.match(ended.stdout, says)
      const { stdout } = await assay(['compare', good, after, '--markdown'])
      assert.match(stdout, new RegExp(`Exit code ${code}: `))
    }
  })

  it('prints Markdown or JSON', async () => {
    assert.match((await assay(['compare', good, bad, '--markdown'])).stdout, /^## ❌ [^]*### Regressed/)
    const { stdout } = await assay(['compare', good, bad, '--json'])
    const comparison = JSON.parse(stdout) as Comparison
    assert.equal(comparison.schemaVersion, 1)
    assert.deepEqual(
      comparison.regressed.map(({ id }) => id),
      ['CNV-03'],
    )
    assert.equal((await assay(['compare', good, bad, '--json', '--markdown'])).code, 2)
  })

  const broken: readonly (readonly [string, string, RegExp])[] = [
    ['a directory that is not there', join(folder, 'none'), /none is missing[^]*→ Set the folder/],
    ['a later version of the schema', run('later', { ...passing, schemaVersion: 2 }), /has schemaVersion 2/],
    [
      'another version of the contract',
      run('other', { ...passing, contractVersion: '2026-01-01' }),
      /against 2026-01-01/,
    ],
    ['what is no run', run('no-run', { hello: 1 }), /is no conformance\.json/],
  ]
  for (const [title, path, said] of broken) {
    it(`ends with 2 on ${title}`, async () => {
      const { code, stderr } = await assay(['compare', good, path])
      assert.equal(code, 2)
      assert.match(stderr, said)
    })
  }
})
