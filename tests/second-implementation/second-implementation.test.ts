/**
 * Assay against an independent implementation: conforming behaviour passes, and violations are caught. It takes one
 * deployment file; no line of Assay knows this implementation.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Mistakes } from '../../selftest/second-implementation/mistakes.ts'
import { startIndependent } from '../../selftest/second-implementation/server.ts'
import { assay, emptyFolder } from '../cli/assay.ts'

const CLIENT = { clientId: 'platform-unlikely', clientSecret: 's€cret: with/odd+characters' }
const STATES_TOKEN = 'states-token-of-the-independent'
const VARIABLES = {
  INDEPENDENT_ID: CLIENT.clientId,
  INDEPENDENT_SECRET: CLIENT.clientSecret,
  INDEPENDENT_STATES_TOKEN: STATES_TOKEN,
}

/** The complete input of Assay. */
const deploymentFile = (url: string, statesUrl: string) => `
name: independent
baseUrl: ${url}
credentials: { clientId: "\${INDEPENDENT_ID}", clientSecret: "\${INDEPENDENT_SECRET}" }
areas: [external-accounts, agent-operations, agent-management]
states:
  url: ${statesUrl}
  headers: { authorization: "Bearer \${INDEPENDENT_STATES_TOKEN}" }
operations: # no receiver lookups; agents and accounts of customers are managed elsewhere
  lookUpExternalAccount: null
  createPlatformExternalAccount: null
  createCustomerExternalAccount: null
  listCustomerExternalAccounts: null
  getCustomerExternalAccount: null
  deleteCustomerExternalAccount: null
  trustBeneficiary: null
  confirmTrust: null
  untrustBeneficiary: null
  confirmUntrust: null
  createAgent: null
  getAgent: null
  updateAgentPolicy: null
  pauseAgent: null
  resumeAgent: null
  deleteAgent: null
  regenerateDeviceCode: null
  redeemDeviceCode: null
  deviceCodeStatus: null
limits: { maxWaitSeconds: 60, requestsPerSecond: 200, concurrency: 8, requestTimeoutSeconds: 15 }
`

interface Report {
  readonly verdict: string
  readonly requirements: readonly { id: string; verdict: string; reason?: string }[]
}

/** Judges an implementation with the mistakes like any other: with a file and the command line. */
async function judge(
  mistakes: Mistakes,
  only: readonly string[],
): Promise<{ code: number | null; report: Report }> {
  const folder = emptyFolder()
  const independent = await startIndependent({ ...CLIENT, statesToken: STATES_TOKEN, mistakes })
  const file = join(folder, 'deployment.yaml')
  writeFileSync(file, deploymentFile(independent.url, independent.statesUrl))
  const out = join(folder, 'report')
  const selection = only.length > 0 ? ['--only', ...only] : []
  try {
    const { code } = await assay(['run', '--deployment', file, '--out', out, ...selection], VARIABLES)
    const report = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Report
    return { code, report }
  } finally {
    await independent.close()
  }
}

const withVerdict = ({ requirements }: Report, ...verdicts: readonly string[]) =>
  requirements.filter(({ verdict }) => verdicts.includes(verdict))

interface Wrong {
  readonly mistakes: Mistakes
  /** Requirements of the flow, broken by the mistake and not. */
  readonly broken: readonly string[]
  readonly held: readonly string[]
}

const WRONG: readonly Wrong[] = [
  { mistakes: { expiryIgnored: true }, broken: ['OWN-07', 'OWN-08'], held: ['OWN-01'] },
  { mistakes: { lastPageDropsAnItem: true }, broken: ['ACT-11'], held: ['ACT-01', 'ACT-07'] },
  // If no replay has any effect, the header may have another name: one violation reports it.
  { mistakes: { everyRequestIsNew: true }, broken: ['QUO-20'], held: ['QUO-01'] },
  { mistakes: { rejectionPays: true }, broken: ['APR-14'], held: ['APR-01', 'APR-13'] },
]

describe('an implementation that shares only the contract with Assay', () => {
  it('conforms', async () => {
    const { code, report } = await judge({}, [])

    assert.deepEqual(withVerdict(report, 'fail', 'blocked', 'flaky'), [])
    assert.equal(code, 0)
    assert.equal(report.verdict, 'conformant')
    assert.ok(withVerdict(report, 'pass').length > 150, `${withVerdict(report, 'pass').length} passed`)
  })

  for (const { mistakes, broken, held } of WRONG)
    it(`does not conform with ${Object.keys(mistakes).join()}`, async () => {
      const { code, report } = await judge(mistakes, [...broken, ...held])

      assert.equal(code, 1)
      assert.equal(report.verdict, 'non-conformant')
      assert.deepEqual(
        withVerdict(report, 'fail').map(({ id }) => id),
        broken,
      )
      assert.deepEqual(withVerdict(report, 'blocked', 'flaky'), [])
    })
})
