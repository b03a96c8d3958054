/** A deployment without provider states, where the policy of an agent lists the accounts that the agent may use. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startReference, type Reference } from '../../reference/serve.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { assay, emptyFolder } from '../cli/assay.ts'

const VARIABLES = { POLICY_ID: 'policy', POLICY_SECRET: 'canary-policy-71ac' }
/** Agents that Assay sets up, and one that a check creates. */
const ONLY = ['QUO-01', 'AGM-01']

interface Sent {
  readonly request: { readonly method: string; readonly url: string; readonly body?: unknown }
}

/** The first account in the body of each request to an address. */
const accountsSent = (exchanges: readonly Sent[], path: string): readonly string[] =>
  exchanges
    .filter(({ request: { method, url } }) => method === 'POST' && url.endsWith(path))
    .flatMap(({ request: { body } }) => /InternalAccount:[\w-]+/.exec(JSON.stringify(body) ?? '') ?? [])

describe('policies that list accounts', () => {
  let reference: Reference

  before(async () => {
    reference = await startReference({
      credentials: { clientId: VARIABLES.POLICY_ID, clientSecret: VARIABLES.POLICY_SECRET },
      statesToken: 'not-given',
    })
  })
  after(() => reference.close())

  it('have the account from which each quote is paid', async () => {
    const [file, out] = [join(emptyFolder(), 'deployment.yaml'), join(emptyFolder(), 'report')]
    writeFileSync(
      file,
      `
name: policy-accounts
baseUrl: ${reference.url}
credentials: { clientId: "\${POLICY_ID}", clientSecret: "\${POLICY_SECRET}" }
limits: { requestsPerSecond: 1000, maxWaitSeconds: 2 }
requests: { createAgent: { policy: { accountIds: ['{sourceAccountId}'] } } }
`,
    )

    const { code, stdout } = await assay(['run', '-d', file, '--only', ...ONLY, '-o', out], VARIABLES)

    assert.equal(code, 0, stdout)
    const { requirements } = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Conformance
    for (const id of ONLY) assert.equal(requirements.find((one) => one.id === id)?.verdict, 'pass', id)
    const exchanges = readFileSync(join(out, 'exchanges.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Sent)
    const listed = accountsSent(exchanges, '/agents')
    const sources = accountsSent(exchanges, '/agents/me/quotes')
    assert.ok(sources.length > 0)
    assert.deepEqual(
      sources.filter((id) => !listed.includes(id)),
      [],
    )
  })
})
