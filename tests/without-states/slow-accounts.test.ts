/**
 * Services may open or validate accounts some seconds after their creation, fund them in small amounts, and let only
 * verified customers pay. Without provider states, Assay creates the customers and accounts, and must wait: a quote that
 * is rejected meanwhile is no failure.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Reference } from '../../reference/serve.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { startSelftestServer } from '../../selftest/hosted/hosting.ts'
import { assay, emptyFolder } from '../cli/assay.ts'

const VARIANTS =
  'bank-accounts-validated-later+customers-approved-by-verification+internal-accounts-opened-later+sandbox-fundings-limited+token-valid-later'
const CREDENTIALS = { clientId: 'slow-client', clientSecret: 'slow-secret-of-the-tests' }
/** They need a funded account, bank accounts in several currencies, or an embedded wallet. */
const ONLY = ['SCT-01', 'QTE-01', 'QTE-02', 'QUO-01', 'AGM-04', 'EWA-01', 'CRD-01']

describe('a deployment whose accounts are usable some seconds after their creation', () => {
  let reference: Reference
  let conformance: Conformance
  const folder = emptyFolder()
  const out = join(folder, 'report')
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Conformance
  const verdictsOf = ({ requirements }: Conformance) =>
    Object.fromEntries(requirements.map(({ id, verdict }) => [id, verdict]))

  before(async () => {
    reference = await startSelftestServer({ credentials: CREDENTIALS, statesToken: 'not-given' })
    const file = join(folder, 'deployment.yaml')
    const url = new URL(reference.url)
    writeFileSync(
      file,
      `
name: slow-accounts
baseUrl: ${url.origin}/variants/${VARIANTS}${url.pathname}
credentials: { clientId: ${CREDENTIALS.clientId}, clientSecret: "\${CLIENT_SECRET}" }
limits: { requestsPerSecond: 2000, concurrency: 16, maxWaitSeconds: 10 }
`,
    )
    await assay(['run', '--deployment', file, '--out', out, '--only', ...ONLY], {
      CLIENT_SECRET: CREDENTIALS.clientSecret,
    })
    conformance = read(join(out, 'conformance.json'))
  })
  after(() => reference.close())

  it('is judged as any other', () => {
    const other = conformance.requirements.filter(
      ({ id, verdict }) => ONLY.includes(id) && verdict !== 'pass',
    )

    assert.deepEqual(
      other.map(({ id, verdict, reason }) => [id, verdict, reason]),
      [],
    )
  })

  it('gets the same verdicts when the run is replayed', async () => {
    const replayed = join(folder, 'replayed')
    const { code, stdout } = await assay(['replay', out, '--out', replayed])

    assert.equal(code, 0, stdout)
    assert.deepEqual(verdictsOf(read(join(replayed, 'conformance.json'))), verdictsOf(conformance))
  })
})
