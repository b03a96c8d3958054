import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { operations } from '../../spec/index.ts'
import { operationMatcher } from '../../traffic/match-operation.ts'

const ID = 'Agent:0196a000-0000-7000-8000-000000000001'
const BASE = 'https://host/api/2025-10-13'
const deployment = { baseUrl: BASE, replicas: [], operations }

const nameOf = (method: string, url: string, authorization?: string, anyHost = false) => {
  const found = operationMatcher(deployment, anyHost)(method, url, authorization)
  return found === 'outside' ? found : found.name
}

describe('the operation of a request', () => {
  it('is found by method and path', () => {
    assert.equal(nameOf('GET', `${BASE}/agents/${ID}`), 'getAgent')
    assert.equal(nameOf('GET', `${BASE}/agents/${encodeURIComponent(ID)}/?a=b`), 'getAgent')
    assert.equal(nameOf('DELETE', `${BASE}/agents/${ID}`), 'deleteAgent')
    assert.equal(nameOf('GET', `${BASE}/agents/me/actions?limit=3`), 'listAgentActions')
    assert.equal(nameOf('GET', `${BASE}/customers/external-accounts`), 'listCustomerExternalAccounts')
  })

  it('is undefined for other hosts, paths and schemes', () => {
    for (const url of [
      `https://other/api/2025-10-13/agents/${ID}`,
      `https://host/api/2024-01-01/agents/${ID}`,
      `${BASE}/agents/${ID}/logs`,
      `${BASE}/agents/statistics`,
      `${BASE}/agents/me`,
      'data:text/plain,x',
      'no address',
      '',
    ])
      assert.equal(nameOf('GET', url), 'outside', url)
    assert.equal(nameOf('OPTIONS', `${BASE}/agents/${ID}`), 'outside')
  })

  it('is found under any host where the path alone decides', () => {
    assert.equal(nameOf('GET', `http://proxy:8080/api/2025-10-13/agents/${ID}`, undefined, true), 'getAgent')
    assert.equal(nameOf('GET', `http://proxy:8080/2025-10-13/agents/${ID}`, undefined, true), 'outside')
  })

  it('uses the credentials when two operations share an address, and does not guess otherwise', () => {
    const shared = operationMatcher(
      {
        baseUrl: BASE,
        replicas: [],
        operations: { ...operations, createAgentQuote: { ...operations.createAgentQuote, path: '/quotes' } },
      },
      false,
    )
    const named = (authorization?: string) => shared('POST', `${BASE}/quotes`, authorization)

    assert.deepEqual(named('Basic abc'), { name: 'createQuote' })
    assert.deepEqual(named('Bearer abc'), { name: 'createAgentQuote' })
    assert.deepEqual(named(), { name: undefined })
    assert.equal(nameOf('PATCH', `${BASE}/agents/${ID}`, 'Basic abc'), undefined)
  })

  it('is never an operation that the deployment does not offer', () => {
    const match = operationMatcher(
      { baseUrl: BASE, replicas: [], operations: { ...operations, getAgent: null } },
      false,
    )

    assert.equal(match('GET', `${BASE}/agents/${ID}`, undefined), 'outside')
  })
})
