/** The value of `{customerId}` in a path, in its order. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCaller, type Call } from '../../fixtures/caller.ts'
import { deploymentFrom } from '../../fixtures/config/load-deployment.ts'
import { fillCustomers, type CustomersInPaths } from '../../fixtures/customer-in-path.ts'
import { Blocked } from '../../fixtures/errors.ts'
import type { Incoming, Outgoing } from '../../fixtures/http/exchange-client.ts'
import { conforming } from '../../fixtures/requests/conforming.ts'

const deployment = deploymentFrom(
  {
    name: 'd',
    baseUrl: 'https://host.example/2025-10-13',
    credentials: { clientId: '${ID}', clientSecret: '${SECRET}' },
    operations: {
      listCustomerInternalAccounts: 'GET /c/{customerId}/accounts',
      getCustomerExternalAccount: 'GET /c/{customerId}/external/{externalAccountId}',
      createAgent: 'POST /c/{customerId}/agents',
      getAgentAction: 'GET /c/{customerId}/actions/{actionId}',
      listCards: 'GET /c/{customerId}/cards',
      createCard: 'POST /c/{customerId}/cards',
    },
    requests: { createAgent: { customerId: null } },
  },
  'd.yaml',
  { ID: 'id', SECRET: 'secret' },
)
const [ONE, OTHER, UNKNOWN] = ['Customer:1', 'Customer:2', 'Customer:3'] as const

const setUp = (values: object, params: object = {}): Outgoing => ({
  kind: 'state',
  operation: undefined,
  method: 'POST',
  url: 'https://host.example/_states',
  headers: {},
  body: JSON.stringify({ action: 'setup', state: 'x', params, values }),
  secretsIn: () => [],
})

/** A check whose provider states returned these values, with the addresses that it sends. */
async function checkWith(states: readonly Outgoing[] = [], before?: CustomersInPaths) {
  const customers = fillCustomers(deployment, before)
  const sent: Outgoing[] = []
  let response: unknown = {}
  const pass = customers.send((outgoing) => {
    sent.push(outgoing)
    const { values } = (outgoing.kind === 'state' ? JSON.parse(outgoing.body!) : {}) as { values?: unknown }
    return Promise.resolve({
      response: { status: 200, headers: {} },
      json: values ?? response,
    } as unknown as Incoming)
  })
  const call = createCaller(deployment, pass)
  for (const state of states) await pass(state, false)
  return {
    customers,
    sent,
    /** The address, below the base address. */
    send: async (request: Omit<Call, 'authorization'> & Partial<Call>, body: unknown = {}) => {
      response = body
      await call({ authorization: 'Basic x', ...request })
      return sent.at(-1)!.url.replace('https://host.example/2025-10-13', '')
    },
  }
}

const readAccount = (externalAccountId: string) =>
  ({ operation: 'getCustomerExternalAccount', path: { externalAccountId } }) as const

