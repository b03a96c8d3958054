/** Servers between Assay and a deployment: a TLS front, and a proxy. */
import { createServer, request as requestOf, type IncomingMessage, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { TlsOptions } from 'node:tls'

export interface Front {
  readonly port: number
  /** Requests so far, as they came in. */
  readonly seen: readonly IncomingMessage[]
  close(): Promise<void>
}

/** Whether the connection of a performed request is closed without its response. */
type Loses = (request: IncomingMessage, answer: IncomingMessage) => boolean

/** How a front differs from one that forwards everything at once. */
export interface FrontOptions {
  /** Default: plain HTTP. */
  readonly tls?: TlsOptions
  readonly loses?: Loses
  /** How long it keeps the next request, ms. */
  readonly delayMs?: () => number
}

type Forwarding = Pick<FrontOptions, 'loses' | 'delayMs'>

/** Forwards to a server on this machine. */
function forwarding(
  port: number,
  seen: IncomingMessage[],
  { loses = () => false, delayMs = () => 0 }: Forwarding = {},
) {
  return (request: IncomingMessage, response: import('node:http').ServerResponse) => {
    seen.push(request)
    const { method, headers } = request
    const path = URL.canParse(request.url ?? '') ? new URL(request.url!).pathname : request.url
    const { search } = new URL(request.url ?? '', 'http://front.invalid')
    const onward = requestOf(
      { host: '127.0.0.1', port, method, path: path?.includes('?') ? path : `${path}${search}`, headers },
      (answer) => {
        if (loses(request, answer)) {
          response.destroy()
          return
        }
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      },
    )
    onward.on('error', () => response.destroy())
    setTimeout(() => request.pipe(onward), delayMs())
  }
}

async function listening(
  server: Server,
  seen: readonly IncomingMessage[],
  sockets: Set<Socket>,
): Promise<Front> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** @param port of the server that gets the requests */
export function startFront(port: number, { tls, ...options }: FrontOptions = {}): Promise<Front> {
  const seen: IncomingMessage[] = []
  const forward = forwarding(port, seen, options)
  return listening(tls ? createTlsServer(tls, forward) : createServer(forward), seen, new Set())
}

/**
 * A proxy that forwards every request to one port of this machine: plain requests, and tunnels.
 *
 * @param credentials that it requires, as `user:password`
 */
export function startProxy(port: number, credentials?: string): Promise<Front> {
  const seen: IncomingMessage[] = []
  const sockets = new Set<Socket>()
  const expected = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`
  const isAllowed = ({ headers }: IncomingMessage) =>
    expected === undefined || headers['proxy-authorization'] === expected
  const forward = forwarding(port, seen)
  const server = createServer((request, response) => {
    if (isAllowed(request)) forward(request, response)
    else response.writeHead(407).end()
  })
  server.on('connect', (request, socket: Socket) => {
    seen.push(request)
    sockets.add(socket)
    socket.on('error', () => undefined)
    if (!isAllowed(request)) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
      return
    }
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    sockets.add(onward)
    onward.on('error', () => socket.destroy())
  })
  return listening(server, seen, sockets)
}
