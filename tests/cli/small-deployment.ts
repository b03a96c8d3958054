/** A deployment of a few lines on plain `node:http`, to be broken in one way at a time. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { operations } from '../../spec/index.ts'

/** Areas that it claims. */
export const CLAIMED = ['external-accounts', 'agent-operations', 'agent-management']

export const CREDENTIALS = { clientId: 'canary-client-7f3a', clientSecret: 'canary-secret-91bd' }
export const STATES_TOKEN = 'canary-states-token-5c2e'
export const ACCESS_TOKEN = 'canary-access-token-a80f'

export interface Answer {
  readonly status: number
  readonly body?: unknown
  /** Sent in place of JSON. */
  readonly html?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What differs from a deployment that is as it should be. */
export interface Oddities {
  /** Areas that it claims (default: `CLAIMED`). */
  readonly areas?: readonly string[]
  /** By `METHOD /path`, without the version segment; identifiers are `*`. `undefined`: as it should be. */
  readonly operation?: (route: string, request: IncomingMessage) => Answer | undefined
  readonly state?: (state: string) => Answer | undefined
}

export interface SmallDeployment {
  readonly origin: string
  /** What was asked of it, in order: `METHOD /path`, or `setup STATE` and `teardown STATE`. */
  readonly asked: readonly string[]
  /** Variables for `deploymentText`. */
  readonly variables: Readonly<Record<string, string>>
  /** A deployment file for it. */
  readonly text: string
  close(): Promise<void>
}

const id = (type: string) => `${type}:${randomUUID()}`

const agent = () => ({
  agentId: id('Agent'),
  accessToken: ACCESS_TOKEN,
  customerId: id('Customer'),
  platformCustomerId: `customer-${randomUUID()}`,
  sourceAccountId: id('InternalAccount'),
  destinationAccountId: id('ExternalAccount'),
  foreignAccountId: id('InternalAccount'),
  sendingCurrency: 'USD',
  receivingCurrency: 'EUR',
})
const externalAccount = () => ({ externalAccountId: id('ExternalAccount'), customerId: id('Customer') })

/** Every set-up makes its agent, customer and accounts anew. */
const STATES: Readonly<Record<string, () => object>> = {
  agent,
  'sibling-agent': agent,
  'agent-actions': () => ({}),
  'wallet-challenge': () => ({
    ...externalAccount(),
    messageToSign: 'sign me',
    expiresAt: '2099-01-01T00:00:00Z',
  }),
  'liveness-challenge': externalAccount,
  'liveness-outcome': () => ({}),
  'external-account-of-type': externalAccount,
  'external-account-in-status': externalAccount,
  'beneficiary-verification': externalAccount,
  'external-account-request': () => ({ body: {}, customerId: id('Customer') }),
  'external-account': externalAccount,
  'account-balance': () => ({ amount: 0 }),
  'drain-source': () => ({}),
  'device-code': () => ({ code: 'canary-device-code-4d1e', agentId: id('Agent') }),
  'reject-action': () => ({}),
}

export async function startSmallDeployment({
  areas = CLAIMED,
  operation,
  state,
}: Oddities = {}): Promise<SmallDeployment> {
  const asked: string[] = []

  const answerTo = async (request: IncomingMessage): Promise<Answer> => {
    const { method = '', url = '', headers } = request
    if (url.replace(/\?.*$/, '') === '/_states') {
      if (headers.authorization !== `Bearer ${STATES_TOKEN}`) return { status: 401, body: {} }
      const { action, state: name } = (await json(request)) as { action: string; state: string }
      asked.push(`${action} ${name}`)
      if (action === 'teardown') return { status: 200, body: {} }
      const values = STATES[name]
      return state?.(name) ?? (values ? { status: 200, body: values() } : { status: 404, body: {} })
    }
    const route = `${method} ${url
      .replace(/^\/.*2025-10-13/, '')
      .replace(/\?.*$/, '')
      .replaceAll(/[A-Z]\w*:[\w-]+/g, '*')}`
    asked.push(route)
    return operation?.(route, request) ?? conforming(route, request)
  }

  const server = createServer((request, response) => {
    answerTo(request).then(
      (answer) => send(response, answer),
      () => send(response, { status: 500, body: { code: 'INTERNAL_ERROR', reason: 'broke' } }),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    asked,
    variables: {
      SMALL_ID: CREDENTIALS.clientId,
      SMALL_SECRET: CREDENTIALS.clientSecret,
      SMALL_TOKEN: STATES_TOKEN,
    },
    text: `name: small
baseUrl: ${origin}/2025-10-13
credentials: { clientId: "\${SMALL_ID}", clientSecret: "\${SMALL_SECRET}" }
areas: [${areas.join(', ')}]
states: { url: "${origin}/_states", headers: { authorization: "Bearer \${SMALL_TOKEN}" } }
limits: { requestsPerSecond: 1000, requestTimeoutSeconds: 5 }
`,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

const BASIC = `Basic ${Buffer.from(`${CREDENTIALS.clientId}:${CREDENTIALS.clientSecret}`).toString('base64')}`
const UNAUTHORIZED = { code: 'UNAUTHORIZED', reason: 'no', status: 401, message: 'no', details: {} }

const ROUTES = new Set(
  Object.values(operations).map(({ method, path }) => `${method} ${path.replaceAll(/\{[^}]*\}/g, '*')}`),
)

function conforming(route: string, { headers }: IncomingMessage): Answer {
  if (!ROUTES.has(route)) return { status: 404, body: { message: 'no such route' } }
  const isAgents = route.includes('/agents/me/')
  const notFound = { status: 404, body: { code: 'NOT_FOUND', reason: 'nobody has it' } }
  if (/^POST \/agents\/device-codes\/[^/]+\/redeem$/.test(route)) return notFound
  if (headers.authorization !== (isAgents ? `Bearer ${ACCESS_TOKEN}` : BASIC)) {
    return { status: 401, body: UNAUTHORIZED }
  }
  if (route === 'GET /agents/me/actions') return { status: 200, body: { data: [], hasMore: false } }
  if (!route.startsWith('GET') && !route.includes('*'))
    return { status: 400, body: { code: 'INVALID_INPUT', reason: 'no' } }
  return notFound
}

function send(response: ServerResponse, { status, body, html, headers = {} }: Answer): void {
  response
    .writeHead(status, { 'content-type': html === undefined ? 'application/json' : 'text/html', ...headers })
    .end(html ?? JSON.stringify(body))
}
