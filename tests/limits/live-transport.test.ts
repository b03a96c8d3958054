/** No request outlives its timeout, and none that undici rejects costs a connection. */
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { liveTransport } from '../../fixtures/http/live-transport.ts'
import { TransportError } from '../../fixtures/http/transport.ts'

const HEADERS: readonly Readonly<Record<string, string>>[] = [
  { upgrade: 'websocket' },
  { 'transfer-encoding': 'chunked' },
  { expect: '100-continue' },
  { connection: 'upgrade' },
  { 'content-length': '5' },
  { 'x-split': 'a\r\nx-other: b' },
  { host: 'other.example\r\nx: y' },
  { 'x y': 'z' },
]

describe('the transport', () => {
  let server: Server
  let url: string

  before(async () => {
    server = createServer((_, response) => response.end('{}'))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })

  after(() => {
    server.closeAllConnections()
    server.close()
  })

  for (const headers of HEADERS) {
    it(
      `ends requests with ${JSON.stringify(headers)}, and then sends others`,
      { timeout: 10_000 },
      async () => {
        const transport = liveTransport(2)
        const send = (more: Readonly<Record<string, string>>) =>
          transport.send({
            method: 'GET',
            url,
            headers: more,
            body: undefined,
            timeoutMs: 500,
            maxBytes: 1_000,
          })

        await Promise.allSettled(Array.from({ length: 4 }, () => send(headers)))

        assert.equal((await send({})).status, 200)
        await transport.close()
      },
    )
  }

  it('cancels a request on time, independent of the HTTP client', { timeout: 10_000 }, async () => {
    const transport = liveTransport(1, {}, () => new Promise(() => undefined))

    await assert.rejects(
      transport.send({ method: 'GET', url, headers: {}, body: undefined, timeoutMs: 50, maxBytes: 1_000 }),
      (error) => error instanceof TransportError && error.kind === 'timeout',
    )
    await transport.close()
  })
})
