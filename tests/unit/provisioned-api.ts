/** An API in memory, and the states that the provisioners arrange through it. */
import { createArrangements } from '../../fixtures/preconditions.ts'
import { Blocked } from '../../fixtures/errors.ts'
import { deploymentFrom } from '../../fixtures/config/load-deployment.ts'
import type { Incoming, Outgoing } from '../../fixtures/http/exchange-client.ts'
import { createFreshValues } from '../../fixtures/fresh-values.ts'
import { createGivenPool, givenFor } from '../../fixtures/given/given-pool.ts'
import { createProvisioningMemory } from '../../fixtures/provisioning/memory.ts'
import type { Time } from '../../fixtures/time.ts'
import { holdingNothing } from '../../fixtures/semaphore.ts'

export type Body = Readonly<Record<string, unknown>>
export type Response = readonly [status: number, body?: unknown]
/** By `METHOD /path`, with `*` for an identifier; a function sees the body and the path. */
export type Routes = Readonly<Record<string, Response | ((body: Body, path: string) => Response)>>

interface Means {
  readonly memory?: ReturnType<typeof createProvisioningMemory>
  readonly deliveredTo?: (url: string) => number
  /** `operations` of the deployment file. */
  readonly operations?: Readonly<Record<string, null>>
  /** `given` of the deployment file. */
  readonly given?: Body
  /** Default: waits end at once. */
  readonly time?: Time
  /** Whether it is a retry, which performs shared work itself; default: nothing is shared. */
  readonly isRetry?: boolean
  /** `limits.maxWaitSeconds` of the deployment file; default: 1. */
  readonly maxWaitSeconds?: number
}

/** A clock that a wait moves on. */
export function movedTime(): Time {
  let now = Date.now()
  return {
    now: () => now,
    sleep: async (ms) => {
      now += ms
    },
  }
}

/** Responds by the routes; everything else with 404. */
export function apiOf(
  routes: Routes,
  {
    memory = createProvisioningMemory(),
    deliveredTo,
    operations = {},
    given = {},
    time = movedTime(),
    isRetry,
    maxWaitSeconds = 1,
  }: Means = {},
) {
  const sent: { readonly route: string; readonly body: Body }[] = []
  const deployment = deploymentFrom(
    {
      name: 'd',
      baseUrl: 'https://host.example/2025-10-13',
      credentials: { clientId: '${ID}', clientSecret: '${SECRET}' },
      operations,
      given,
      limits: { maxWaitSeconds },
    },
    'd.yaml',
    { ID: 'id', SECRET: 'secret' },
  )
  const pool = createGivenPool(deployment.given)
  const lessee = { lessee: 'check/1', check: 'check', rest: holdingNothing }
  const pass = ({ method, url, body: text }: Outgoing): Promise<Incoming> => {
    const lease = (JSON.parse(text ?? '{}') as { readonly lease?: unknown }).lease
    if (typeof lease === 'string') return Promise.resolve(responseOf(url, 200, pool.take(lease)))
    const path = decodeURIComponent(new URL(url).pathname.replace('/2025-10-13', ''))
    const route = `${method} ${path.replaceAll(/[A-Z]\w*:[\w-]+|\$[^/]+/g, '*')}`
    const body = JSON.parse(text ?? '{}') as Body
    sent.push({ route, body })
    const found = routes[route] ?? [404, {}]
    const [status, json = {}] = typeof found === 'function' ? found(body, path) : found
    return Promise.resolve(responseOf(route, status, json))
  }
  const arrangements = createArrangements(deployment, createFreshValues(), pass, time, (text) => text, {
    seed: isRetry === true ? 'seed-of-a-retry' : 'seed',
    sharing:
      isRetry === undefined ? undefined : { seed: 'run', share: (_, setUp) => setUp(pass, time, !isRetry) },
    memory,
    given: givenFor(pool, lessee),
    ...(deliveredTo && { deliveredTo }),
  })
  return { sent, ...arrangements }
}

function responseOf(exchange: string, status: number, json: unknown): Incoming {
  const shown = JSON.stringify(json)
  const response = { status, headers: {}, body: Buffer.from(shown), receivedAt: 0 }
  return { exchange, sentAt: 0, endedAt: 0, response, text: shown, json, shown }
}

let last = 0
export const newId = (type: string) =>
  `${type}:${String(++last).padStart(8, '0')}-0000-4000-8000-000000000000`
export const creating =
  (type: string, fields: Body = {}) =>
  (body: Body): Response => [201, { ...body, ...fields, id: newId(type) }]

export const blocked = (message: RegExp) => (error: unknown) =>
  error instanceof Blocked && message.test(error.message)

/** A customer with a dollar account that can be funded, and quotes into bank accounts. */
export const PAYMENTS: Routes = {
  'POST /customers': creating('Customer'),
  'GET /customers/internal-accounts': [200, { data: [{ id: newId('InternalAccount'), currency: 'USD' }] }],
  'POST /sandbox/internal-accounts/*/fund': [200],
  'GET /exchange-rates': [200, { data: [{}] }],
  'POST /customers/external-accounts': creating('ExternalAccount'),
}

export const quoteOf = (body: Body, fields: Body = {}): Response => [
  201,
  { ...body, id: newId('Quote'), expiresAt: new Date(Date.now() + 300_000).toISOString(), ...fields },
]
