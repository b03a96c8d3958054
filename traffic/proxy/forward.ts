/** Forwards one request to a deployment, and its response to the client, byte for byte and as they come. */
import type { ClientRequest, IncomingMessage, RequestOptions, ServerResponse } from 'node:http'
import { MAX_RESPONSE_BYTES } from '../../fixtures/http/exchange-client.ts'
import { boundedBody, type BoundedBody } from './bounded-body.ts'
import { forwarded, joined, requestHeaders } from './headers.ts'
import {
  FOREIGN_HOST,
  malformedResponse,
  MALFORMED_REQUEST,
  NO_WEBSOCKETS,
  noResponse,
  otherHost,
  respondItself,
} from './own-response.ts'

/** An exchange that went through the proxy; bodies as they were sent. */
export interface PassedExchange {
  readonly sentAt: number
  readonly durationMs: number
  readonly method: string
  readonly url: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody: ReturnType<BoundedBody['whole']>
  /** undefined: no complete response, or the client did not wait for it. */
  readonly response:
    | {
        readonly status: number
        readonly headers: Readonly<Record<string, string>>
        readonly body: ReturnType<BoundedBody['whole']>
        readonly bytes: number
      }
    | undefined
}

/** The destination of an exchange. */
export interface Forwarding {
  /** Whether a request with this `Host` header is for the proxy. */
  readonly isOwnHost: (host: string | undefined) => boolean
  /** Origin of the deployment. */
  readonly to: URL
  /** Opens the request to the deployment. @throws TypeError for an invalid request */
  readonly send: (settings: RequestOptions) => ClientRequest
  readonly record: (exchange: PassedExchange) => void
  /** Ends the recordings of exchanges that are not over. */
  readonly underWay: Set<() => void>
}

const MAX_REQUEST_BYTES = 1024 * 1024

export function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { isOwnHost, to, send, record, underWay }: Forwarding,
): void {
  if (!isOwnHost(incoming.headers.host)) return respondItself(outgoing, 421, FOREIGN_HOST)
  const path = pathOf(incoming.url ?? '/', to)
  if (path === undefined) return respondItself(outgoing, 421, otherHost(to.origin))
  if (isForWebSocket(incoming)) return respondItself(outgoing, 501, NO_WEBSOCKETS)
  const { method = 'GET', rawHeaders } = incoming
  const url = `${to.origin}${path.startsWith('/') ? path : `/${path}`}`
  const recording = startRecording(incoming, url, record, underWay)
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
    recording.end(undefined)
    return respondItself(outgoing, 400, MALFORMED_REQUEST)
  }
  const giveUp = (found: string) => {
    recording.end(undefined)
    upstream.destroy()
    respondItself(outgoing, 502, malformedResponse(to.origin, found))
  }
  let hasResponse = false
  upstream.on('continue', () => outgoing.writeContinue())
  upstream.on('upgrade', (_, socket) => {
    socket.destroy()
    giveUp('status 101 to a request without an upgrade')
  })
  upstream.on('response', (response) => {
    hasResponse = true
    const refused = headRefused(outgoing, response)
    if (refused === undefined) passOn(response, outgoing, recording)
    else giveUp(refused)
  })
  upstream.on('error', (error: NodeJS.ErrnoException) => {
    // A deployment may respond before it has read the whole request: then the response decides how the request ends.
    if (hasResponse) return
    recording.end(undefined)
    respondItself(outgoing, 502, noResponse(to.origin, error.code ?? error.message))
  })
  upstream.on('close', () => incoming.resume())
  outgoing.on('close', () => {
    if (outgoing.writableFinished) return
    recording.end(undefined)
    upstream.destroy()
  })
  incoming.on('error', () => upstream.destroy())
  if (incoming.headers.expect !== undefined) upstream.flushHeaders()
  incoming.pipe(upstream)
}

interface Recording {
  /** Collects a chunk of the response. */
  add(chunk: Buffer): void
  /** Records the exchange, once. @param response undefined: no complete response came */
  end(response: IncomingMessage | undefined): void
}

function startRecording(
  incoming: IncomingMessage,
  url: string,
  record: (exchange: PassedExchange) => void,
  underWay: Set<() => void>,
): Recording {
  const sentAt = Date.now()
  const begun = performance.now()
  const requestBody = boundedBody(MAX_REQUEST_BYTES)
  const responseBody = boundedBody(MAX_RESPONSE_BYTES)
  const cut = () => recording.end(undefined)
  underWay.add(cut)
  incoming.on('data', (chunk: Buffer) => requestBody.add(chunk))
  const recording: Recording = {
    add: (chunk) => responseBody.add(chunk),
    end(response) {
      if (!underWay.delete(cut)) return
      record({
        sentAt,
        durationMs: performance.now() - begun,
        method: incoming.method ?? 'GET',
        url,
        requestHeaders: joined(incoming.rawHeaders),
        requestBody: requestBody.whole(incoming.complete),
        response: response && {
          status: response.statusCode!,
          headers: joined(response.rawHeaders),
          body: responseBody.whole(response.complete),
          bytes: responseBody.bytes(),
        },
      })
    },
  }
  return recording
}

/** Sends status and headers on. @returns why Node refuses to; undefined: it does not */
function headRefused(outgoing: ServerResponse, response: IncomingMessage): string | undefined {
  outgoing.sendDate = false
  try {
    outgoing.writeHead(response.statusCode!, response.statusMessage ?? '', [
      ...forwarded(response.rawHeaders),
    ])
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'a malformed header'
  }
  // Sends the headers at once, and as bytes: flushHeaders() would write them as UTF-8.
  outgoing.write('', 'latin1')
  return undefined
}

function passOn(response: IncomingMessage, outgoing: ServerResponse, recording: Recording): void {
  response.on('data', (chunk: Buffer) => recording.add(chunk))
  response.on('error', () => outgoing.destroy())
  response.on('end', () => {
    if (response.rawTrailers.length > 0) outgoing.addTrailers(pairsOf(response.rawTrailers))
    recording.end(response)
  })
  response.on('close', () => {
    if (response.complete) return
    recording.end(undefined)
    outgoing.destroy()
  })
  response.pipe(outgoing)
}

const isForWebSocket = ({ headers }: IncomingMessage) => /\bwebsocket\b/i.test(headers.upgrade ?? '')

const pairsOf = (raw: readonly string[]): [string, string][] =>
  Array.from({ length: raw.length / 2 }, (_, at) => [raw[2 * at]!, raw[2 * at + 1]!])

/** The path as the client wrote it; undefined: it names another host. */
function pathOf(target: string, to: URL): string | undefined {
  if (target.startsWith('/') || target === '*') return target
  if (!URL.canParse(target) || new URL(target).origin !== to.origin) return undefined
  const path = target.replace(/^[a-z]+:\/\/[^/?]*/i, '')
  return path.startsWith('/') ? path : `/${path}`
}
