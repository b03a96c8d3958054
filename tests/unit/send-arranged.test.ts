/** The request that a deployment names is sent to that deployment only, unchanged. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Blocked } from '../../fixtures/errors.ts'
import { deploymentFrom } from '../../fixtures/config/load-deployment.ts'
import type { Incoming, Outgoing } from '../../fixtures/http/exchange-client.ts'
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

async function sent(request: Partial<ArrangedRequest>, judged = deployment) {
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
  const send = createSendArranged(judged, pass, 'Basic platform', unsent)
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

  for (const path of [
    'https://evil.example/x',
    '@evil.example/x',
    ':80@evil.example/x',
    'a/%2e%2e%2e/b',
    '/x?a=/../../_states',
  ]) {
    it(`goes below the base address, or nowhere, by ${path}`, async () => {
      const url = await sent({ path }).then(
        ({ outgoing }) => new URL(outgoing.url),
        (error: unknown) => void assert.ok(error instanceof Blocked),
      )

      assert.ok(url === undefined || url.href.startsWith('https://host.example/pay/2025-10-13/'), url?.href)
    })
  }

  for (const path of [
    '/../_states',
    '/../../_states',
    'agents/../../../_states',
    '/pay/2025-10-13/../../_states',
    '/./../_states',
    '/%2e%2e/_states',
    '/%2E./_states',
    '/..%2f..%2f_states',
    '/%252e%252e%252f_states',
    '/%25252e%25252e/_states',
    '/%2525252525252e%2525252525252e/_states',
    '/..\\_states',
    '/..%5c_states',
    '/..;/..;x=1/_states',
    '/\t../_states',
    '/.\n./_states',
    '/.%0d./_states',
    '/%c0%ae%c0%ae/_states',
    '/%00/_states',
    '//evil.example/x',
    '/%2fevil.example/x',
    '\\\\evil.example',
    '/internal/states',
    '/internal/st%61tes/x',
    '/internal/states/?a=b',
  ]) {
    it(`is not sent to ${JSON.stringify(path)}`, async () => {
      const states = { url: 'https://host.example/pay/2025-10-13/internal/states', headers: {} }

      await assert.rejects(
        sent({ path }, { ...deployment, states }),
        (error) => error instanceof Blocked && error.fixIn === 'deployment-file',
      )
    })
  }

  for (const [name, value] of Object.entries({
    host: 'evil.example',
    Upgrade: 'websocket',
    'transfer-encoding': 'chunked',
    Expect: '100-continue',
    Connection: 'close',
    'content-length': '3',
    'x-split': 'a\r\nhost: evil.example',
    'x\r\ny': 'z',
    'x-smile': '☺',
    'x-object': {},
    'x-null': null,
    'x-long': 'x'.repeat(20_000),
    'X-Forwarded-Host': 'evil.example',
    'x-original-url': '/_states',
    'x-http-method-override': 'TRACE',
  })) {
    it(`is not sent with the header ${JSON.stringify(name)}`, async () => {
      await assert.rejects(
        sent({ headers: { [name]: value } as unknown as Record<string, string> }),
        (error) => error instanceof Blocked && error.fixIn === 'deployment-file',
      )
    })
  }

  for (const method of ['CONNECT', 'TRACE', 'HEAD', 'OPTIONS', 'PROPFIND', '']) {
    it(`is not sent with the method ${JSON.stringify(method)}`, async () => {
      await assert.rejects(sent({ method }), Blocked)
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

  it('has its body as JSON, and text unchanged', async () => {
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

  it('is rejected with an invalid method', async () => {
    await assert.rejects(sent({ method: 'GET / HTTP/1.1\r\nx: y' }), Blocked)
  })
})
