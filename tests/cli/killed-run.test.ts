/** `kill -9` in the middle: every exchange finished before it is in `exchanges.jsonl`. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { it } from 'node:test'
import type { Exchange } from '../../reports/conformance.ts'
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
  const child = startAssay(['run', '--out', out], {})
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
