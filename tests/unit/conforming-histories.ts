/** Generated histories of one agent's quotes and actions on a conforming deployment. */
import * as fc from 'fast-check'
import type { Observation } from '../../spec/invariants/observation.ts'

type Json = Readonly<Record<string, unknown>>

const T0 = Date.parse('2026-01-01T00:00:00.000Z')
const MINUTE_MS = 60_000

const uuid = fc.uuid()

/** A quote that adds up: the rate is one to one, and the fees are deducted before conversion. */
const quote = fc
  .record({
    id: uuid,
    receiving: fc.integer({ min: 1, max: 1_000_000 }),
    fees: fc.integer({ min: 0, max: 10_000 }),
    bornAfterMs: fc.integer({ min: 0, max: 1_000 }),
  })
  .map(({ id, receiving, fees, bornAfterMs }): Json => ({
    id: `Quote:${id}`,
    status: 'PENDING',
    totalSendingAmount: receiving + fees,
    totalReceivingAmount: receiving,
    feesIncluded: fees,
    platformFeesIncluded: Math.floor(fees / 2),
    exchangeRate: 1,
    sendingCurrency: { decimals: 2 },
    receivingCurrency: { decimals: 2 },
    createdAt: new Date(T0 + bornAfterMs).toISOString(),
    expiresAt: new Date(T0 + bornAfterMs + 10 * MINUTE_MS).toISOString(),
  }))

/** Paths through the table of action statuses, each status seen once or more. */
const transitions = fc
  .constantFrom(
    ['PENDING_APPROVAL'],
    ['PENDING_APPROVAL', 'APPROVED'],
    ['PENDING_APPROVAL', 'APPROVED', 'FAILED'],
    ['PENDING_APPROVAL', 'REJECTED'],
    ['APPROVED', 'FAILED'],
  )
  .chain((path) =>
    fc
      .array(fc.integer({ min: 1, max: 3 }), { minLength: path.length, maxLength: path.length })
      .map((times) => path.flatMap((status, index) => Array<string>(times[index]!).fill(status))),
  )

export interface ConformingHistory {
  readonly history: readonly Observation[]
  /** Index of the first response that creates a quote, of its repetition, and of the lists. */
  readonly created: number
  readonly repeated: number
  readonly lists: readonly number[]
}

/** A quote is created, repeated under its identifier, submitted, and its action is listed until nothing moves. */
export const conformingHistory: fc.Arbitrary<ConformingHistory> = fc
  .record({
    quote,
    action: uuid,
    agent: uuid,
    statuses: transitions,
    latencyMs: fc.integer({ min: 1, max: 500 }),
    hasDate: fc.boolean(),
  })
  .map(({ quote: quoted, action, agent, statuses, latencyMs, hasDate }) => {
    let now = T0 + 2_000
    const answered = (rest: Partial<Observation>): Observation => {
      const sentAt = now
      now += latencyMs
      const date = hasDate ? Math.floor(now / 1000) * 1000 : undefined
      return {
        exchange: `check.1.${sentAt}`,
        operation: undefined,
        url: 'https://deployment.example/2025-10-13/quotes',
        method: 'GET',
        requestHeaders: { authorization: 'Bearer one' },
        requestBody: undefined,
        status: 200,
        body: undefined,
        ...rest,
        sentAt,
        receivedAt: now,
        date,
      }
    }
    const creation = {
      operation: 'createAgentQuote',
      method: 'POST',
      requestHeaders: { authorization: 'Bearer one', 'idempotency-key': 'key' },
      requestBody: '{}',
      body: quoted,
    } as const
    const list = (status: string) =>
      answered({
        operation: 'listAgentActions',
        body: {
          data: [
            {
              id: `AgentAction:${action}`,
              agentId: `Agent:${agent}`,
              status,
              quote: quoted,
              createdAt: new Date(T0 + 1_500).toISOString(),
              updatedAt: new Date(T0 + 1_800).toISOString(),
            },
          ],
          hasMore: false,
        },
      })
    const history = [answered(creation), answered(creation), ...statuses.map(list)]
    return { history, created: 0, repeated: 1, lists: statuses.map((_, index) => index + 2) }
  })

