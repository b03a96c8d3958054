/** Agents that the provisioners create: the deployment must show that it understood their policy. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { StateMissing } from '../../fixtures/errors.ts'
import { valueAt } from '../../spec/value-at.ts'
import { apiOf, blocked, newId, PAYMENTS, type Body, type Routes } from './provisioned-api.ts'

const REDEMPTION = 'POST /agents/device-codes/code-of-an-agent/redeem'

/** An API that returns the `understood` part of an agent's policy. */
function agents(understood: (policy: Body) => Body): Routes {
  const [source, other] = [newId('InternalAccount'), newId('InternalAccount')]
  const balances = new Map([source, other].map((id) => [id, 0]))
  return {
    ...PAYMENTS,
    'GET /customers/internal-accounts': () => [
      200,
      { data: [...balances].map(([id, balance]) => ({ id, currency: 'USD', balance })) },
    ],
    'POST /sandbox/internal-accounts/*/fund': ({ amount }, path) => {
      for (const id of balances.keys()) if (path.includes(id)) balances.set(id, Number(amount))
      return [200]
    },
    'POST /agents': ({ policy }) =>
      policy === undefined
        ? [400]
        : [
            201,
            {
              agent: { id: newId('Agent'), policy: understood(policy as Body) },
              deviceCode: { code: 'code-of-an-agent' },
            },
          ],
    [REDEMPTION]: [200, { accessToken: 'token-of-an-agent' }],
  }
}

const policiesIn = (sent: ReturnType<typeof apiOf>['sent']) =>
  sent.filter(({ route }) => route === 'POST /agents').map(({ body }) => body.policy)

describe('agents', () => {
  it('have a threshold in the form that an earlier agent showed', async () => {
    const { arrange, sent } = apiOf(
      agents(({ approvalThresholds }) => (Array.isArray(approvalThresholds) ? { approvalThresholds } : {})),
    )

    await arrange('agent', { approvalThreshold: 1_000 })

    assert.deepEqual(valueAt(policiesIn(sent).at(-1), 'approvalThresholds'), [
      { currency: 'USD', amount: 1_000 },
    ])
  })

  it('have no threshold where no form is shown', async () => {
    await assert.rejects(
      apiOf(agents(() => ({}))).arrange('agent', { approvalThreshold: 1_000 }),
      blocked(/shows its approval threshold as requested/),
    )
  })

  it('have no execution mode but the one that is shown', async () => {
    const { arrange } = apiOf(agents(() => ({ defaultExecutionMode: 'AUTO' })))

    assert.match((await arrange('agent', { executionMode: 'AUTO' })).agentId, /^Agent:/)
    await assert.rejects(
      arrange('agent', { executionMode: 'APPROVAL_REQUIRED' }),
      blocked(/shows its execution mode as requested/),
    )
  })

  it('are redeemed with the credentials of the platform where these are required', async () => {
    let asked = 0
    const { arrange } = apiOf({
      ...agents(() => ({})),
      [REDEMPTION]: () => (++asked === 1 ? [401] : [200, { accessToken: 'token-of-an-agent' }]),
    })

    assert.equal((await arrange('agent', {})).accessToken, 'token-of-an-agent')
  })

  for (const place of ['data', 'agent', 'credentials'])
    it(`have the token of a redemption that returns it in ${place}`, async () => {
      const { arrange } = apiOf({
        ...agents(() => ({})),
        [REDEMPTION]: [200, { [place]: { accessToken: 'token-of-an-agent' } }],
      })

      assert.equal((await arrange('agent', {})).accessToken, 'token-of-an-agent')
    })

  it('have the permissions that are shown, in any order', async () => {
    const { arrange } = apiOf(agents(() => ({ permissions: ['EXECUTE_QUOTES', 'CREATE_QUOTES'] })))

    assert.match(
      (await arrange('agent', { permissions: ['CREATE_QUOTES', 'EXECUTE_QUOTES'] })).agentId,
      /^Agent:/,
    )
    await assert.rejects(
      arrange('agent', { permissions: ['CREATE_QUOTES'] }),
      blocked(/shows its permissions as requested/),
    )
  })

  it('leave their customer and accounts where the deployment has no agents', async () => {
    const { 'POST /agents': _, ...routes } = agents(() => ({}))
    const { arrange, sent } = apiOf(routes)

    const values = await arrange('agent', { balance: 100_000 })

    assert.match(values.customerId, /^Customer:/)
    assert.match(values.destinationAccountId, /^ExternalAccount:/)
    assert.notEqual(values.foreignAccountId, undefined)
    assert.throws(() => values.accessToken, missing(/createAgent is not served/))
    assert.throws(() => values.agentId, missing(/createAgent is not served/))
    await assert.rejects(arrange('agent', { permissions: [] }), missing(/createAgent is not served/))
    assert.deepEqual([...new Set(policiesIn(sent))], [undefined], 'nothing but a request without a body')
  })

  it('leave them if the file states that there are no agents, without a request', async () => {
    const { arrange, sent } = apiOf(
      agents(() => ({})),
      { operations: { createAgent: null, redeemDeviceCode: null } },
    )

    assert.match((await arrange('agent', {})).sourceAccountId, /^InternalAccount:/)
    assert.deepEqual(policiesIn(sent), [])
  })

  it('are missing as before where a request is rejected', async () => {
    const { arrange } = apiOf({ ...agents(() => ({})), 'POST /agents': [400] })

    await assert.rejects(arrange('agent', {}), missing(/createAgent returned 400/))
  })
})

const missing = (message: RegExp) => (error: unknown) =>
  error instanceof StateMissing && error.missing === 'agent' && message.test(error.message)