describe('the customer in a path', () => {
  it('is that of the query, which loses it', async () => {
    const { send } = await checkWith()
    const query = { customerId: ONE, limit: 2 }

    assert.equal(
      await send({ operation: 'listCustomerInternalAccounts', query }),
      '/c/Customer:1/accounts?limit=2',
    )
  })

  it('is that of the body, even if the deployment file removes it there', async () => {
    const { send, sent } = await checkWith()

    const url = await send({ operation: 'createAgent', body: conforming({ customerId: ONE, name: 'a' }) })

    assert.equal(url, '/c/Customer:1/agents')
    assert.equal(sent.at(-1)?.body, '{"name":"a"}')
  })

  it('is the one that a check names instead, even if the deployment file removes it in the body', async () => {
    const { send, sent } = await checkWith()
    const body = { ...conforming({ customerId: ONE, name: 'a' }), customerId: UNKNOWN }

    assert.equal(await send({ operation: 'createAgent', body }), '/c/Customer:3/agents')
    assert.equal(sent.at(-1)?.body, '{"name":"a"}')
  })

  it('is the one that a check names on purpose, and not the owner of other resources', async () => {
    const { send } = await checkWith([setUp({ customerId: ONE, internalAccountId: 'InternalAccount:1' })])
    const body = { cardholderId: UNKNOWN, fundingSources: ['InternalAccount:1'] }

    assert.equal(await send({ operation: 'createCard', body }), '/c/Customer:3/cards')
  })

  it('is the owner of a resource, by provider states and by responses', async () => {
    const { send } = await checkWith([
      setUp({
        customerId: ONE,
        destinationAccountId: 'ExternalAccount:1',
        foreignAccountId: 'InternalAccount:2',
      }),
      setUp({ externalAccountId: 'ExternalAccount:2' }, { customerId: OTHER }),
    ])
    const query = { customerId: OTHER }
    await send({ operation: 'listCustomerInternalAccounts', query }, { data: [{ id: 'ExternalAccount:3' }] })

    assert.equal(await send(readAccount('ExternalAccount:1')), '/c/Customer:1/external/ExternalAccount:1')
    assert.equal(await send(readAccount('ExternalAccount:2')), '/c/Customer:2/external/ExternalAccount:2')
    assert.equal(await send(readAccount('ExternalAccount:3')), '/c/Customer:2/external/ExternalAccount:3')
    await assert.rejects(send(readAccount('InternalAccount:2')), Blocked)
  })

  it('is that of the agent, whatever it asks for', async () => {
    const { send } = await checkWith([
      setUp({ customerId: ONE, accessToken: 'token-1' }),
      setUp({ customerId: OTHER, actionId: 'AgentAction:2' }),
    ])

    const url = await send({
      operation: 'getAgentAction',
      path: { actionId: 'AgentAction:2' },
      authorization: 'Bearer token-1',
    })

    assert.equal(url, '/c/Customer:1/actions/AgentAction:2')
  })

  it('is the last one of the check for a resource that was never seen', async () => {
    const { send } = await checkWith([setUp({ customerId: ONE }), setUp({ customerId: OTHER })])

    assert.equal(await send(readAccount('ExternalAccount:9')), '/c/Customer:2/external/ExternalAccount:9')
  })

  it('is the only one of the check for a list that names none', async () => {
    const one = await checkWith([setUp({ customerId: ONE })])
    const two = await checkWith([setUp({ customerId: ONE }), setUp({ customerId: OTHER })])

    assert.equal(await one.send({ operation: 'listCards' }), '/c/Customer:1/cards')
    await assert.rejects(two.send({ operation: 'listCards' }), /the path of listCards has \{customerId\}/)
  })

  it('is none for a check that leaves it out, and sends nothing', async () => {
    const { send, sent } = await checkWith([setUp({ customerId: ONE })])
    const { cardholderId: _, ...without } = conforming({ cardholderId: ONE, form: 'VIRTUAL' })
    const before = sent.length

    await assert.rejects(send({ operation: 'createCard', body: without }), /this check sends no customer/)
    await assert.rejects(send({ operation: 'createCard', body: { customerId: 7 } }), Blocked)
    await assert.rejects(send({ operation: 'createCard', body: { form: 'VIRTUAL' } }), Blocked)
    assert.equal(sent.length, before)
  })

  it('is known from shared work to those that use its result', async () => {
    const user = await checkWith()
    const work = await checkWith(
      [setUp({ customerId: ONE, externalAccountId: 'ExternalAccount:1' })],
      user.customers,
    )

    await assert.rejects(user.send(readAccount('ExternalAccount:1')), Blocked)
    user.customers.adopt(work.customers, { values: { customerId: ONE } })

    assert.equal(
      await user.send(readAccount('ExternalAccount:1')),
      '/c/Customer:1/external/ExternalAccount:1',
    )
    assert.equal(await user.send({ operation: 'listCards' }), '/c/Customer:1/cards')
  })
})
