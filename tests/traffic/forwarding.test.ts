/** The proxy forwards requests and responses unchanged. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import {
  createServer,
  request as requestHttp,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { PassedExchange } from '../../traffic/proxy/forward.ts'
import { startForwarding, type ForwardingServer } from '../../traffic/proxy/forwarding-server.ts'

let respond: RequestListener = (_, response) => response.end()
const upstream = createServer((request, response) => respond(request, response))
upstream.on('checkContinue', (request, response) => respond(request, response))
let proxy: ForwardingServer
let upstreamOrigin: URL
let passed: PassedExchange[] = []

before(async () => {
  await new Promise<void>((listening) => upstream.listen(0, '127.0.0.1', listening))
  upstreamOrigin = new URL(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}`)
  proxy = await startForwarding({
    to: upstreamOrigin,
    port: 0,
    host: '127.0.0.1',
    record: (exchange) => passed.push(exchange),
  })
})
beforeEach(() => {
  passed = []
})
after(async () => {
  await proxy.close()
  upstream.closeAllConnections()
  upstream.close()
})

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

interface Sent {
  readonly method?: string
  readonly path?: string
  readonly headers?: readonly string[]
  readonly body?: Buffer
}

async function send({ method = 'GET', path = '/', headers = [], body }: Sent) {
  const { hostname, port, host } = new URL(proxy.origin)
  const request = requestHttp({
    hostname,
    port,
    method,
    path,
    headers: ['Host', host, ...headers] as never,
  })
  const response = await new Promise<IncomingMessage>((done, failed) => {
    request.on('response', done).on('error', failed)
    request.end(body)
  })
  return { response, body: await bytesOf(response) }
}

/** All bytes that a raw request gets. */
const raw = (text: string): Promise<string> =>
  new Promise((done, failed) => {
    const { hostname, port } = new URL(proxy.origin)
    const socket = connect(Number(port), hostname, () => socket.write(text))
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.on('close', () => done(received)).on('error', failed)
  })

