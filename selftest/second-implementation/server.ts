/** The implementation on a separate port, with node:http only. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getExternal, startChallenge, verifyOwnership } from './accounts.ts'
import {
  approveTransaction,
  executeOwnQuote,
  getAction,
  getTransaction,
  listActions,
  rejectTransaction,
} from './actions.ts'
import {
  agentWith,
  codeStatus,
  createAgent,
  deleteAgent,
  getAgent,
  newCode,
  redeemCode,
  updateAgent,
  updatePolicy,
} from './agents.ts'
import type { AgentCall, HandlerResponse, Body, Call } from './call.ts'
import { readBody } from './call.ts'
import { createCustomer, getCustomer, updateCustomer } from './customers.ts'
import {
  fundAccount,
  listCustomerAccounts,
  listPlatformAccounts,
  listRates,
  openPlatformAccount,
} from './internal-accounts.ts'
import { getLinked, linkForCustomer, linkForPlatform, listLinked, unlink } from './linked-accounts.ts'
import type { Mistakes } from './mistakes.ts'
import { authorizeQuote, createOwnQuote, getOwnQuote, getQuote } from './quotes.ts'
import { Rejection, notFound } from './rejection.ts'
import { answerState } from './states.ts'
import type { Agent, World } from './world.ts'
import { emptyWorld } from './world.ts'

export interface IndependentOptions {
  readonly port?: number
  readonly clientId: string
  readonly clientSecret: string
  readonly statesToken: string
  readonly mistakes?: Mistakes
}

export interface Independent {
  readonly url: string
  readonly statesUrl: string
  close(): Promise<void>
}

const VERSION = '/2025-10-13'
const STATES = '/_states'

type Handler<Kind extends Call> = (world: World, call: Kind) => HandlerResponse | Promise<HandlerResponse>
type Route =
  | { readonly by: 'platform' | 'any caller'; readonly serve: Handler<Call> }
  | { readonly by: 'agent'; readonly serve: Handler<AgentCall> }

const platform = (serve: Handler<Call>): Route => ({ by: 'platform', serve })
const agent = (serve: Handler<AgentCall>): Route => ({ by: 'agent', serve })

const ROUTES: Readonly<Record<string, Route>> = {
  'POST /customers': platform(createCustomer),
  'PATCH /customers/*': platform(updateCustomer),
  'GET /customers/internal-accounts': platform(listCustomerAccounts),
  'GET /customers/external-accounts': platform(listLinked),
  'POST /customers/external-accounts': platform(linkForCustomer),
  'GET /customers/external-accounts/*': platform(getLinked),
  'DELETE /customers/external-accounts/*': platform(unlink),
  'GET /customers/*': platform(getCustomer),
  'GET /platform/internal-accounts': platform(listPlatformAccounts),
  'POST /sandbox/internal-accounts/*/fund': platform(fundAccount),
  'GET /exchange-rates': platform(listRates),
  'POST /agents': platform(createAgent),
  'POST /agents/device-codes/*/redeem': { by: 'any caller', serve: redeemCode },
  'GET /agents/device-codes/*/status': platform(codeStatus),
  'POST /agents/*/device-codes': platform(newCode),
  'PATCH /agents/*/policy': platform(updatePolicy),
  'GET /agents/*': platform(getAgent),
  'PATCH /agents/*': platform(updateAgent),
  'DELETE /agents/*': platform(deleteAgent),
  'POST /platform/external-accounts': platform(linkForPlatform),
  'POST /platform/external-accounts/*/verify': platform(verifyOwnership),
  'POST /platform/external-accounts/*/challenge': platform(startChallenge),
  'GET /platform/external-accounts/*': platform(getExternal),
  'GET /agents/me/actions': agent(listActions),
  'GET /agents/me/actions/*': agent(getAction),
  'POST /agents/me/quotes': agent(createOwnQuote),
  'GET /agents/me/quotes/*': agent(getOwnQuote),
  'POST /agents/me/quotes/*/execute': agent(executeOwnQuote),
  'GET /quotes/*': platform(getQuote),
  'POST /quotes/*/authorize': platform(authorizeQuote),
  'GET /transactions/*': platform(getTransaction),
  'POST /transactions/*/approve': platform(approveTransaction),
  'POST /transactions/*/reject': platform(rejectTransaction),
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const equal = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))

