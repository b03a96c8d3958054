/** Traffic that was not judged whole is never conformant. */
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { reportForwarded } from '../../cli/proxy.ts'
import { trafficPlan } from '../../cli/judge.ts'
import { trafficDeployment } from '../../cli/traffic/traffic-deployment.ts'
import { evidenceIn } from '../../fixtures/recording/evidence.ts'
import { createRedaction } from '../../fixtures/redaction/redaction.ts'
import { temporaryFolder } from '../../selftest/temporary-folder.ts'
import { NOT_OF_A_CHECK } from '../../traffic/recorded-exchange.ts'
import { createTrafficJudge } from '../../traffic/traffic-judge.ts'
import { silentTerminal } from '../cli/assay.ts'
import { reportIn } from './verdicts-in.ts'

const baseUrl = 'http://a.example/2025-10-13'
const folder = temporaryFolder('incomplete')

/** What the judging thread would give for one exchange that keeps the contract. */
async function forwarded(name: string, { dropped = 0, isFull = false }) {
  const out = join(folder, name)
  mkdirSync(out)
  const deployment = await trafficDeployment({ baseUrl }, [], {})
  const judge = createTrafficJudge({
    deployment,
    anyHost: true,
    redaction: createRedaction(),
    evidence: evidenceIn(out),
  })
  const sentAt = Date.now()
  judge.take({
    id: `proxy.${NOT_OF_A_CHECK}.1`,
    recording: 'proxy',
    check: 'proxy',
    sentAt,
    durationMs: 1,
    method: 'GET',
    url: `${baseUrl}/agents/me/actions`,
    requestHeaders: { authorization: 'Bearer some-token' },
    requestBody: 'none',
    response: {
      status: 200,
      headers: { 'content-type': 'application/json', date: new Date(sentAt).toUTCString() },
      body: Buffer.from('{"data":[],"hasMore":false,"totalCount":0}'),
      bytes: 42,
      isExact: true,
    },
    secrets: [],
  })
  const judging = {
    take: () => undefined,
    dropped: () => dropped,
    finish: () => Promise.resolve({ traffic: judge.finish(), secrets: [], isFull }),
  }
  const known = { baseline: undefined, allowBlocked: ['all'], history: undefined }
  const code = await reportForwarded(trafficPlan({ out }, deployment), judging, known, silentTerminal())
  return { code, reason: reportIn(out).incompleteReason }
}

describe('the report of forwarded traffic', () => {
  it('is conformant where all of it was judged', async () => {
    assert.deepEqual(await forwarded('whole', {}), { code: 0, reason: undefined })
  })

  it('is inconclusive where exchanges were dropped', async () => {
    const { code, reason = '' } = await forwarded('dropped', { dropped: 2 })

    assert.equal(code, 3)
    assert.match(reason, /^2 exchanges could not be judged: too many were in progress at once/)
  })

  it('is inconclusive where texts were withheld from the evidence', async () => {
    const { code, reason = '' } = await forwarded('withheld', { isFull: true })

    assert.equal(code, 3)
    assert.match(reason, /the deployment sent more secrets than Assay can redact/)
  })
})
