/** Provider states that ignore a parameter: what fails because of it is not the fault of the API. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { startReference, type Reference } from '../../reference/serve.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { assay, emptyFolder } from '../cli/assay.ts'

/** State and ignored parameter, and a requirement that failed because of it. */
const IGNORED = [
  ['agent', 'permissions', 'QUO-72'],
  ['agent', 'executionMode', 'APR-01'],
  ['agent', 'approvalThreshold', 'APR-02'],
  ['agent', 'balance', 'QTE-45'],
  ['external-account', 'ownedBy', 'EXT-06'],
] as const

const STATES_TOKEN = 'canary-states-88aa'

const deploymentOf = (reference: Reference, state: string, ignored: string) => `
const ask = async (state, { ${ignored}, ...params }) => {
  const response = await fetch('${reference.statesUrl}', {
    method: 'POST',
    headers: { authorization: 'Bearer ${STATES_TOKEN}' },
    body: JSON.stringify({ action: 'setup', state, params }),
  })
  return response.json()
}

export default {
  name: 'ignores a parameter',
  baseUrl: '${reference.url}',
  credentials: { clientId: '\${ID}', clientSecret: '\${SECRET}' },
  states: { '${state}': (params) => ask('${state}', params) },
  limits: { requestsPerSecond: 1000 },
}
`

describe('a provider state that ignores', () => {
  let reference: Reference
  const variables = { ID: 'ignoring', SECRET: 'canary-ignoring-5d1c' }

  before(async () => {
    reference = await startReference({
      credentials: { clientId: variables.ID, clientSecret: variables.SECRET },
      statesToken: STATES_TOKEN,
    })
  })
  after(() => reference.close())

  for (const [state, parameter, id] of IGNORED) {
    it(`${parameter} of ${state} blocks ${id}`, async () => {
      const folder = emptyFolder()
      const file = join(folder, 'deployment.mjs')
      const out = join(folder, 'report')
      writeFileSync(file, deploymentOf(reference, state, parameter))

      const { code, stdout } = await assay(['run', '-d', file, '--only', id, '-o', out], variables)

      const { requirements } = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8')) as Conformance
      const { verdict, fixIn, checks } = requirements.find((one) => one.id === id)!
      assert.deepEqual([verdict, fixIn, code], ['blocked', 'deployment-file', 3], stdout)
      const messages = checks.map(({ message }) => message).join('\n')
      assert.match(messages, new RegExp(`ignored its parameter ${parameter}:`))
    })
  }
})
