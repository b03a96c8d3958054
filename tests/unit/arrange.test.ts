/** The order of the ways to arrange a provider state, and the record of the result. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createArrangements } from '../../fixtures/preconditions.ts'
import { Blocked } from '../../fixtures/errors.ts'
import { deploymentFrom } from '../../fixtures/config/load-deployment.ts'
import type { Incoming, Outgoing } from '../../fixtures/http/exchange-client.ts'
import { createFreshValues } from '../../fixtures/fresh-values.ts'
import { createProvisioningMemory } from '../../fixtures/provisioning/memory.ts'
import { systemTime } from '../../fixtures/time.ts'

const id = (type: string, last: number) => `${type}:00000000-0000-4000-8000-00000000000${last}`
const STATES = { url: 'https://host.example/_states' }

type Answers = Readonly<Record<string, readonly [status: number, body: unknown]>>

/** Answers by `setup STATE`, `teardown STATE` or `METHOD /path`; everything else with 404. */
function arrangementsWith(description: object, responses: Answers) {
  const asked: string[] = []
  const deployment = deploymentFrom(
    {
      name: 'd',
      baseUrl: 'https://host.example/2025-10-13',
      credentials: { clientId: '${ID}', clientSecret: '${SECRET}' },
      ...description,
    },
    'd.yaml',
    { ID: 'id', SECRET: 'secret' },
  )
  const pass = ({ method, url, body }: Outgoing): Promise<Incoming> => {
    const { action, state } = JSON.parse(body ?? '{}') as { action?: string; state?: string }
    const route = action ? `${action} ${state}` : `${method} ${url.replace(deployment.baseUrl, '')}`
    asked.push(route)
    const [status, json] = responses[route] ?? [404, {}]
    const text = JSON.stringify(json)
    const response = { status, headers: {}, body: Buffer.from(text), receivedAt: 0 }
    return Promise.resolve({ exchange: route, sentAt: 0, endedAt: 0, response, text, json, shown: text })
  }
  const provisioning = { seed: 'seed', memory: createProvisioningMemory() }
  const redact = (text: string) => text
  return {
    asked,
    ...createArrangements(deployment, createFreshValues(), pass, systemTime, redact, provisioning),
  }
}

const API: Answers = {
  'POST /platform/external-accounts': [201, { id: id('ExternalAccount', 1) }],
  [`POST /platform/external-accounts/${id('ExternalAccount', 1)}/challenge`]: [
    201,
    {
      method: 'WALLET_SIGNATURE',
      messageToSign: 'sign me',
      /** From when it is asked for: the tests of other files may take minutes before. */
      get expiresAt() {
        return new Date(Date.now() + 600_000).toISOString()
      },
    },
  ],
  'POST /customers': [201, { id: id('Customer', 2) }],
  'POST /agents': [
    201,
    {
      agent: { id: id('Agent', 3), policy: { defaultExecutionMode: 'APPROVAL_REQUIRED' } },
      deviceCode: { code: 'the-code' },
    },
  ],
  'POST /agents/device-codes/the-code/redeem': [200, { agentId: id('Agent', 3), accessToken: 'token' }],
}
const CHALLENGE = { chain: 'EVM', address: '0x52908400098527886E0F7030069857D2E4169EE7' } as const

const blocked = (message: RegExp) => (error: unknown) =>
  error instanceof Blocked && message.test(error.message)

