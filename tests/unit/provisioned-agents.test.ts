/** Agents that the provisioners create: the deployment must show that it understood their policy. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { valueAt } from '../../spec/value-at.ts'
import { apiOf, blocked, newId, PAYMENTS, type Body, type Routes } from './provisioned-api.ts'

/** An API that shows of an agent's policy what `understood` returns. */
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
    'POST /agents': ({ policy }) => [
      201,
      {
        agent: { id: newId('Agent'), policy: understood(policy as Body) },
        deviceCode: { code: 'code-of-an-agent' },
      },
    ],
    'POST /agents/device-codes/code-of-an-agent/redeem': [200, { accessToken: 'token-of-an-agent' }],
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
})
