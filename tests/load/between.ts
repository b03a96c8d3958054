/** A proxy between Assay and a deployment: it delays, throttles, delays expiries, and counts. */
import {
  createServer,
  request as send,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Between {
  readonly origin: string
  /** When each request came in, ms since the epoch. */
  readonly arrivals: readonly number[]
  /** Most requests under way at once. */
  mostAtOnce(): number
  close(): Promise<void>
}

export interface BetweenOptions {
  /** Time each response takes longer, ms. */
  readonly latency?: number
  /** Time the response to one request takes longer, ms, besides `latency`. */
  readonly latencyOf?: (request: IncomingMessage) => number
  /** Responds instead of the deployment, if it returns a response. */
  readonly instead?: (request: IncomingMessage, response: ServerResponse) => boolean
  /** What becomes of the body of a request to the provider states. */
  readonly states?: (body: string) => string
  /** The Date header of a response instead of the deployment's; undefined: none. */
  readonly date?: () => string | undefined
}

function dated(headers: IncomingHttpHeaders, date: string | undefined): IncomingHttpHeaders {
  const changed = { ...headers }
  delete changed.date
  return date === undefined ? changed : { ...changed, date }
}

export async function startBetween(target: string, options: BetweenOptions): Promise<Between> {
  const { latency = 0, latencyOf = () => 0, instead = () => false, states = (body) => body, date } = options
  const arrivals: number[] = []
  let underWay = 0
  let most = 0

  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString('utf8')
    const body = incoming.url?.endsWith('/_states') ? states(text) : text
    await sleep(latency + latencyOf(incoming))
    const { 'content-length': _, ...headers } = incoming.headers
    await new Promise<void>((done, broken) => {
      const forwarded = send(
        new URL(incoming.url ?? '/', target),
        { method: incoming.method, headers: { ...headers, 'content-length': Buffer.byteLength(body) } },
        (response) => {
          if (date) outgoing.sendDate = false
          outgoing.writeHead(
            response.statusCode ?? 502,
            date ? dated(response.headers, date()) : response.headers,
          )
          response.pipe(outgoing).on('finish', done)
        },
      )
      forwarded.on('error', broken)
      forwarded.end(body)
    })
  }

  const server = createServer((incoming, outgoing) => {
    arrivals.push(Date.now())
    most = Math.max(most, ++underWay)
    outgoing.on('close', () => underWay--)
    if (!instead(incoming, outgoing)) pass(incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals,
    mostAtOnce: () => most,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
