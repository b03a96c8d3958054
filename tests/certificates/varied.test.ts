/** A recording with a varied identity replays like any other. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import type { RecordingHead } from '../../fixtures/recording/recording.ts'
import type { Exchange } from '../../reports/conformance.ts'
import { assay, emptyFolder } from '../cli/assay.ts'
import { certified, startDeployment } from './certified.ts'

const NONCE = 'nonce-of-the-verifier-1'

it('a certificate of a run with --vary-identity and --challenge verifies, and no request names Assay or has a trace', async () => {
  const reference = await startDeployment()
  const log = emptyFolder()
  const made = await certified(
    reference,
    ['customers'],
    ['--vary-identity', '--challenge', NONCE, '--log', log],
  )
  await reference.close()

  const verified = (nonce: string) =>
    assay([
      'verify',
      made.bundle,
      '--key',
      made.publicKey,
      '--challenge',
      nonce,
      '--status',
      join(log, 'status.json'),
    ])
  const { code, stdout } = await verified(NONCE)

  assert.equal(code, 0, stdout)
  assert.match(stdout, /the run used the nonce nonce-of-the-verifier-1/)
  assert.match(stdout, /by the log: valid/)
  await assay(['revoke', made.bundle, '--log', log, '--key', made.privateKey, '--reason', 'a test'])
  const wrong = await verified('nonce-of-the-verifier-2')
  assert.equal(wrong.code, 13, wrong.stdout)
  assert.match(wrong.stdout, /revoked: at .*: a test/)
  assert.match(wrong.stdout, /challenge: the run used another nonce, nonce-of-the-verifier-1/)
  const { seed } = JSON.parse(readFileSync(join(made.bundle, 'recording.json'), 'utf8')) as RecordingHead
  assert.match(seed, /^varied:challenge:/)
  expectNoTrace(made.bundle)
})

it('no request names Assay in the areas where Assay chooses names itself', async () => {
  const out = join(emptyFolder(), 'run')
  const areas = ['agent-management', 'cards', 'embedded-wallet-auth', 'stablecoins']

  const { code, stderr } = await assay([
    'run',
    '--reference',
    '--vary-identity',
    '--only',
    ...areas,
    '--out',
    out,
  ])

  assert.equal(code, 0, stderr)
  expectNoTrace(out)
})

/** In the requests of a recording. */
function expectNoTrace(folder: string): void {
  const requests = readFileSync(join(folder, 'exchanges.jsonl'), 'utf8')
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
}
