/** A deployment file in TypeScript, with functions for provider states, judges as one in YAML does. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Conformance } from '../../reports/conformance.ts'
import { startReference, type Reference } from '../../reference/serve.ts'
import type { Exchange } from '../../spec/index.ts'
import { assayAsProcess, emptyFolder, type Ended } from './assay.ts'

const STATES_TOKEN = 'canary-module-token-31c9'
const SECRET = 'canary-module-secret-77ab'

const source = (reference: Reference) => `
type Fields = Readonly<Record<string, unknown>>

const ask = async (state: string, params: Fields): Promise<Fields> => {
  const response = await fetch('${reference.statesUrl}', {
    method: 'POST',
    headers: { authorization: \`Bearer \${process.env.MODULE_TOKEN}\` },
    body: JSON.stringify({ action: 'setup', state, params }),
  })
  return (await response.json()) as Fields
}

export default {
  name: 'in TypeScript',
  baseUrl: '${reference.url}',
  credentials: { clientId: '\${MODULE_ID}', clientSecret: '\${MODULE_SECRET}' },
  states: {
    agent: (params: Fields) => ask('agent', params),
    'agent-actions': () => Promise.reject(Object.assign(new Error('none of these today'), { status: 422 })),
    'wallet-challenge': (params: Fields) => ask('wallet-challenge', params),
    teardown: async () => undefined,
  },
  limits: { requestsPerSecond: 1000 },
}
`

describe('a run with a deployment file in TypeScript', () => {
  let reference: Reference
  let out: string
  let ended: Ended
  let conformance: Conformance
  let exchanges: readonly Exchange[]

  before(async () => {
    reference = await startReference({
      credentials: { clientId: 'module', clientSecret: SECRET },
      statesToken: STATES_TOKEN,
    })
    const folder = emptyFolder()
    const file = join(folder, 'deployment.ts')
    writeFileSync(file, source(reference))
    out = join(folder, 'report')
    ended = await assayAsProcess(
      ['run', '--deployment', file, '--only', 'OWN-01,ACT-02,ACT-21', '--out', out],
      {
        MODULE_ID: 'module',
        MODULE_SECRET: SECRET,
        MODULE_TOKEN: STATES_TOKEN,
      },
    )
    conformance = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Conformance
    exchanges = readFileSync(join(out, 'exchanges.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Exchange)
  })
  after(() => reference.close())

  const requirement = (id: string) => conformance.requirements.find((candidate) => candidate.id === id)

  it('judges the checks that need its functions', () => {
    assert.equal(requirement('OWN-01')?.verdict, 'pass', ended.stderr)
    assert.equal(requirement('ACT-21')?.verdict, 'pass')
  })

  it('blocks with the message of a function that reports a state as impossible', () => {
    assert.equal(ended.code, 3)
    assert.equal(requirement('ACT-02')?.verdict, 'blocked')
    assert.match(requirement('ACT-02')?.reason ?? '', /none of these today/)
  })

  it('keeps the calls of the functions as evidence, without secrets', () => {
    const calls = exchanges.filter(({ request }) => request.method === 'CALL')

    assert.ok(calls.some(({ request }) => request.url === 'state:wallet-challenge'))
    assert.ok(calls.every(({ kind, response }) => kind === 'state' && response !== undefined))
    const agent = calls.find(
      ({ request, response }) => request.url === 'state:agent' && response?.status === 200,
    )
    assert.match(agent?.response?.body ?? '', /"accessToken":"«redacted:accessToken»"/)
  })
})
