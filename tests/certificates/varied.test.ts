/** A run that varies what identifies the harness comes out of its recording as any other. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import type { RecordingHead } from '../../fixtures/recording/recording.ts'
import type { Exchange } from '../../reports/conformance.ts'
import { assay } from '../cli/assay.ts'
import { certified, startDeployment } from './certified.ts'

it('a certificate of a run with --vary-identity verifies, and no request names Assay or has a trace', async () => {
  const reference = await startDeployment()
  const made = await certified(reference, ['customers'], ['--vary-identity'])
  await reference.close()

  const { code, stdout } = await assay(['verify', made.bundle, '--key', made.publicKey])

  assert.equal(code, 0, stdout)
  const { seed } = JSON.parse(readFileSync(join(made.bundle, 'recording.json'), 'utf8')) as RecordingHead
  assert.match(seed, /^varied:/)
  const requests = readFileSync(join(made.bundle, 'exchanges.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Exchange)
    .filter(({ kind }) => kind === 'contract')
    .map(({ request }) => request)
  assert.ok(requests.length > 0)
  for (const { headers, body = '' } of requests) {
    assert.ok(!('traceparent' in headers))
    assert.doesNotMatch(body, /assay/i)
  }
})