const LISTS = ['listAgentActions', 'listCards', 'listCustomerExternalAccounts', 'listStablecoins'] as const

/** Sequential requests: each response arrives before the next request. */
function run(requests: readonly Partial<Observation>[]): readonly Observation[] {
  return requests.map((request, index) => ({
    exchange: `check.1.${index}`,
    operation: undefined,
    method: 'GET',
    url: 'https://payments.example/2025-10-13/list',
    requestHeaders: { authorization: 'Bearer one' },
    requestBody: undefined,
    status: 200,
    body: undefined,
    date: undefined,
    ...request,
    sentAt: T0 + index * 20,
    receivedAt: T0 + index * 20 + 10,
  }))
}

/** A walk through a list of any length, by pages of any size. */
export const conformingWalk: fc.Arbitrary<readonly Observation[]> = fc
  .record({
    operation: fc.constantFrom(...LISTS),
    ids: fc.uniqueArray(uuid, { maxLength: 30 }),
    limit: fc.integer({ min: 1, max: 100 }),
    count: fc.boolean(),
    last: fc.constantFrom({}, { nextCursor: null }),
  })
  .map(({ operation, ids, limit, count, last }) => {
    const pages = Math.max(1, Math.ceil(ids.length / limit))
    return run(
      Array.from({ length: pages }, (_, page) => ({
        operation,
        url: `https://payments.example/2025-10-13/list?limit=${limit}${page === 0 ? '' : `&cursor=after-${page}`}`,
        body: {
          data: ids.slice(page * limit, (page + 1) * limit).map((id) => ({ id: `Resource:${id}` })),
          hasMore: page < pages - 1,
          ...(page < pages - 1 ? { nextCursor: `after-${page + 1}` } : last),
          ...(count && { totalCount: ids.length }),
        },
      })),
    )
  })

/**
 * A kind of resource with states: its reading operations, the place of its state, and paths that the contract allows.
 */
const STATEFUL = [
  {
    operation: 'getCard',
    id: 'Card',
    property: 'state',
    paths: [
      ['ACTIVE', 'FROZEN', 'ACTIVE', 'CLOSED', 'CLOSED'],
      ['FROZEN', 'CLOSED'],
    ],
  },
  {
    operation: 'getQuote',
    id: 'Quote',
    property: 'status',
    paths: [
      ['PENDING', 'PENDING_AUTHORIZATION', 'PENDING', 'PROCESSING', 'COMPLETED'],
      ['PENDING', 'EXPIRED', 'FAILED'],
    ],
  },
  {
    operation: 'getStablecoin',
    id: 'Stablecoin',
    property: 'enablementStatus',
    paths: [
      ['NOT_ENABLED', 'PENDING_APPROVAL', 'ENABLING', 'ENABLED', 'DISABLED', 'ENABLED'],
      ['PENDING_APPROVAL', 'NOT_ENABLED', 'PENDING_APPROVAL'],
    ],
  },
  {
    operation: 'getPlatformExternalAccount',
    id: 'ExternalAccount',
    property: 'status',
    paths: [
      ['PENDING_OWNERSHIP_VERIFICATION', 'UNVERIFIED', 'UNDER_REVIEW', 'INACTIVE'],
      ['ACTIVE', 'UNVERIFIED'],
    ],
  },
] as const

/** A resource of each kind, read while it moves. */
export const conformingStates: fc.Arbitrary<readonly Observation[]> = fc
  .tuple(fc.constantFrom(...STATEFUL), uuid, fc.nat())
  .map(([{ operation, id, property, paths }, one, choice]) =>
    statesSeen(operation, `${id}:${one}`, property, paths[choice % paths.length]!),
  )

/** A resource that is read in one state after the other. */
export const statesSeen = (
  operation: NonNullable<Observation['operation']>,
  id: string,
  property: string,
  states: readonly string[],
): readonly Observation[] =>
  run(
    states.map((state) => ({
      operation,
      url: `https://payments.example/2025-10-13/resource/${id}`,
      body: { id, [property]: state },
    })),
  )
