/** The request that a deployment names is sent to that deployment only, and as it was named. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Blocked } from '../../fixtures/blocked.ts'
import { deploymentFrom } from '../../fixtures/deployment/load-deployment.ts'
import type { Incoming, Outgoing } from '../../fixtures/door.ts'
import { createSendArranged, type ArrangedRequest } from '../../fixtures/send-arranged.ts'

const deployment = deploymentFrom(
  {
    name: 'd',
    baseUrl: 'https://host.example/pay/2025-10-13',
    credentials: { clientId: '${ID}', clientSecret: '${SECRET}' },
  },
  'd.yaml',
  { ID: 'id', SECRET: 'secret' },
)

const unsent = () => Promise.reject(new Error('nothing is assumed here'))

async function sent(request: Partial<ArrangedRequest>) {
  const seen: { readonly outgoing: Outgoing; readonly mayRepeat: boolean }[] = []
  const pass = (outgoing: Outgoing, mayRepeat: boolean): Promise<Incoming> => {
    seen.push({ outgoing, mayRepeat })
    const response = { status: 404, headers: {}, body: Buffer.from('{}'), receivedAt: 0 }
    return Promise.resolve({
      exchange: 'e',
      sentAt: 0,
      endedAt: 0,
      response,
      text: '{}',
      json: {},
      shown: '{}',
    })
  }
  const send = createSendArranged(deployment, pass, 'Basic platform', unsent)
  await send({ method: 'GET', path: '/quotes/none', auth: 'PLATFORM', ...request })
  return seen[0]!
}

describe('a request that a deployment names', () => {
  for (const path of ['/agents/me/actions', 'agents/me/actions', '/pay/2025-10-13/agents/me/actions']) {
    it(`goes below the base address by ${path}`, async () => {
      const { outgoing } = await sent({ path })

      assert.equal(outgoing.url, 'https://host.example/pay/2025-10-13/agents/me/actions')
      assert.equal(outgoing.operation, 'listAgentActions')
    })
  }

  for (const path of ['//evil.example/x', 'https://evil.example/x', '@evil.example/x', '\\\\evil.example']) {
    it(`cannot go to another host by ${path}`, async () => {
      const { outgoing } = await sent({ path })

      assert.equal(new URL(outgoing.url).origin, 'https://host.example')
    })
  }

  it('is sent with the credentials that it names', async () => {
    const of = async (request: Partial<ArrangedRequest>) =>
      (await sent(request)).outgoing.headers.authorization

    assert.equal(await of({ auth: 'PLATFORM' }), 'Basic platform')
    assert.equal(await of({ auth: 'AGENT', accessToken: 'token' }), 'Bearer token')
    assert.equal(await of({ auth: 'NONE' }), undefined)
    assert.equal(await of({ headers: { Authorization: 'Basic other' } }), 'Basic other')
  })

  it('has its body as JSON, and text as it stands', async () => {
    assert.equal((await sent({ method: 'POST', body: { a: 1 } })).outgoing.body, '{"a":1}')
    assert.equal((await sent({ method: 'POST', body: '{"a":' })).outgoing.body, '{"a":')
    assert.equal((await sent({})).outgoing.body, undefined)
  })

  it('is repeated only where it reads', async () => {
    assert.equal((await sent({ method: 'get' })).mayRepeat, true)
    assert.equal((await sent({ method: 'POST' })).mayRepeat, false)
  })

  it('is judged without an operation where none is bound there', async () => {
    assert.equal((await sent({ path: '/nothing/of/the/contract' })).outgoing.operation, undefined)
  })

  it('is refused where its method is none', async () => {
    await assert.rejects(sent({ method: 'GET / HTTP/1.1\r\nx: y' }), Blocked)
  })
})
