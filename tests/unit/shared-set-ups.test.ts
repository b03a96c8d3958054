/** Which checks may share their states, derived from the exchanges of an attempt. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Exchange } from '../../spec/index.ts'
import { sharingGroupsOf, sharedSetUps } from '../../suites/shared-set-ups.ts'

const AGENT = 'Agent:00000000-0000-4000-8000-000000000001'
const OTHER = 'Agent:00000000-0000-4000-8000-000000000002'
const ACTION = '/agents/me/actions/AgentAction:00000000-0000-4000-8000-000000000003'

const exchange = (
  kind: Exchange['kind'],
  method: string,
  path: string,
  rest: Partial<Exchange>,
): Exchange => ({
  id: 'ONE.1.1',
  check: 'ONE',
  kind,
  at: '2026-01-01T00:00:00.000Z',
  durationMs: 1,
  findings: [],
  request: { method, url: `https://host.example/2025-10-13${path}`, headers: {} },
  ...rest,
})

const responseOf = (status: number, body: object = {}) => ({
  status,
  headers: {},
  body: JSON.stringify(body),
  bytes: 2,
  truncated: false,
})

function setUp(state: string, params: object = {}, values: object = {}): Exchange {
  const made = exchange('state', 'POST', '', { response: responseOf(200, values) })
  return { ...made, request: { ...made.request, body: JSON.stringify({ action: 'setup', state, params }) } }
}

const sent = (method: string, path: string, status: number, operation: string, body?: object): Exchange => {
  const made = exchange('contract', method, path, { operation, response: responseOf(status) })
  return body === undefined ? made : { ...made, request: { ...made.request, body: JSON.stringify(body) } }
}

const agent = setUp('agent', {}, { agentId: AGENT })
const listed = sent('GET', '/agents/me/actions', 200, 'listAgentActions')
const read = sent('GET', ACTION, 200, 'getAgentAction')
const shares = (...exchanges: readonly Exchange[]) => sharedSetUps(exchanges) !== undefined

describe('a check may share its states', () => {
  it('where it only reads, where every write is rejected, and where it only creates quotes', () => {
    assert.ok(shares(agent, listed))
    assert.ok(shares(agent, sent('POST', '/agents/me/quotes', 400, 'createAgentQuote', {})))
    assert.ok(shares(agent, sent('POST', '/agents/me/quotes', 201, 'createAgentQuote', {})))
  })

  it('not where a write is accepted, a quote is executed, or no response came', () => {
    const executing = { immediatelyExecute: true }

    assert.ok(!shares(agent, sent('POST', '/agents/me/quotes', 201, 'createAgentQuote', executing)))
    assert.ok(!shares(agent, sent('PATCH', '/agents/x', 200, 'updateAgent')))
    const { response: _, ...cut } = sent('POST', '/agents/me/quotes', 400, 'createAgentQuote')
    assert.ok(!shares(agent, cut))
  })

  it('not if it tests whether a write had an effect on a shared resource', () => {
    const rejected = sent('POST', '/agents/me/quotes', 400, 'createAgentQuote', {})
    const quote = sent(
      'GET',
      '/agents/me/quotes/Quote:00000000-0000-4000-8000-000000000004',
      200,
      'getAgentQuote',
    )

    assert.ok(!shares(agent, rejected, listed))
    assert.ok(!shares(agent, rejected, sent('GET', `/agents/${AGENT}`, 200, 'getAgent')))
    assert.ok(!shares(agent, setUp('account-balance', { accountId: 'x' }), rejected))
    assert.ok(shares(agent, rejected, quote))
  })

  it('not with those that write where it only reads', () => {
    const rejected = sent('POST', '/agents/me/quotes', 400, 'createAgentQuote', {})

    assert.notEqual(sharedSetUps([agent, rejected]), sharedSetUps([agent, listed]))
  })

  it('not where a rejected verification changes its account', () => {
    const verified = sent('POST', '/x/verify', 400, 'verifyPlatformExternalAccountOwnership')

    assert.ok(!shares(setUp('external-account'), verified))
  })

  it('not if the state expires, or is made for this check', () => {
    assert.ok(!shares(setUp('quote'), read))
    assert.ok(!shares(setUp('device-code'), read))
    assert.ok(!shares(setUp('webhook-endpoint'), read))
    assert.ok(!shares(setUp('external-account', { expiresInSeconds: 2 }), read))
    assert.ok(!shares(setUp('agent', { scaRegion: true }), read))
  })

  it('not if a list is read before every state is arranged', () => {
    const actions = setUp('agent-actions', { agentId: AGENT })

    assert.ok(shares(agent, actions, listed))
    assert.ok(shares(agent, read, actions, listed))
    assert.ok(!shares(agent, listed, actions, listed))
  })

  it('not if it arranges nothing, or only reads', () => {
    assert.ok(!shares(listed))
    assert.ok(!shares(setUp('account-balance', { accountId: 'x' }), listed))
  })

  it('only with checks that arrange the same states, with any identifiers', () => {
    const withActions = (agentId: string, pending: number) =>
      sharedSetUps([
        setUp('agent', {}, { agentId }),
        setUp('agent-actions', { agentId, counts: { PENDING_APPROVAL: pending } }),
        listed,
      ])

    assert.equal(withActions(AGENT, 1), withActions(OTHER, 1))
    assert.notEqual(withActions(AGENT, 1), withActions(AGENT, 2))
  })
})

describe('groups of checks', () => {
  it('have two to thirty members, about as many in each', () => {
    const many = Array.from({ length: 61 }, (_, index) => ({ key: `K${index}`, setUps: 'agent {}' }))

    const groups = sharingGroupsOf([...many, { key: 'ALONE', setUps: 'card {}' }])

    assert.deepEqual(
      groups.map(({ length }) => length),
      [21, 21, 19],
    )
    assert.equal(new Set(groups.flat()).size, 61)
  })
})
