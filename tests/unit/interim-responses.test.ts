import assert from 'node:assert/strict'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { after, describe, it } from 'node:test'
import { liveTransport } from '../../fixtures/http/live-transport.ts'

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'
const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'

/** What the server sends for each request, a packet each. */
const PACKETS: Readonly<Record<string, readonly string[]>> = {
  'with the response': [`${CONTINUE}${OK}`],
  'before the response': [CONTINUE, OK],
  twice: [CONTINUE, CONTINUE, OK],
  'in pieces': ['HTT', 'P/1.1 1', '00 Cont', 'inue\r\n', `\r\n${OK}`],
  'with headers': ['HTTP/1.1 100 Continue\r\nx-a: b\r\n\r\n', OK],
  never: [OK],
  'never, in pieces': ['HT', 'TP/1.1 200 OK\r\ncontent-le', 'ngth: 2\r\n\r\n{}'],
}

async function sendAll(socket: Socket, packets: readonly string[]): Promise<void> {
  for (const packet of packets) {
    await new Promise((sent) => socket.write(packet, sent))
    await new Promise((next) => setTimeout(next, 5))
  }
}

describe('an unrequested 100 Continue', () => {
  const servers: { close(): unknown }[] = []
  after(() => servers.forEach((server) => server.close()))

  for (const [when, packets, isThroughProxy] of Object.entries(PACKETS).flatMap(([when, packets]) =>
    [false, true].map((isThroughProxy) => [when, packets, isThroughProxy] as const),
  ))
    it(`is accepted ${when}, on each request of a connection${isThroughProxy ? ' to a proxy' : ''}`, async () => {
      let connections = 0
      const server = createServer((socket) => {
        connections++
        socket.setNoDelay(true).on('data', () => void sendAll(socket, packets))
      }).listen(0, '127.0.0.1')
      servers.push(server)
      await new Promise((listening) => server.once('listening', listening))
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const transport = liveTransport(1, isThroughProxy ? { proxy: { http: origin, except: '' } } : {})

      for (const body of [undefined, '{"a":1}']) {
        const response = await transport.send({
          method: body === undefined ? 'GET' : 'POST',
          url: `${isThroughProxy ? 'http://deployment.example' : origin}/x`,
          headers: {},
          body,
          timeoutMs: 2_000,
          maxBytes: 1_000,
        })
        assert.deepEqual([response.status, Buffer.from(response.body).toString()], [200, '{}'])
      }
      assert.equal(connections, 1)
      await transport.close()
    })
})
