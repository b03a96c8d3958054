/** A deployment without provider states, judged with its existing resources. */
import assert from 'node:assert/strict'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startReference, type Reference } from '../../reference/serve.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { assay, emptyFolder } from './assay.ts'

const VARIABLES = { GIVEN_SECRET: 'canary-given-secret-40bb' }
const STATES_TOKEN = 'canary-given-states-8f11'

describe('a deployment with resources that exist already', () => {
  let reference: Reference
  const tokens: string[] = []
  const folder = emptyFolder()
  const out = join(folder, 'out')

  const existing = async (state: string, params: object): Promise<Record<string, string>> => {
    const response = await fetch(reference.statesUrl, {
      method: 'POST',
      headers: { authorization: `Bearer ${STATES_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ action: 'setup', state, params }),
    })
    const values = (await response.json()) as Record<string, string>
    if (values.accessToken !== undefined) tokens.push(values.accessToken)
    return values
  }
  const run = async (only: string, given: object) => {
    const file = join(folder, 'deployment.json')
    writeFileSync(
      file,
      JSON.stringify({
        name: 'given',
        baseUrl: reference.url,
        credentials: { clientId: 'given', clientSecret: '${GIVEN_SECRET}' },
        operations: { createCustomer: null },
        limits: { requestsPerSecond: 1000, maxWaitSeconds: 10 },
        given,
      }),
    )
    const ended = await assay(['run', '--deployment', file, '--only', only, '--out', out], VARIABLES)
    const conformance = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Conformance
    const of = (id: string) => conformance.requirements.find((requirement) => requirement.id === id)
    return { ended, conformance, of, file }
  }

  before(async () => {
    reference = await startReference({
      credentials: { clientId: 'given', clientSecret: VARIABLES.GIVEN_SECRET },
      statesToken: STATES_TOKEN,
    })
  })
  after(() => reference.close())

  it('is judged with them, keeps their secrets, and is replayed with the same', async () => {
    const agents = await Promise.all(Array.from({ length: 4 }, () => existing('agent', {})))
    const approving = await existing('agent', { executionMode: 'APPROVAL_REQUIRED' })
    const { conformance, of, ended, file } = await run('QUO-01,QUO-26,APR-01', {
      agent: [...agents, { ...approving, executionMode: 'APPROVAL_REQUIRED' }],
    })

    assert.deepEqual(
      ['QUO-01', 'QUO-26', 'APR-01'].map((id) => of(id)?.verdict),
      ['pass', 'pass', 'pass'],
      ended.stdout,
    )
    assert.deepEqual(
      [...new Set(conformance.states?.map(({ state, by }) => `${state} by ${by}`))],
      ['agent by given'],
    )
    const replayed = await assay(['replay', out, '--out', join(folder, 'replayed')])
    assert.equal(replayed.code, 0, replayed.stdout)
    for (const directory of [out, join(folder, 'replayed')]) {
      for (const name of readdirSync(directory)) {
        const text = readFileSync(join(directory, name), 'utf8')
        for (const token of tokens) assert.ok(!text.includes(token), `${name} has an access token`)
      }
    }
    assert.match(readFileSync(join(out, 'index.html'), 'utf8'), /from the deployment file/)
    const doctor = await assay(['doctor', '--deployment', file, '--json'], VARIABLES)
    assert.match(doctor.stdout, /\d entr(?:y|ies) in .*deployment\.json/)
    for (const token of tokens) assert.ok(!doctor.stdout.includes(token))
  })

  it('is blocked where the entries do not suffice, with the line that would help', async () => {
    const { of } = await run('QUO-01,QUO-76', { agent: await existing('agent', {}) })
    const { of: withNone } = await run('QUO-01', {})

    assert.equal(of('QUO-76')?.verdict, 'blocked')
    assert.match(of('QUO-76')?.next ?? '', /add to given\.agent in .*: no unused entry of its 1 matches/)
    assert.match(withNone('QUO-01')?.next ?? '', /name what exists already under given\.agent/)
  })
})
