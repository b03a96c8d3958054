/** A deployment that serves no provider state is brought into some through its own API. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Examined } from '../../doctor/examine-deployment.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { startReference, type Reference } from '../../reference/serve.ts'
import type { Exchange } from '../../spec/index.ts'
import { assay, emptyFolder, type Ended } from './assay.ts'

const SECRET = 'canary-self-secret-5d20'

const yaml = (reference: Reference) => `
name: serves no states
baseUrl: ${reference.url}
credentials: { clientId: self, clientSecret: "\${SELF_SECRET}" }
limits: { requestsPerSecond: 1000, maxWaitSeconds: 20 }
operations: { rejectTransaction: null }
`

describe('a run of a deployment that serves no provider states', () => {
  let reference: Reference
  let ended: Ended
  let conformance: Conformance
  let evidence: string
  let report: string

  before(async () => {
    reference = await startReference({
      credentials: { clientId: 'self', clientSecret: SECRET },
      statesToken: 'unused',
    })
    const folder = emptyFolder()
    const file = join(folder, 'deployment.yaml')
    writeFileSync(file, yaml(reference))
    const only = 'OWN-01,OWN-08,ACT-02,ACT-21,QUO-01,APR-16'
    ended = await assay(['run', '--deployment', file, '--only', only, '--out', folder], {
      SELF_SECRET: SECRET,
    })
    conformance = JSON.parse(readFileSync(join(folder, 'conformance.json'), 'utf8')) as Conformance
    report = readFileSync(join(folder, 'index.html'), 'utf8')
    evidence = readFileSync(join(folder, 'exchanges.jsonl'), 'utf8')
  })
  after(() => reference.close())

  const requirement = (id: string) => conformance.requirements.find((candidate) => candidate.id === id)

  it('judges the checks whose states its operations provide', () => {
    assert.equal(requirement('OWN-01')?.verdict, 'pass', ended.stderr)
    assert.equal(requirement('ACT-21')?.verdict, 'pass')
    assert.equal(requirement('QUO-01')?.verdict, 'pass')
  })

  it('blocks the rest, with the reason', () => {
    const reason = (id: string) => {
      assert.equal(requirement(id)?.verdict, 'blocked')
      return requirement(id)?.reason ?? ''
    }

    assert.equal(ended.code, 3)
    assert.match(
      reason('OWN-08'),
      /has no states\.url, .*: a challenge that expires within 20 s cannot be requested through the API$/,
    )
    assert.match(reason('ACT-02'), /: the deployment does not offer rejectTransaction$/)
    assert.match(reason('APR-16'), /: a quote that expires within 20 s cannot be requested through the API$/)
  })

  it('reports how each state was provisioned, and what remains', () => {
    const { states = [] } = conformance
    const challenge = states.find(({ state }) => state === 'wallet-challenge')

    assert.deepEqual(
      states.map(({ state, by }) => `${state} by ${by}`),
      ['agent by self', 'wallet-challenge by self'],
    )
    assert.equal(challenge?.count, 1)
    assert.ok(challenge.notTornDown.every((id) => id.startsWith('ExternalAccount:')))
    assert.match(report, /Created and not torn down/)
  })

  it('keeps its set-up requests as evidence, without the device codes', () => {
    const exchanges = evidence
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Exchange)
    const redeemed = exchanges.filter(({ request }) => request.url.endsWith('/redeem'))

    assert.ok(redeemed.length > 0)
    assert.ok(redeemed.every(({ kind, operation }) => kind === 'state' && operation === undefined))
    assert.ok(redeemed.every(({ request }) => request.url.includes('redacted:deviceCode')))
    assert.ok(redeemed.every(({ request }) => request.headers.authorization === undefined))
  })
})

describe('examining a deployment that serves no provider states', () => {
  it('shows how each state is provisioned, and what remains', async () => {
    const reference = await startReference({
      credentials: { clientId: 'self', clientSecret: SECRET },
      statesToken: 'unused',
    })
    const file = join(emptyFolder(), 'deployment.yaml')
    writeFileSync(file, yaml(reference))
    const { code, stdout } = await assay(['doctor', '--deployment', file, '--json'], { SELF_SECRET: SECRET })
    await reference.close()
    const { diagnoses, states, outlook, leftBehind } = JSON.parse(stdout) as Examined
    const shown = (name: string) => {
      const found = states.find(({ state }) => state === name)
      return `${found?.source}: ${found?.detail}`
    }
    const endpoint = diagnoses.find(({ what }) => what === 'states.url')

    assert.equal(code, 0, stdout)
    assert.equal(endpoint?.state, 'not tested')
    assert.match(shown('agent'), /^provisioned: through createCustomer, createAgent, redeemDeviceCode/)
    assert.match(shown('wallet-challenge'), /^provisioned: .*; Assay cannot choose the lifetime$/)
    assert.equal(shown('agent-actions'), 'missing: the deployment does not offer rejectTransaction')
    assert.match(shown('webhook-endpoint'), /^not tested: /)
    const gains = outlook?.additions.map(({ requirements }) => requirements.length) ?? []
    assert.deepEqual(outlook?.additions[0]?.state, 'agent-actions')
    assert.deepEqual(
      gains,
      gains.toSorted((one, other) => other - one),
    )
    assert.ok(leftBehind.some((id) => id.startsWith('Customer:')))
  })
})

describe('a run of a deployment whose provider-state endpoint is not there', () => {
  it('names that as the only cause of all blocked requirements', async () => {
    const reference = await startReference({
      credentials: { clientId: 'self', clientSecret: SECRET },
      statesToken: 'unused',
    })
    const folder = emptyFolder()
    const file = join(folder, 'deployment.yaml')
    writeFileSync(file, `${yaml(reference)}states: { url: "${reference.url}/nowhere" }\n`)

    const { code } = await assay(
      ['run', '--deployment', file, '--only', 'OWN-08,ACT-02,APR-16,CRD-05,LIV-02,KYC-10', '--out', folder],
      { SELF_SECRET: SECRET },
    )
    await reference.close()

    const { causes } = JSON.parse(readFileSync(join(folder, 'conformance.json'), 'utf8')) as Conformance
    assert.equal(code, 3)
    assert.match(
      causes[0]!.title,
      /^the provider-state endpoint serves no state: 404 for each of \d+ states$/i,
    )
    assert.equal(causes[0]!.fixIn, 'deployment-file')
  })
})