describe('the proxy', () => {
  it('forwards method, path, query, headers and bytes unchanged, and records them', async () => {
    let seen: { method?: string; url?: string; raw: string[]; body: Buffer } | undefined
    const answer = async (request: IncomingMessage, response: ServerResponse) => {
      const body = await bytesOf(request)
      seen = { method: request.method!, url: request.url!, raw: request.rawHeaders, body }
      const headers = ['X-One', 'a', 'x-one', 'b', 'Content-Length', '4', 'Set-Cookie', 'k=v']
      response.writeHead(201, 'Made Here', headers)
      response.end(Buffer.from([0, 255, 1, 254]))
    }
    respond = (request, response) => void answer(request, response)
    const body = Buffer.from([1, 2, 0, 200, 255])

    const { response, body: received } = await send({
      method: 'PUT',
      path: "/a%2Fb/../c;d?x=1&x=%zz&y='",
      headers: ['X-Case', 'Kept', 'x-twice', '1', 'X-Twice', '2', 'Content-Length', '5', 'Cookie', 'a=b'],
      body,
    })

    assert.equal(seen?.method, 'PUT')
    assert.equal(seen?.url, "/a%2Fb/../c;d?x=1&x=%zz&y='")
    assert.deepEqual(seen?.body, body)
    const text = seen.raw.join('\n')
    assert.match(text, /X-Case\nKept\nx-twice\n1\nX-Twice\n2\nContent-Length\n5\nCookie\na=b/)
    assert.match(text, new RegExp(`^Host\n${upstreamOrigin.host}\n`))
    assert.match(text, /\nVia\n1\.1 assay/)
    assert.equal(response.statusCode, 201)
    assert.equal(response.statusMessage, 'Made Here')
    assert.deepEqual(response.rawHeaders.slice(0, 8), [
      'X-One',
      'a',
      'x-one',
      'b',
      'Content-Length',
      '4',
      'Set-Cookie',
      'k=v',
    ])
    assert.deepEqual(received, Buffer.from([0, 255, 1, 254]))
    assert.equal(passed.length, 1)
    assert.equal(passed[0]!.url, `${upstreamOrigin.origin}/a%2Fb/../c;d?x=1&x=%zz&y='`)
    assert.deepEqual(passed[0]!.response!.body, new Uint8Array([0, 255, 1, 254]))
  })

  it('adds nothing to a response: no date, and no length to one in chunks', async () => {
    respond = (_, response) => {
      response.sendDate = false
      response.writeHead(200, { trailer: 'x-sum' })
      response.write('one')
      response.addTrailers({ 'x-sum': '3' })
      response.end('two')
    }

    const { response, body } = await send({})

    assert.equal(response.headers.date, undefined)
    assert.equal(response.headers['transfer-encoding'], 'chunked')
    assert.equal(body.toString(), 'onetwo')
    assert.equal(response.trailers['x-sum'], '3')
  })

  it('forwards a body before it is complete, in both directions', async () => {
    const order: string[] = []
    respond = (request, response) => {
      request.once('data', () => {
        order.push('first chunk of the request')
        response.writeHead(200)
        response.write('begun')
      })
      request.once('end', () => response.end())
    }
    const { hostname, port } = new URL(proxy.origin)
    const request = requestHttp({ hostname, port, method: 'POST', path: '/' })
    const response = await new Promise<IncomingMessage>((done) => {
      request.once('response', done)
      request.write('part')
    })
    await new Promise((chunk) => response.once('data', chunk))
    order.push('first chunk of the response')
    request.end('rest')
    await bytesOf(response)

    assert.deepEqual(order, ['first chunk of the request', 'first chunk of the response'])
    await turn()
    assert.equal(Buffer.from(passed[0]!.requestBody as Uint8Array).toString(), 'partrest')
  })

  it('drops hop-by-hop headers, and those that Connection names', async () => {
    let seen: string[] = []
    respond = (request, response) => {
      seen = request.rawHeaders.map((part) => part.toLowerCase())
      response.writeHead(200, ['Connection', 'x-hop', 'X-Hop', '1', 'X-End', '2', 'Content-Length', '0'])
      response.end()
    }

    const { response } = await send({
      headers: [
        'Connection',
        'keep-alive, X-Mine',
        'X-Mine',
        '1',
        'TE',
        'trailers',
        'Keep-Alive',
        'timeout=9',
        'X-End',
        '3',
      ],
    })

    for (const name of ['x-mine', 'te']) assert.ok(!seen.includes(name), name)
    assert.ok(seen.includes('x-end'))
    assert.equal(response.headers['x-hop'], undefined)
    assert.equal(response.headers['x-end'], '2')
  })

  it('sends no body where there was none', async () => {
    let framing: unknown
    respond = (request, response) => {
      framing = [request.headers['content-length'], request.headers['transfer-encoding']]
      response.end()
    }

    await send({ method: 'DELETE' })
    assert.deepEqual(framing, [undefined, undefined])
    await raw(`POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    assert.deepEqual(framing, ['0', undefined])
  })

  it('waits for 100 Continue as the deployment does, and forwards a final status in its place', async () => {
    const head =
      'POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 2\r\nConnection: close\r\n\r\n'
    respond = (request, response) => {
      response.writeContinue()
      request.resume().on('end', () => response.end('done'))
    }
    assert.match(await raw(`${head}ab`), /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/)

    respond = (_, response) => {
      response.writeHead(409, { connection: 'close' })
      response.end('{}')
    }
    assert.match(await raw(head), /^HTTP\/1\.1 409 Conflict/)
  })

  it('forwards HEAD, 204, 304 and redirects as they are', async () => {
    respond = (request, response) => {
      if (request.method === 'HEAD') response.writeHead(200, { 'content-length': '123' })
      else response.writeHead(Number(request.url!.slice(1)), { location: 'https://elsewhere.example/' })
      response.end()
    }

    const head = await send({ method: 'HEAD' })
    assert.equal(head.response.headers['content-length'], '123')
    for (const status of [204, 302, 304]) {
      const { response } = await send({ path: `/${status}` })
      assert.equal(response.statusCode, status)
      assert.equal(response.headers.location, 'https://elsewhere.example/')
    }
  })

  it('rejects WebSockets, tunnels and other hosts, with the reason', async () => {
    const upgrade = 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'

    assert.match(await raw(upgrade), /^HTTP\/1\.1 501 [^]*WebSockets are not forwarded .+\n {2}\S+ ./)
    assert.match(
      await raw('CONNECT host:443 HTTP/1.1\r\nHost: host\r\n\r\n'),
      /^HTTP\/1\.1 501 [^]*tunnels are not forwarded .+\n {2}\S+ ./,
    )
    assert.match(
      await raw('GET http://elsewhere.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n'),
      /^HTTP\/1\.1 421 [^]*the Host of the request is not/,
    )
    respond = (request, response) => response.writeHead(200, { connection: 'close' }).end(request.url)
    assert.match(
      await raw(`GET ${upstreamOrigin.origin}/x?y HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
      /\/x\?y/,
    )
  })

  it('rejects the name of another host, which a page in a browser would send', async () => {
    const statusOf = async (host: string) =>
      (await raw(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).slice(9, 12)
    respond = (_, response) => response.end()
    const { port } = new URL(proxy.origin)

    for (const host of [`attacker.example:${port}`, `127.0.0.1.attacker.example:${port}`, ''])
      assert.equal(await statusOf(host), '421', host)
    assert.equal(passed.length, 0)
    for (const host of [`127.0.0.1:${port}`, 'localhost:1', `[::1]:${port}`, upstreamOrigin.host])
      assert.equal(await statusOf(host), '200', host)
  })

  it('ends although a client keeps the connection of a refused tunnel open', async () => {
    const own = await startForwarding({
      to: upstreamOrigin,
      port: 0,
      host: '127.0.0.1',
      record: () => undefined,
    })
    const socket = connect({ port: Number(new URL(own.origin).port), host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => undefined)
    socket.write('CONNECT host:443 HTTP/1.1\r\nHost: host\r\n\r\n')
    await once(socket, 'data')
    const timer = setTimeout(() => socket.destroy(), 10_000)

    const begun = performance.now()
    await own.close()

    clearTimeout(timer)
    assert.ok(performance.now() - begun < 5_000)
  })

  it('reports with 502 that no response came, records none, and continues', async () => {
    respond = (request) => request.socket.destroy()
    const { response, body } = await send({})
    assert.equal(response.statusCode, 502)
    assert.match(body.toString(), /^assay proxy: no response from http:\/\/127\S+ \(ECONNRESET\)\n {2}→ ./)
    assert.equal(passed[0]!.response, undefined)

    respond = (_, response) => {
      response.writeHead(200, { 'content-length': '10' })
      response.write('half')
      setImmediate(() => response.destroy())
    }
    await assert.rejects(send({}))
    assert.equal(passed[1]!.response, undefined)

    respond = (_, response) => response.end('ok')
    assert.equal((await send({})).body.toString(), 'ok')
  })

  it('forwards a body that is too large to be recorded', async () => {
    respond = (_, response) => response.end(Buffer.alloc(3 * 1024 * 1024, 'x'))

    const { body } = await send({})

    assert.equal(body.length, 3 * 1024 * 1024)
    assert.equal(passed[0]!.response!.body, 'unseen')
  })
})
