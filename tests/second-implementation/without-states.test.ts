/**
 * The second implementation, judged through its public API alone: the provisioners know the contract, and no server.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import type { Conformance } from '../../reports/conformance.ts'
import { assay, emptyFolder } from '../cli/assay.ts'
import type { Mistakes } from '../../selftest/second-implementation/mistakes.ts'
import { startIndependent } from '../../selftest/second-implementation/server.ts'

/** The share of MUST requirements that must be judged. */
const MIN_JUDGED = 0.6
const MAX_LINES = 12
const VARIABLES = { CLIENT_SECRET: 's€cret: with/odd+characters' }

const deploymentFile = (url: string) => `name: independent
baseUrl: ${url}
credentials: { clientId: platform-unlikely, clientSecret: "\${CLIENT_SECRET}" }
areas: [customers, internal-accounts, external-accounts, sandbox, exchange-rates, agent-management, agent-operations]
notOffered: [beneficiaries.trusted, beneficiaries.name-check, customers.bulk-upload, quotes.fee-override, uma, wallets.embedded]
operations: { sendInSandbox: null, lookUpExternalAccount: null, createQuote: null }
requests: { createCustomer: { countryOfResidence: KW } }
limits: { requestsPerSecond: 2000, concurrency: 32, maxWaitSeconds: 5 }
`

/** Judges an implementation with the mistakes, without its provider states. */
async function judge(
  mistakes: Mistakes,
  only: readonly string[],
): Promise<{ code: number | null; conformance: Conformance }> {
  const folder = emptyFolder()
  const independent = await startIndependent({
    clientId: 'platform-unlikely',
    clientSecret: VARIABLES.CLIENT_SECRET,
    statesToken: 'not-given',
    mistakes,
  })
  const file = join(folder, 'deployment.yaml')
  writeFileSync(file, deploymentFile(independent.url))
  const selection = only.length > 0 ? ['--only', ...only] : []
  try {
    const { code } = await assay(['run', '--deployment', file, '--out', folder, ...selection], VARIABLES)
    const text = readFileSync(join(folder, 'conformance.json'), 'utf8')
    return { code, conformance: JSON.parse(text) as Conformance }
  } finally {
    await independent.close()
  }
}

const failedIn = ({ requirements }: Conformance) =>
  requirements.filter(({ verdict }) => ['fail', 'flaky'].includes(verdict))

describe('an implementation that shares no code with Assay, without provider states', () => {
  let code: number | null
  let conformance: Conformance
  before(async () => {
    ;({ code, conformance } = await judge({}, []))
  })

  it('needs a short deployment file', () => {
    assert.ok(deploymentFile('http://127.0.0.1').trim().split('\n').length <= MAX_LINES)
  })

  it('has verdicts for most MUST requirements, and no failure', () => {
    const { judged = 0, of = Infinity } = conformance.withoutStates ?? {}

    assert.deepEqual(
      failedIn(conformance).map(({ id, reason }) => [id, reason]),
      [],
    )
    assert.ok(judged / of >= MIN_JUDGED, `${judged} of ${of} judged`)
    assert.equal(code, 3)
  })

  it('is judged in every area that the file names', () => {
    const passed = new Set(
      conformance.requirements.flatMap(({ id, verdict }) => (verdict === 'pass' ? [id.slice(0, 3)] : [])),
    )

    for (const area of ['CUS', 'INT', 'EXT', 'SBX', 'RAT', 'AGM', 'QUO', 'ACT', 'APR', 'OWN'])
      assert.ok(passed.has(area), `nothing of ${area} passed`)
  })

  const WRONG: readonly (readonly [Mistakes, broken: readonly string[]])[] = [
    [{ rejectionPays: true }, ['APR-14']],
    [{ everyRequestIsNew: true }, ['QUO-20']],
    [{ pauseForgotten: true }, ['AGM-21']],
  ]
  for (const [mistakes, broken] of WRONG)
    it(`does not conform with ${Object.keys(mistakes).join()}`, async () => {
      const wrong = await judge(mistakes, broken)

      assert.equal(wrong.code, 1)
      assert.deepEqual(
        failedIn(wrong.conformance).map(({ id }) => id),
        broken,
      )
    })
})
