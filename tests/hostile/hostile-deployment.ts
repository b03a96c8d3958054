/**
 * A deployment on plain `node:http` that serves conforming provider states, and misbehaves in a named way in its API:
 * `/<way>/2025-10-13` is the base address of one way, `/<way>/_states` its provider states.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { json } from 'node:stream/consumers'

export const CREDENTIALS = { clientId: 'hostile-client', clientSecret: 'hostile-secret-3f9c' }
export const STATES_TOKEN = 'hostile-states-7d21'

/** The request and the response, for a way. */
export interface Scene {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** For bytes that no library would send. */
  readonly socket: Socket
  /** 1 for the first request of this way to its API. */
  readonly count: number
}

/** How a deployment misbehaves; absent fields mean correct behaviour. */
export interface HostileCase {
  readonly api?: (scene: Scene) => void
  readonly states?: (scene: Scene) => void
  /** Of the clock of its API, ms since the epoch. */
  readonly now?: () => number
}

export interface HostileDeployment {
  readonly origin: string
  /** How often the API of a way was asked. */
  readonly asked: ReadonlyMap<string, number>
  close(): Promise<void>
}

export async function startHostile(ways: Readonly<Record<string, HostileCase>>): Promise<HostileDeployment> {
  const asked = new Map<string, number>()

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, name = '', place = ''] = (request.url ?? '').split('/')
    const way = ways[name] ?? {}
    const { socket } = response
    if (!socket) return
    if (way.now && place !== '_states') response.setHeader('date', new Date(way.now()).toUTCString())
    if (place === '_states') {
      const body = (await json(request)) as { readonly state: string }
      const scene = { request, response, socket, count: 0 }
      return way.states ? way.states(scene) : answer(response, ...stateOf(body.state))
    }
    request.resume()
    const count = (asked.get(name) ?? 0) + 1
    asked.set(name, count)
    const scene = { request, response, socket, count }
    return way.api ? way.api(scene) : conforming(scene)
  }

  const server = createServer((request, response) => {
    response.on('error', () => undefined)
    serve(request, response).catch(() => response.destroy())
  })
  server.on('connection', (socket) => socket.on('error', () => undefined))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** The list of an agent that has done nothing (contract: Endpoints 2). */
export const EMPTY_LIST = '{"data":[],"hasMore":false,"totalCount":0}'

/** Conforming responses to the requests of the checks in this test. */
export function conforming({ request, response }: Scene): void {
  if (request.url?.includes('/agents/me/actions')) answer(response, 200, EMPTY_LIST)
  else answer(response, 400, '{"code":"INVALID_INPUT","reason":"It came too late."}')
}

export function answer(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}

/** A retried check needs another state: a state with the same agent twice blocks it. */
const id = (type: string) => `${type}:${randomUUID()}`

function stateOf(state: string): [status: number, body: string] {
  const values: Readonly<Record<string, object>> = {
    agent: {
      agentId: id('Agent'),
      accessToken: 'hostile-token-b4e8',
      customerId: id('Customer'),
      platformCustomerId: `customer-${randomUUID()}`,
      sourceAccountId: id('InternalAccount'),
      destinationAccountId: id('ExternalAccount'),
      foreignAccountId: id('InternalAccount'),
      sendingCurrency: 'USD',
      receivingCurrency: 'EUR',
    },
    'wallet-challenge': {
      externalAccountId: id('ExternalAccount'),
      messageToSign: 'sign me',
      expiresAt: new Date(Date.now() + 1_000).toISOString(),
    },
  }
  return values[state] ? [200, JSON.stringify(values[state])] : [404, '{}']
}
