/**
 * Forwards requests to a deployment and responses to the client, byte for byte and as they come, and hands each exchange
 * to a recorder once it is over. Nothing waits for the recorder.
 */
import {
  Agent as HttpAgent,
  createServer,
  request as requestHttp,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { rootCertificates } from 'node:tls'
import { MAX_RESPONSE_BYTES } from '../../fixtures/door.ts'
import type { TlsMaterial } from '../../fixtures/deployment/tls-files.ts'
import { boundedBody, type BoundedBody } from './bounded-body.ts'
import { forwarded, joined, requestHeaders } from './headers.ts'

/** An exchange that went through the proxy; bodies as they were sent. */
export interface PassedExchange {
  readonly sentAt: number
  readonly durationMs: number
  readonly method: string
  readonly url: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody: ReturnType<BoundedBody['whole']>
  /** undefined: no complete response came, or the client did not wait for it. */
  readonly response:
    | {
        readonly status: number
        readonly headers: Readonly<Record<string, string>>
        readonly body: ReturnType<BoundedBody['whole']>
        readonly bytes: number
      }
    | undefined
}

export interface ForwardingOptions {
  /** Origin of the deployment. */
  readonly to: URL
  /** 0: a free one. */
  readonly port: number
  readonly host: string
  readonly tls?: TlsMaterial | undefined
  readonly record: (exchange: PassedExchange) => void
}

export interface ForwardingServer {
  /** Origin at which clients reach it. */
  readonly origin: string
  /** Accepts no more requests, and waits a moment for those under way. */
  close(): Promise<void>
}

const MAX_REQUEST_BYTES = 1024 * 1024
/** Shorter than servers wait, so that no request is sent on a connection that is being closed. */
const IDLE_MS = 4_000
const CLOSING_MS = 3_000
const MAX_HEADER_BYTES = 64 * 1024

/** @throws Error when the port is taken */
export async function startForwarding(options: ForwardingOptions): Promise<ForwardingServer> {
  const { to, port, host, tls } = options
  const isHttps = to.protocol === 'https:'
  const pooled = { keepAlive: true, timeout: IDLE_MS, maxFreeSockets: 1024, scheduling: 'lifo' } as const
  const agent = isHttps
    ? new HttpsAgent({
        ...pooled,
        ...tls,
        ...(tls?.ca === undefined ? {} : { ca: [...rootCertificates, tls.ca] }),
      })
    : new HttpAgent(pooled)
  const send = (settings: RequestOptions): ClientRequest =>
    (isHttps ? requestHttps : requestHttp)({ ...settings, agent, maxHeaderSize: MAX_HEADER_BYTES })
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    requestTimeout: 0,
    keepAliveTimeout: 60_000,
    requireHostHeader: false,
  })
  server.on('request', (request, response) => forward(request, response, options, send))
  server.on('checkContinue', (request, response) => forward(request, response, options, send))
  server.on(
    'upgrade',
    refuseTunnel('assay proxy forwards HTTP requests, and no WebSockets or other upgrades'),
  )
  server.on(
    'connect',
    refuseTunnel('assay proxy is no tunnel: use its address as the base address of the API'),
  )
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(port, host, listening)
  })
  const { port: own } = server.address() as AddressInfo
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${own}`,
    async close() {
      const closed = new Promise<void>((done) => server.close(() => done()))
      server.closeIdleConnections()
      const timer = setTimeout(() => server.closeAllConnections(), CLOSING_MS)
      await closed
      clearTimeout(timer)
      agent.destroy()
    },
  }
}

function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { to, record }: ForwardingOptions,
  send: (settings: RequestOptions) => ClientRequest,
): void {
  const path = pathOf(incoming.url ?? '/', to)
  if (path === undefined)
    return refuse(outgoing, 421, `assay proxy forwards to ${to.origin} only; the request names another host`)
  const { method = 'GET', rawHeaders } = incoming
  const sentAt = Date.now()
  const begun = performance.now()
  const requestBody = boundedBody(MAX_REQUEST_BYTES)
  const responseBody = boundedBody(MAX_RESPONSE_BYTES)
  let isRecorded = false
  const note = (answer: IncomingMessage | undefined) => {
    if (isRecorded) return
    isRecorded = true
    record({
      sentAt,
      durationMs: performance.now() - begun,
      method,
      url: `${to.origin}${path}`,
      requestHeaders: joined(rawHeaders),
      requestBody: requestBody.whole(incoming.complete),
      response: answer && {
        status: answer.statusCode!,
        headers: joined(answer.rawHeaders),
        body: responseBody.whole(answer.complete),
        bytes: responseBody.bytes(),
      },
    })
  }
  let upstream: ClientRequest
  try {
    upstream = send({
      protocol: to.protocol,
      hostname: to.hostname.replace(/^\[|\]$/g, ''),
      port: to.port,
      method,
      path,
      headers: requestHeaders(method, rawHeaders, to.host),
    })
  } catch {
    return refuse(outgoing, 400, 'assay proxy cannot forward this request: its path or a header is malformed')
  }
  upstream.on('continue', () => outgoing.writeContinue())
  upstream.on('response', (answer) => {
    outgoing.sendDate = false
    try {
      outgoing.writeHead(answer.statusCode!, answer.statusMessage ?? '', [...forwarded(answer.rawHeaders)])
    } catch {
      answer.resume()
      return refuse(outgoing, 502, `assay proxy got a response from ${to.origin} that it cannot forward`)
    }
    outgoing.flushHeaders()
    answer.on('data', (chunk: Buffer) => responseBody.add(chunk))
    answer.on('error', () => outgoing.destroy())
    answer.on('end', () => {
      if (answer.rawTrailers.length > 0) outgoing.addTrailers(pairsOf(answer.rawTrailers))
      note(answer)
    })
    answer.on('close', () => {
      if (!answer.complete) {
        note(undefined)
        outgoing.destroy()
      }
    })
    answer.pipe(outgoing)
  })
  upstream.on('error', (error: NodeJS.ErrnoException) => {
    note(undefined)
    if (outgoing.headersSent) outgoing.destroy()
    else
      refuse(outgoing, 502, `assay proxy got no response from ${to.origin}: ${error.code ?? error.message}`)
  })
  outgoing.on('close', () => {
    if (outgoing.writableFinished) return
    note(undefined)
    upstream.destroy()
  })
  incoming.on('data', (chunk: Buffer) => requestBody.add(chunk))
  incoming.on('error', () => upstream.destroy())
  if (incoming.headers.expect !== undefined) upstream.flushHeaders()
  incoming.pipe(upstream)
}

const pairsOf = (raw: readonly string[]): [string, string][] =>
  Array.from({ length: raw.length / 2 }, (_, at) => [raw[2 * at]!, raw[2 * at + 1]!])

/** The path as the client wrote it; undefined: it names another host. */
function pathOf(target: string, to: URL): string | undefined {
  if (target.startsWith('/') || target === '*') return target
  if (!URL.canParse(target)) return undefined
  const { origin } = new URL(target)
  return origin === to.origin ? target.slice(target.indexOf('/', target.indexOf('//') + 2)) || '/' : undefined
}

function refuse(outgoing: ServerResponse, status: number, message: string): void {
  outgoing.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(message) + 1,
    connection: 'close',
  })
  outgoing.end(`${message}\n`)
}

const refuseTunnel = (message: string) => (_: IncomingMessage, socket: Duplex) => {
  socket.on('error', () => undefined)
  socket.end(
    `HTTP/1.1 501 Not Implemented\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(message) + 1}\r\nConnection: close\r\n\r\n${message}\n`,
  )
}
