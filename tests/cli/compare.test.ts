/** `assay compare` as a person or a pipeline calls it. */
import assert from 'node:assert/strict'
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
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
function file(name: string, text: string, bytes = Buffer.byteLength(text)): string {
  writeFileSync(join(folder, name), text)
  truncateSync(join(folder, name), bytes)
  return join(folder, name)
}
const BLOCKED = { verdict: 'blocked', reason: 'no state', fixIn: 'environment', next: 'Serve it.' } as const
const [good, bad] = [run('good', passing), run('bad', failing)]

describe('assay compare', () => {
  it('ends with 1 on a regression and with 0 without one', async () => {
    const worse = await assay(['compare', good, bad])
    assert.equal(worse.code, 1, worse.stderr)
    assert.match(worse.stdout, /newly blocked\n {2}APR-02/)
    assert.match(
      worse.stdout,
      /regressed\n {2}CNV-03 .*\n {4}passed → failed: violated in 1 of \d+ responses/,
    )
    assert.equal((await assay(['compare', bad, join(good, 'conformance.json')])).code, 0)
  })

  it('gives the reason for its exit code, even if the totals suggest another', async () => {
    const recommended = failing.requirements.map((one) => ({ ...one, level: 'SHOULD' }))
    const [judged, ...others] = passing.requirements
    const blocked = [judged!, ...others.map((one) => ({ ...one, ...BLOCKED }))]
    const cases: readonly (readonly [string, number, RegExp])[] = [
      [bad, 1, /Exit code 1: 1 MUST requirement regressed\.\n$/],
      [
        run('should', { ...failing, requirements: recommended }),
        0,
        /Exit code 0: only SHOULD requirements and known failures regressed\.\n$/,
      ],
      [run('cut', { ...passing, complete: false }), 3, /Exit code 3: the later run is not complete\.\n$/],
      [run('nothing', { ...passing, requirements: [] }), 3, /Exit code 3: nothing was judged in both\.\n$/],
      [
        run('blocked', { ...passing, requirements: blocked }),
        3,
        /Exit code 3: \d+ MUST requirements were judged before and are blocked now\.\n$/,
      ],
      [
        run('allowed', {
          ...passing,
          requirements: blocked,
          allowBlocked: blocked.slice(1).map(({ id }) => id),
        }),
        0,
        /Exit code 0: --allow-blocked or the level SHOULD permits each newly blocked requirement\.\n$/,
      ],
    ]
    for (const [after, code, says] of cases) {
      const ended = await assay(['compare', good, after])
      assert.equal(ended.code, code, ended.stdout + ended.stderr)
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
    [
      'a directory that is not there',
      join(folder, 'none'),
      /the report .*none: there is no such file or folder[^]*→ Name the folder/,
    ],
    ['a later version of the schema', run('later', { ...passing, schemaVersion: 2 }), /has schemaVersion 2/],
    [
      'another version of the contract',
      run('other', { ...passing, contractVersion: '2026-01-01' }),
      /judges 2026-01-01/,
    ],
    ['what is no run', run('no-run', { hello: 1 }), /it is not the conformance\.json of a run/],
    ['an array', run('array', []), /it is not the conformance\.json of a run/],
    [
      'a report that was cut off',
      file('cut.json', conformanceJson(passing).slice(0, 5_000)),
      /it is not JSON/,
    ],
    ['the JSON value null', file('null.json', 'null'), /it is not the conformance\.json of a run/],
    [
      'a report larger than any run writes',
      file('huge.json', conformanceJson(passing), 2 ** 29),
      /it has 512 MB; a report has at most/,
    ],
    [
      'a report without tool',
      run('no-tool', { ...passing, tool: undefined }),
      /it does not match the schema: the report must have required property 'tool'/,
    ],
    [
      'a requirement that is null',
      run('null-requirement', { ...passing, requirements: [null] }),
      /it does not match the schema: \/requirements\/0 must be object/,
    ],
    [
      'checks that are an object',
      run('checks', { ...passing, requirements: [{ ...passing.requirements[0], checks: {} }] }),
      /\/requirements\/0\/checks must be array/,
    ],
    [
      'a median that is a text',
      run('latency', { ...passing, latency: [{ operation: 'a', count: 20, p50: '1', p95: 1, max: 1 }] }),
      /\/latency\/0\/p50 must be number/,
    ],
  ]
  for (const [title, path, said] of broken) {
    it(`ends with 2 on ${title}`, async () => {
      const { code, stderr } = await assay(['compare', good, path])
      assert.equal(code, 2)
      assert.match(stderr, said)
    })
  }

  it('prints a report with values nested to any depth', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    const text = conformanceJson(passing).replace('"baseUrl"', `"deep": ${deep}, "baseUrl"`)

    const { code, stderr } = await assay(['compare', good, file('deep.json', text), '--json'])

    assert.equal(code, 0, stderr)
  })
})
