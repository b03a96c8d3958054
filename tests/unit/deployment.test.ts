import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { deploymentFrom } from '../../fixtures/config/load-deployment.ts'
import { nearest } from '../../fixtures/config/nearest.ts'
import { operations } from '../../spec/index.ts'

const ENVIRONMENT = { ID: 'the-id', SECRET: 'the-secret', HOST: 'https://host.example' }
const MINIMAL = {
  name: 'minimal',
  baseUrl: '${HOST}/path/2025-10-13/',
  credentials: { clientId: '${ID}', clientSecret: '${SECRET}' },
}
const read = (description: object, more: Readonly<Record<string, string>> = {}) =>
  deploymentFrom({ ...MINIMAL, ...description }, 'd.yaml', { ...ENVIRONMENT, ...more })

describe('a deployment file', () => {
  it('takes values from the environment and defaults from the contract', () => {
    const deployment = read({})

    assert.equal(deployment.baseUrl, 'https://host.example/path/2025-10-13')
    assert.deepEqual(deployment.credentials, { clientId: 'the-id', clientSecret: 'the-secret' })
    assert.equal(deployment.areas, undefined)
    const { createInternalAccount, ...others } = operations
    assert.ok(createInternalAccount.onlyArranges)
    assert.deepEqual(deployment.operations, { ...others, createInternalAccount: null })
    assert.equal(deployment.names.requestIdHeader, 'Idempotency-Key')
    assert.deepEqual(deployment.limits, {
      maxWaitSeconds: 120,
      requestsPerSecond: 20,
      concurrency: 8,
      requestTimeoutSeconds: 30,
    })
    assert.deepEqual(deployment.warnings, [])
  })

  it('overrides operations and names, and marks operations that are not offered', () => {
    const deployment = read({
      operations: { createAgentQuote: 'POST /quotes/mine', getAgentAction: null },
      names: { paymentReference: 'memo' },
    })

    assert.deepEqual(deployment.operations.createAgentQuote, {
      ...operations.createAgentQuote,
      path: '/quotes/mine',
    })
    assert.equal(deployment.operations.getAgentAction, null)
    assert.equal(deployment.names.paymentReference, 'memo')
  })

  it('knows keys in headers and requests, and a signature in the address of the states, as secrets', () => {
    const { secrets } = read({
      requests: { createAgent: { partner: { apiKey: 'key-of-the-partner' } } },
      headers: { 'Ocp-Apim-Subscription-Key': 'key-of-the-gateway', 'x-tenant-key': 'staging' },
      states: { url: 'https://host.example/_states?sv=1.0&sig=signature-of-the-address' },
    })

    assert.deepEqual(secrets, [
      ['ocp-apim-subscription-key', 'key-of-the-gateway'],
      ['key', 'key-of-the-partner'],
      ['sig', 'signature-of-the-address'],
    ])
  })

  it('knows keys in the query of an address as secrets, written or from the environment', () => {
    const { secrets } = read(
      {
        operations: {
          createAgent: 'POST /agents?subscription-key=key-of-the-gateway&view=full',
          getAgent: 'GET /v${VERSION}/agents/{agentId}?code=${FUNCTION_KEY}',
          redeemDeviceCode: 'POST /redeem?code={code}',
        },
        states: { url: 'https://host.example/${STATES_PATH}/_states?c=${STATES_KEY}' },
      },
      {
        FUNCTION_KEY: 'key/of+the=function',
        VERSION: '2',
        STATES_KEY: 'key-of-the-states',
        STATES_PATH: 'q7Xw2mZp90LkVb4TnR1s',
      },
    )

    assert.deepEqual(secrets, [
      ['FUNCTION_KEY', 'key/of+the=function'],
      ['STATES_PATH', 'q7Xw2mZp90LkVb4TnR1s'],
      ['STATES_KEY', 'key-of-the-states'],
      ['subscription-key', 'key-of-the-gateway'],
      ['code', 'key/of+the=function'],
    ])
  })

  it('knows keys in the path of an address, and no names', () => {
    const secretsWith = (KEY: string) =>
      read({ baseUrl: 'https://${HOST}/${KEY}/2025-10-13' }, { HOST: 'pay4.host.example', KEY }).secrets

    assert.deepEqual(secretsWith('q7Xw2mZp90LkVb4TnR1s'), [['KEY', 'q7Xw2mZp90LkVb4TnR1s']])
    for (const name of ['acme-sandbox-2024-eu-west-1', 'v2', '3f2b8c1d-5e6f-4a7b-8c9d-0e1f2a3b4c5d'])
      assert.deepEqual(secretsWith(name), [])
  })

  it('warns of a secret that is written into it', () => {
    const { warnings } = read({ credentials: { clientId: '${ID}', clientSecret: 'literal' } })

    assert.equal(warnings.length, 1)
    assert.match(warnings[0]!, /credentials\.clientSecret/)
    assert.doesNotMatch(warnings[0]!, /literal/)
  })

  it('does not interpret the value of a variable as another variable', () => {
    const deployment = deploymentFrom(MINIMAL, 'd.yaml', { ...ENVIRONMENT, SECRET: '${HOST}' })

    assert.equal(deployment.credentials.clientSecret, '${HOST}')
  })

  it('rejects credentials in an address', () => {
    assert.throws(
      () => read({ baseUrl: 'https://user:secret@host.example/2025-10-13' }),
      /without credentials/,
    )
  })

  it('rejects an operation outside of the base address, however a server reads its path', () => {
    for (const path of [
      '/../v1/agents',
      '/agents/../../v1/agents',
      '/%2e%2E/v1/agents',
      '/.%252e/v1/agents',
      '/..%2fv1/agents',
      '/..\\v1/agents',
      '/..;x/v1/agents',
      '/.${BREAK}./v1/agents',
      '/%zz/../../v1/agents',
      '/%zz/%2e%2e/%2E./v1/agents',
    ])
      assert.throws(
        () => read({ operations: { listAgentActions: `GET ${path}` } }, { BREAK: '\n' }),
        /operations\.listAgentActions leaves the base address/,
        path,
      )
    for (const path of ['/v1/agents..x/actions', '/me/...', '/actions?from=../..', '/agents//actions'])
      assert.equal(
        read({ operations: { listAgentActions: `GET ${path}` } }).operations.listAgentActions?.path,
        path,
      )
  })

  it('rejects a route with white space from a variable, after which nothing would be sent', () => {
    for (const value of ['a b', ' ', 'a\tb', '\n'])
      assert.throws(
        () => read({ operations: { listAgentActions: 'GET /agents/${PART}/actions' } }, { PART: value }),
        /operations\.listAgentActions has white space/,
        JSON.stringify(value),
      )
  })

  it('rejects limits that are no finite numbers, which no recording could hold', () => {
    const limits = ['maxWaitSeconds', 'requestsPerSecond', 'concurrency', 'requestTimeoutSeconds']
    for (const limit of limits)
      assert.throws(() => read({ limits: { [limit]: Infinity } }), new RegExp(`limits\\.${limit} `), limit)
  })

  it('suggests the nearest word, and none when nothing is near', () => {
    assert.equal(nearest('requestPerSecond', ['requestsPerSecond', 'concurrency']), 'requestsPerSecond')
    assert.equal(nearest('colour', ['requestsPerSecond', 'concurrency']), undefined)
  })
})
