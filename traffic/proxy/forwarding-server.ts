/** Listens for requests to a deployment, and hands each exchange to a recorder once it is over. Nothing waits for it. */
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
import type { TlsMaterial } from '../../fixtures/config/tls-files.ts'
import { forward, type PassedExchange } from './forward.ts'
import { NO_TUNNEL, textOf } from './own-response.ts'

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
  /** Stops accepting requests, and waits a moment for pending ones. */
  close(): Promise<void>
}

/** Shorter than servers wait, so that no request is sent on a connection that is being closed. */
const IDLE_MS = 4_000
const CLOSING_MS = 3_000
const MAX_HEADER_BYTES = 64 * 1024

/** @throws Error when the port is taken */
export async function startForwarding(options: ForwardingOptions): Promise<ForwardingServer> {
  const { to, port, host, tls, record } = options
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
  const underWay = new Set<() => void>()
  const isOwnHost = (named: string | undefined) => isHostOf(named, host, to)
  const handle = (request: IncomingMessage, response: ServerResponse) =>
    forward(request, response, { isOwnHost, to, send, record, underWay })
  // Without a listener for `upgrade`, Node gives such requests here too: an offer of h2c is ignored, as RFC 9110 allows.
  server.on('request', handle).on('checkContinue', handle).on('checkExpectation', handle)
  server.on('connect', refuseTunnel)
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
      for (const end of underWay) end()
      agent.destroy()
    },
  }
}

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|\[?::1\]?|localhost)$/

/**
 * On a loopback address, the name of a page's host that resolves to this machine is rejected (DNS rebinding): otherwise
 * the page could read the responses. Only browsers send such a name, and they always send one. Its port may differ,
 * where another one leads here.
 */
function isHostOf(named: string | undefined, host: string, to: URL): boolean {
  if (named === undefined || !LOOPBACK.test(host) || named === to.host) return true
  return URL.canParse(`http://${named}`) && LOOPBACK.test(new URL(`http://${named}`).hostname)
}

const TUNNEL_REFUSED = textOf(NO_TUNNEL)

function refuseTunnel(_: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => undefined)
  // Node does not close these connections with the server.
  setTimeout(() => socket.destroy(), CLOSING_MS).unref()
  socket.end(
    `HTTP/1.1 501 Not Implemented\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(TUNNEL_REFUSED)}\r\nConnection: close\r\n\r\n${TUNNEL_REFUSED}`,
  )
}
