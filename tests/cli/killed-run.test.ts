/** `kill -9` in the middle: every exchange finished before it is in `exchanges.jsonl`. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { it } from 'node:test'
import type { Conformance, Exchange } from '../../reports/conformance.ts'
import { REPORT_FILES } from '../../reports/report-files.ts'
import { emptyFolder, startAssay } from './assay.ts'

const linesOf = (file: string): readonly string[] => {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
  } catch {
    return []
  }
}

it('a killed run keeps every exchange that was finished', async () => {
  const out = emptyFolder()
  const evidence = join(out, 'exchanges.jsonl')
  const child = startAssay(['run', '--reference', '--out', out], {})
  const ended = new Promise<void>((done) => child.on('exit', () => done()))
  const deadline = Date.now() + 30_000
  while (linesOf(evidence).length < 20 && Date.now() < deadline) await sleep(20)

  child.kill('SIGKILL')
  await ended

  const exchanges = linesOf(evidence).map((line) => JSON.parse(line) as Exchange)
  assert.ok(exchanges.length >= 20, `${exchanges.length} exchanges`)
  assert.ok(
    exchanges.every(
      ({ id, response, error }) => id !== '' && (response !== undefined || error !== undefined),
    ),
  )
})

it('a killed run leaves no verdict of the run before it', async () => {
  const out = emptyFolder()
  const ofEarlier = REPORT_FILES.map((name) => join(out, name))
  for (const file of ofEarlier) writeFileSync(file, '{}')
  const child = startAssay(['run', '--reference', '--out', out], {})
  const ended = new Promise<void>((done) => child.on('exit', () => done()))
  const deadline = Date.now() + 30_000
  while (linesOf(join(out, 'exchanges.jsonl')).length === 0 && Date.now() < deadline) await sleep(20)

  child.kill('SIGKILL')
  await ended

  assert.deepEqual(
    ofEarlier.filter((file) => existsSync(file)),
    [],
  )
})

it('an interrupted run reports the verdicts so far', async () => {
  const out = emptyFolder()
  const child = startAssay(['run', '--reference', '--out', out], {})
  const ended = new Promise<number | null>((done) => child.on('exit', (code) => done(code)))
  const deadline = Date.now() + 30_000
  while (linesOf(join(out, 'judgements.jsonl')).length < 10 && Date.now() < deadline) await sleep(20)

  child.kill('SIGINT')

  assert.equal(await ended, 3)
  const conformance = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Conformance
  assert.equal(conformance.complete, false)
  assert.match(conformance.incompleteReason ?? '', /interrupted/)
  assert.ok(conformance.requirements.some(({ checks }) => checks.some(({ verdict }) => verdict === 'pass')))
})
