/** Identifiers of an operation's path in what a deployment file writes into its body. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCaller, type Call } from '../../fixtures/caller.ts'
import { deploymentFrom } from '../../fixtures/config/load-deployment.ts'

const read = (file: object) =>
  deploymentFrom(
    {
      name: 'd',
      baseUrl: 'https://host.example/2025-10-13',
      credentials: { clientId: '${ID}', clientSecret: '${SECRET}' },
      ...file,
    },
    'd.yaml',
    { ID: 'id', SECRET: 'the-client-secret' },
  )

/** The address and the body that the deployment gets. */
async function sent(file: object, call: Omit<Call, 'authorization'>) {
  let found: { readonly url: string; readonly body: unknown } | undefined
  const send = createCaller(read(file), ({ url, body = 'null' }) => {
    found = { url, body: JSON.parse(body) }
    return Promise.reject(new Error('sent'))
  })
  await assert.rejects(send({ authorization: undefined, ...call }), /sent/)
  return found
}

describe('an identifier that the deployment takes in the body', () => {
  const funding = {
    operation: 'fundInternalAccount',
    path: { accountId: 'A:1' },
    body: { amount: 5 },
  } as const

  it('is written there, also in objects and arrays, and not in the path', async () => {
    const found = await sent(
      {
        operations: { fundInternalAccount: 'POST /sandbox/fund' },
        requests: {
          fundInternalAccount: { account: { ids: ['{accountId}'] }, note: 'to {accountId} {unknown}' },
        },
      },
      funding,
    )

    assert.deepEqual(found, {
      url: 'https://host.example/2025-10-13/sandbox/fund',
      body: { amount: 5, account: { ids: ['A:1'] }, note: 'to A:1 {unknown}' },
    })
  })

  it('is the whole body of an operation that has none by default', async () => {
    const found = await sent(
      {
        operations: { executeAgentQuote: 'POST /agents/me/actions' },
        requests: { executeAgentQuote: { quoteId: '{quoteId}' } },
      },
      { operation: 'executeAgentQuote', path: { quoteId: 'Quote:"1"' } },
    )

    assert.deepEqual(found?.body, { quoteId: 'Quote:"1"' })
  })

  it('must be in the path or in the body: otherwise the request would name nothing', () => {
    assert.throws(
      () => read({ operations: { fundInternalAccount: 'POST /sandbox/fund' } }),
      /operations\.fundInternalAccount does not have \{accountId\}[^]*requests\.fundInternalAccount: \{ id: '\{accountId\}' \}/,
    )
    assert.doesNotThrow(() =>
      read({ operations: { fundInternalAccount: null, getAgent: 'GET /a/{agentId}' } }),
    )
  })
})