function match(method: string, pathname: string): { route: Route; path: string[] } | undefined {
  const parts = pathname.split('/')
  for (const [name, route] of Object.entries(ROUTES)) {
    const [verb, pattern = ''] = name.split(' ')
    const wanted = pattern.split('/')
    if (
      verb === method &&
      wanted.length === parts.length &&
      wanted.every((p, i) => p === '*' || p === parts[i])
    )
      return { route, path: parts.filter((_, index) => wanted[index] === '*').map(decoded) }
  }
  return undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw notFound()
  }
}

const unauthorized = () => new Rejection(401, 'UNAUTHORIZED', 'We do not know who you are.')

function checkPlatform(header: string, options: IndependentOptions): void {
  const [, encoded = ''] = /^basic +(\S+)$/i.exec(header) ?? []
  const pair = Buffer.from(encoded, 'base64').toString('utf8')
  if (!equal(pair, `${options.clientId}:${options.clientSecret}`)) throw unauthorized()
}

function agentOf(header: string, world: World): Agent {
  const [, token = ''] = /^bearer +(\S+)$/i.exec(header) ?? []
  const found = agentWith(world, token)
  if (!found) throw unauthorized()
  return found
}

/** Agents and platforms get errors in different shapes (contract: Errors). */
function explain(refusal: Rejection, forAgent: boolean): Body {
  const { status, code, message, details } = refusal
  const shape = forAgent ? { status, code, message } : { code, reason: message }
  return { ...shape, ...(details && { details }), hint: 'https://docs.example/errors' }
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

async function respond(
  request: IncomingMessage,
  world: World,
  options: IndependentOptions,
): Promise<HandlerResponse> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://here')
  const bytes = await bytesOf(request)
  const authorization = request.headers.authorization ?? ''
  if (pathname === STATES && request.method === 'POST') {
    if (!equal(authorization, `Bearer ${options.statesToken}`))
      return { status: 401, body: { message: 'These states are not for you.' } }
    return answerState(world, readBody(bytes))
  }
  const inside = pathname.startsWith(`${VERSION}/`) ? pathname.slice(VERSION.length) : ''
  const forAgent = inside.startsWith('/agents/me/')
  try {
    const found = match(request.method ?? '', inside)
    if (!found) throw notFound()
    const call: Call = {
      path: found.path,
      query: searchParams,
      headers: request.headers,
      body: () => readBody(bytes),
    }
    if (found.route.by === 'agent')
      return await found.route.serve(world, { ...call, agent: agentOf(authorization, world) })
    if (found.route.by === 'platform') checkPlatform(authorization, options)
    return await found.route.serve(world, call)
  } catch (error) {
    if (error instanceof Rejection) return { status: error.status, body: explain(error, forAgent) }
    console.error(error)
    const broken = new Rejection(500, 'INTERNAL_ERROR', 'Something broke on our side.')
    return { status: 500, body: explain(broken, forAgent) }
  }
}

function send(response: ServerResponse, { status, body }: HandlerResponse, lastOnConnection: boolean): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 1)
  response.writeHead(status, {
    ...(text !== '' && { 'content-type': 'application/json; charset=utf-8' }),
    ...(status !== 204 && { 'content-length': Buffer.byteLength(text) }),
    ...(status === 401 && { 'www-authenticate': 'Basic realm="payments", Bearer' }),
    ...(lastOnConnection && { connection: 'close' }),
  })
  response.end(text)
}

/** Starts it on the given port; default: a free one. */
export async function startIndependent(options: IndependentOptions): Promise<Independent> {
  const world = emptyWorld(options.mistakes ?? {})
  openPlatformAccount(world)
  let count = 0
  const server = createServer((request, response) => {
    count += 1
    const lastOnConnection = count % 11 === 0
    respond(request, world, options).then(
      (result) => send(response, result, lastOnConnection),
      () => response.destroy(),
    )
  })
  await new Promise<void>((listening, broken) => {
    server.once('error', broken)
    server.listen(options.port ?? 0, '127.0.0.1', listening)
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `${origin}${VERSION}`,
    statesUrl: `${origin}${STATES}`,
    async close() {
      world.stop()
      server.closeAllConnections()
      await new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}
