/** `assay history` as a person or a nightly run calls it. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import type { Conformance } from '../../reports/conformance.ts'
import { conformanceJson } from '../../reports/writers/conformance-json.ts'
import { failing, passing } from '../reports/sample-run.ts'
import { assay, emptyFolder } from './assay.ts'

const folder = emptyFolder()
const kept = join(folder, 'history')
function run(name: string, conformance: Conformance): string {
  mkdirSync(join(folder, name))
  writeFileSync(join(folder, name, 'conformance.json'), conformanceJson(conformance))
  return join(folder, name)
}

it('assay history adds finished runs once, writes the page, and lists notable changes', async () => {
  const runs = [run('good', { ...passing, startedAt: '2026-11-20T10:00:00.000Z' }), run('bad', failing)]
  const first = await assay(['history', kept, '--add', ...runs])
  assert.equal(first.code, 0, first.stderr)
  assert.match(first.stdout, /^Added 2 runs\.\n/)
  assert.match(
    first.stdout,
    /Sandbox EU: 2 runs, the last not conformant on 2026-11-21\n {2}failing now:\n {4}CNV-03 failed since 2026-11-21, 1 run/,
  )
  const again = await assay(['history', kept, '--add', ...runs])
  assert.match(again.stdout, /^Added 0 runs\. Already in the history: 2\.\n/)
  assert.equal(readFileSync(join(kept, 'runs.jsonl'), 'utf8').trim().split('\n').length, 2)
  assert.match(readFileSync(join(kept, 'index.html'), 'utf8'), /<h1>2 runs<\/h1>/)
})

it('assay history of an empty folder explains how to add runs', async () => {
  mkdirSync(join(folder, 'none'))
  const { code, stdout } = await assay(['history', join(folder, 'none')])
  assert.equal(code, 0)
  assert.match(stdout, /none contains no runs\. Add one: npx assay run --history/)
  assert.equal((await assay(['history', kept, '--add', join(folder, 'nowhere')])).code, 2)
})

it('a run does not start where its history cannot be kept', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const { code, stderr } = await assay([
    'run',
    '--reference',
    '--history',
    file,
    '--out',
    join(folder, 'out'),
  ])
  assert.equal(code, 2)
  assert.match(stderr, /--history: .*file cannot be written \(EEXIST\)/)
})
