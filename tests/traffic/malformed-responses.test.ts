/** What no server should send: the proxy goes on, and judges nothing that it could not forward. */
import assert from 'node:assert/strict'
import { connect, createServer, type AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { PassedExchange } from '../../traffic/proxy/forward.ts'
import { startForwarding, type ForwardingServer } from '../../traffic/proxy/forwarding-server.ts'

const EMPTY = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'

let bytes = EMPTY
let isEnded = false
let readsOn = true
let received = ''
const upstream = createServer((socket) => {
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
    socket.write(Buffer.from(bytes, 'latin1'))
    if (isEnded) socket.end()
    if (!readsOn) socket.pause()
  })
})
let proxy: ForwardingServer
let passed: PassedExchange[] = []

before(async () => {
  await new Promise<void>((listening) => upstream.listen(0, '127.0.0.1', listening))
  const { port } = upstream.address() as AddressInfo
  const to = new URL(`http://127.0.0.1:${port}`)
  proxy = await startForwarding({
    to,
    port: 0,
    host: '127.0.0.1',
    record: (exchange) => passed.push(exchange),
  })
})
beforeEach(() => {
  passed = []
  bytes = EMPTY
  isEnded = false
  readsOn = true
  received = ''
})
after(async () => {
  await proxy.close()
  upstream.close()
})

/** All bytes that a request gets. */
const responseTo = (request: string): Promise<string> =>
  new Promise((done, failed) => {
    const { port, hostname } = new URL(proxy.origin)
    let text = ''
    const socket = connect(Number(port), hostname, () => socket.write(Buffer.from(request, 'latin1')))
    socket.on('data', (chunk) => (text += chunk.toString('latin1')))
    socket.on('close', () => done(text)).on('error', failed)
  })

const request = (...headers: readonly string[]) =>
  `GET /x HTTP/1.1\r\n${['Host: localhost', ...headers].join('\r\n')}\r\n\r\n`
const PLAIN = request('Connection: close')

const REJECTED: readonly (readonly [string, string])[] = [
  ['a control character in the reason', 'HTTP/1.1 200 O\u0001K\r\nContent-Length: 0\r\n\r\n'],
  ['a status below 100', 'HTTP/1.1 099 No\r\nContent-Length: 0\r\n\r\n'],
  [
    'an upgrade that was not asked for',
    'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
  ],
  ['a control character in a header', 'HTTP/1.1 200 OK\r\nX-A: a\u0000b\r\nContent-Length: 0\r\n\r\n'],
  ['a space in the name of a header', 'HTTP/1.1 200 OK\r\nX A: b\r\nContent-Length: 0\r\n\r\n'],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  [
    'a length and chunks',
    'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n',
  ],
  ['headers of 100 kB', `HTTP/1.1 200 OK\r\nX-A: ${'a'.repeat(100_000)}\r\n\r\n`],
  ['another protocol', 'SSH-2.0-server\r\n'],
]

describe('the proxy, where the deployment sends', () => {
  for (const [what, response] of REJECTED)
    it(`${what}: responds 502 in three parts, records no response, and goes on`, async () => {
      bytes = response

      const text = await responseTo(PLAIN)

      assert.match(text, /^HTTP\/1\.1 502 Bad Gateway\r\n/)
      assert.match(
        text,
        /\n\r\nassay proxy: .+ http:\/\/127\.0\.0\.1:\d+ .*\(.+\)\n {2}\S+ .+ not judge .+\n$/,
      )
      assert.deepEqual(
        passed.map(({ response: recorded }) => recorded),
        [undefined],
      )
      bytes = EMPTY
      assert.match(await responseTo(PLAIN), /^HTTP\/1\.1 200 OK\r\n/)
    })

  for (const [what, response] of [
    ['a malformed chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\na\r\n0\r\n\r\n'],
    ['half a body', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'],
  ] as const)
    it(`${what}: cuts the response, and records none`, async () => {
      bytes = response
      isEnded = true

      assert.match(await responseTo(PLAIN), /^HTTP\/1\.1 200 OK\r\n/)
      assert.deepEqual(
        passed.map(({ response: recorded }) => recorded),
        [undefined],
      )
    })

  it('a second response behind the first: forwards the first', async () => {
    bytes = 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\naHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nb'

    assert.match(await responseTo(PLAIN), /\r\n\r\na$/)
    assert.equal(passed.length, 1)
  })

  it('headers that are not ASCII: forwards their bytes', async () => {
    bytes = 'HTTP/1.1 200 OK\r\nX-Name: \u00fc\u00ff\r\nContent-Length: 0\r\n\r\n'

    assert.match(await responseTo(PLAIN), /X-Name: \u00fc\u00ff\r\n/)
  })

  it('its response before it has read the request: forwards it', async () => {
    bytes = 'HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}'
    readsOn = false
    const body = 'x'.repeat(512 * 1024)

    const text = await responseTo(
      `POST /x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )

    assert.match(text, /^HTTP\/1\.1 413 Too Large\r\n[^]*\{\}$/)
    assert.equal(passed[0]?.response?.status, 413)
  })
})

describe('the proxy, where a client sends', () => {
  it('Connection: content-length: keeps the length, so that the body is not a separate request', async () => {
    const body = 'GET /hidden HTTP/1.1\r\nHost: y\r\n\r\n'

    await responseTo(
      `${request('Connection: close, content-length', `Content-Length: ${body.length}`)}${body}`,
    )

    assert.match(received, /\r\nContent-Length: 33\r\n/)
  })

  it('an offer of h2c, as the HTTP client of Java does: forwards the request without it', async () => {
    const text = await responseTo(
      request('Connection: Upgrade, HTTP2-Settings, close', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'),
    )

    assert.match(text, /^HTTP\/1\.1 200 OK/)
    assert.doesNotMatch(received, /h2c|HTTP2-Settings/i)
  })

  it('an expectation or a target that is rare: leaves the response to the deployment', async () => {
    assert.match(await responseTo(request('Expect: something', 'Connection: close')), /^HTTP\/1\.1 200 OK/)
    assert.match(
      await responseTo('OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'),
      /^HTTP\/1\.1 200/,
    )
    assert.deepEqual(
      passed.map(({ url }) => URL.canParse(url)),
      [true, true],
    )
  })
})
