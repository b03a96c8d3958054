/** A deployment may pay out to wallets only. Without provider states, Assay must prove that it owns those it creates. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { conforming } from '../../reference/rules/index.ts'
import { startReference, type Reference } from '../../reference/serve.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { withReplaced } from '../../selftest/replacement.ts'
import { variants } from '../../selftest/variants/index.ts'
import { assay, emptyFolder } from '../cli/assay.ts'

const VARIABLES = { WALLETS_ID: 'wallets', WALLETS_SECRET: 'canary-wallets-5d20' }
/** Quotes of an agent and of the platform, both sides locked, executed, and from real-time funding. */
const ONLY = ['QUO-01', 'QUO-03', 'QUO-86', 'QTE-03', 'QTE-20', 'QTE-81', 'TRX-05', 'APR-57']

describe('a deployment that creates no bank accounts, and pays out to wallets of proven ownership', () => {
  let reference: Reference
  let conformance: Conformance
  const folder = emptyFolder()
  const out = join(folder, 'report')
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Conformance
  const verdictsOf = ({ requirements }: Conformance) =>
    requirements.filter(({ id }) => ONLY.includes(id)).map(({ id, verdict, reason }) => [id, verdict, reason])

  before(async () => {
    const { replace } = variants.find(({ id }) => id === 'wallets-only')!
    reference = await startReference({
      credentials: { clientId: VARIABLES.WALLETS_ID, clientSecret: VARIABLES.WALLETS_SECRET },
      statesToken: 'not-given',
      rules: {
        ...withReplaced(conforming, replace),
        statusWithoutChallenge: 'PENDING_OWNERSHIP_VERIFICATION',
        needsOwnershipVerification: ({ status }) => status !== 'ACTIVE',
      },
    })
    const file = join(folder, 'deployment.yaml')
    writeFileSync(
      file,
      `
name: wallets
baseUrl: ${reference.url}
credentials: { clientId: "\${WALLETS_ID}", clientSecret: "\${WALLETS_SECRET}" }
limits: { requestsPerSecond: 2000, concurrency: 16, maxWaitSeconds: 4 }
`,
    )
    await assay(['run', '--deployment', file, '--out', out, '--only', ...ONLY], VARIABLES)
    conformance = read(join(out, 'conformance.json'))
  })
  after(() => reference.close())

  it('is judged as any other', () => {
    const other = verdictsOf(conformance).filter(([, verdict]) => verdict !== 'pass')

    assert.deepEqual(other, [])
    assert.equal(verdictsOf(conformance).length, ONLY.length)
  })

  it('gets the same verdicts when the run is replayed', async () => {
    const replayed = join(folder, 'replayed')
    const { code, stdout } = await assay(['replay', out, '--out', replayed])

    assert.equal(code, 0, stdout)
    assert.deepEqual(verdictsOf(read(join(replayed, 'conformance.json'))), verdictsOf(conformance))
  })
})
