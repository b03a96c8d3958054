/** Values of provider states that no request can contain block their checks, and never hang the run. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { Conformance } from '../../reports/conformance.ts'
import { assay, emptyFolder } from '../cli/assay.ts'
import { startSmallDeployment, type Answer } from '../cli/small-deployment.ts'

async function judge(only: string, state: (name: string) => Answer | undefined) {
  const small = await startSmallDeployment({ state })
  const folder = emptyFolder()
  const file = join(folder, 'deployment.yaml')
  writeFileSync(file, small.text.replace('areas: [', 'areas: [error-catalogue, '))
  try {
    const ended = await assay(['run', '-d', file, '--only', only, '--out', folder], small.variables)
    const conformance = JSON.parse(readFileSync(join(folder, 'conformance.json'), 'utf8')) as Conformance
    const requirement = conformance.requirements.find(({ id }) => id === only)!
    return { ended, requirement, asked: small.asked }
  } finally {
    await small.close()
  }
}

const ROUTE = '/agents/me/actions'

describe('a provider state that gives', () => {
  for (const headers of [
    { upgrade: 'websocket' },
    { 'transfer-encoding': 'chunked' },
    { 'x-a': 'b\r\nc: d' },
  ]) {
    it(`a request with ${JSON.stringify(headers)} blocks its check`, { timeout: 30_000 }, async () => {
      const { ended, requirement, asked } = await judge('ERR-01', (name) =>
        name === 'error-condition'
          ? { status: 200, body: { method: 'GET', path: ROUTE, auth: 'PLATFORM', headers } }
          : undefined,
      )

      assert.equal(ended.code, 3, ended.stderr)
      assert.equal(requirement.verdict, 'blocked')
      assert.equal(requirement.fixIn, 'deployment-file')
      assert.match(requirement.reason ?? '', /of its headers/)
      assert.ok(!asked.slice(asked.indexOf('setup error-condition')).includes(`GET ${ROUTE}`))
    })
  }

  it('an access token that no header can have blocks its check', { timeout: 30_000 }, async () => {
    const accessToken = 'token\r\nx-other: 1'
    const { ended, requirement } = await judge('ACT-01', (name) =>
      name === 'agent'
        ? {
            status: 200,
            body: {
              agentId: 'Agent:019542f5-b3e7-1d02-0000-000000000001',
              accessToken,
              customerId: 'Customer:019542f5-b3e7-1d02-0000-000000000002',
              platformCustomerId: 'c-1',
              sourceAccountId: 'InternalAccount:019542f5-b3e7-1d02-0000-000000000003',
              destinationAccountId: 'ExternalAccount:019542f5-b3e7-1d02-0000-000000000004',
              foreignAccountId: 'InternalAccount:019542f5-b3e7-1d02-0000-000000000005',
              sendingCurrency: 'USD',
              receivingCurrency: 'EUR',
            },
          }
        : undefined,
    )

    assert.equal(ended.code, 3, ended.stderr)
    assert.equal(requirement.verdict, 'blocked')
    assert.equal(requirement.fixIn, 'deployment-file')
    assert.match(requirement.reason ?? '', /"authorization" has a value/)
  })
})
