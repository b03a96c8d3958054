/** A client may ask for a part of a body (RFC 9110, section 14): the part is no JSON, and no violation. */
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { trafficDeployment } from '../../cli/traffic/traffic-deployment.ts'
import { evidenceIn } from '../../fixtures/recording/evidence.ts'
import { createRedaction } from '../../fixtures/redaction/redaction.ts'
import { temporaryFolder } from '../../selftest/temporary-folder.ts'
import { NOT_OF_A_CHECK } from '../../traffic/recorded-exchange.ts'
import { createTrafficJudge } from '../../traffic/traffic-judge.ts'

const baseUrl = 'http://a.example/2025-10-13'
const folder = temporaryFolder('partial')

/** The violated rules in a response with the first bytes of a body. */
async function violatedBy(name: string, requestHeaders: Readonly<Record<string, string>>) {
  const out = join(folder, name)
  mkdirSync(out)
  const judge = createTrafficJudge({
    deployment: await trafficDeployment({ baseUrl }, [], {}),
    anyHost: true,
    redaction: createRedaction(),
    evidence: evidenceIn(out),
  })
  judge.take({
    id: `har.${NOT_OF_A_CHECK}.1`,
    recording: 'har',
    check: 'har',
    sentAt: Date.now(),
    durationMs: 1,
    method: 'GET',
    url: `${baseUrl}/config`,
    requestHeaders,
    requestBody: 'none',
    response: {
      status: 206,
      headers: { 'content-type': 'application/json', 'content-range': 'bytes 0-3/100' },
      body: Buffer.from('{"a"'),
      bytes: 4,
      isExact: true,
    },
    secrets: [],
  })
  return judge
    .finish()
    .judgements.flatMap(({ conventions }) => conventions)
    .filter(({ violations }) => violations.length > 0)
    .map(({ requirement }) => requirement)
}

describe('a part of a body', () => {
  it('that the client asked for violates nothing', async () => {
    assert.deepEqual(await violatedBy('asked', { range: 'bytes=0-3' }), [])
  })

  it('that the client did not ask for is no JSON', async () => {
    assert.deepEqual(await violatedBy('unasked', {}), ['CNV-01'])
  })
})