describe('arranging a provider state', () => {
  it('goes through the API where the file has no states', async () => {
    const { arrange, arranged, tearDown, asked } = arrangementsWith({}, API)

    const values = await arrange('wallet-challenge', CHALLENGE)
    await tearDown()

    assert.equal(values.externalAccountId, id('ExternalAccount', 1))
    assert.equal(values.messageToSign, 'sign me')
    assert.equal(asked.length, 2)
    assert.deepEqual(arranged(), [
      { state: 'wallet-challenge', by: 'self', held: true, notTornDown: [id('ExternalAccount', 1)] },
    ])
  })

  it('goes through the API where the deployment does not know the state', async () => {
    const { arrange, asked } = arrangementsWith({ states: STATES }, API)

    await arrange('external-account', { withoutChallenge: true })

    assert.deepEqual(asked, ['setup external-account', 'POST /platform/external-accounts'])
  })

  it('keeps the result of a served state, whatever the outcome', async () => {
    for (const status of [422, 500]) {
      const served = { ...API, 'setup external-account': [status, { message: 'no' }] } as const
      const { arrange, asked } = arrangementsWith({ states: STATES }, served)

      await assert.rejects(arrange('external-account', { withoutChallenge: true }), Blocked)
      assert.equal(asked.length, 1)
    }
  })

  it('does not call an operation that is bound to null', async () => {
    const { arrange, asked } = arrangementsWith({ operations: { createPlatformExternalAccount: null } }, API)

    await assert.rejects(
      arrange('external-account', { withoutChallenge: true }),
      blocked(/has no states\.url/),
    )
    assert.deepEqual(asked, [])
  })

  it('does not send parameters that the operations do not accept', async () => {
    const { arrange, asked } = arrangementsWith({}, API)

    await assert.rejects(arrange('agent', { scaRegion: true }), blocked(/no way to request scaRegion/))
    assert.deepEqual(asked, [])
  })

  it('takes a lifetime as it comes where it ends within the wait that is allowed', async () => {
    const within = (maxWaitSeconds: number) =>
      arrangementsWith({ limits: { maxWaitSeconds } }, API).arrange('wallet-challenge', {
        ...CHALLENGE,
        expiresInSeconds: 1,
      })

    assert.equal((await within(900)).messageToSign, 'sign me')
    await assert.rejects(within(60), blocked(/expires within 60 s/))
  })

  it('gives an agent without accounts, which block the checks that read them', async () => {
    const { arrange } = arrangementsWith({}, API)

    const agent = await arrange('agent', { executionMode: 'APPROVAL_REQUIRED' })
    const otherAgent = await arrange('sibling-agent', { agentId: agent.agentId })

    assert.equal(agent.accessToken, 'token')
    assert.equal(otherAgent.customerId, id('Customer', 2))
    assert.throws(() => agent.sourceAccountId, blocked(/listCustomerInternalAccounts returned 404/))
    assert.throws(() => otherAgent.sourceAccountId, blocked(/listCustomerInternalAccounts returned 404/))
  })

  it('records resources of a failed arrangement', async () => {
    const { arrange, arranged } = arrangementsWith({}, { ...API, 'POST /agents': [500, {}] })

    await assert.rejects(arrange('agent', {}), blocked(/createAgent returned 500/))
    assert.deepEqual(arranged(), [
      { state: 'agent', by: 'self', held: false, notTornDown: [id('Customer', 2), id('Customer', 2)] },
    ])
  })

  it('records resources that were not torn down', async () => {
    const values = { externalAccountId: id('ExternalAccount', 1) }
    const left = async (teardown: number) => {
      const { arrange, arranged, tearDown } = arrangementsWith(
        { states: STATES },
        { 'setup external-account': [200, values], 'teardown external-account': [teardown, {}] },
      )
      await arrange('external-account', { withoutChallenge: true })
      await tearDown()
      return arranged()[0]?.notTornDown
    }

    assert.deepEqual(await left(200), [])
    assert.deepEqual(await left(404), [id('ExternalAccount', 1)])
  })

  it('is blocked where a set-up gives the agent of an earlier one, and leaves that agent in place', async () => {
    const { arrange, asked, tearDown } = arrangementsWith(
      { states: STATES },
      { 'setup device-code': [200, { code: 'the-code', agentId: id('Agent', 3) }] },
    )
    await arrange('device-code', {})

    await assert.rejects(
      () => arrange('device-code', {}),
      blocked(/agentId Agent:.*earlier set-up of device-code/),
    )
    await tearDown()

    assert.deepEqual(asked, ['setup device-code', 'setup device-code', 'teardown device-code'])
  })

  it('accepts the customer and accounts of the agent that a parameter names', async () => {
    const values = {
      accessToken: 'token',
      customerId: id('Customer', 2),
      platformCustomerId: 'c-2',
      sourceAccountId: id('InternalAccount', 4),
      destinationAccountId: id('ExternalAccount', 5),
      foreignAccountId: id('InternalAccount', 6),
      sendingCurrency: 'USD',
      receivingCurrency: 'EUR',
    }
    const { arrange } = arrangementsWith(
      { states: STATES },
      {
        'setup agent': [200, { ...values, agentId: id('Agent', 3) }],
        'setup sibling-agent': [200, { ...values, agentId: id('Agent', 7), accessToken: 'other' }],
      },
    )

    const { agentId } = await arrange('agent', {})
    const otherAgent = await arrange('sibling-agent', { agentId })

    assert.equal(otherAgent.customerId, id('Customer', 2))
  })
})
