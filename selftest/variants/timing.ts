import { actsLater } from '../waits-before.ts'
/** Delays of responses and effects, and the deployment's clock. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Refused } from '../../reference/errors.ts'
import type { Store } from '../../reference/store.ts'
import { laggingReplica } from './lagging-replica.ts'
import { answersChanged } from './rewritten.ts'
import type { Variant } from './variant.ts'

const LAG_MS = 600
/** Delay of resources; those of provider states are known at once. */
const identifiersIn = (text: string) => text.match(/\w+:[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []
const SLOW_MS = 300
const JITTER_MS = 600
/** Shares no factor with the longest delay, so that delays vary and are the same in every run. */
const JITTER_STEP_MS = 467
const BETWEEN_LIMITS_MS = 30_000
const HOUR_MS = 60 * 60 * 1000

/** Contract: States (asynchronous execution); it promises no response time. */
export const timingVariations: readonly Variant[] = [
  {
    id: 'late-responses',
    title: 'responds late, with 250 ms more for every twelfth response',
    point: 'response time',
    interpretation: 'The contract sets no time limit.',
    replace: (rules) => {
      let responses = 0
      return answersChanged(rules, async (response) => {
        responses += 1
        await sleep(responses % 12 === 0 ? 250 : 10)
        return response
      })
    },
  },
  {
    id: 'slow-responses',
    alone: true,
    title: 'returns every response 300 ms late',
    point: 'response time',
    interpretation: 'The contract sets no time limit.',
    replace: (rules) =>
      answersChanged(rules, async (response) => {
        await sleep(SLOW_MS)
        return response
      }),
  },
  {
    id: 'jittery-responses',
    alone: true,
    title: 'returns responses with a random delay of up to 0.6 s',
    point: 'response time',
    interpretation: 'The contract sets no time limit.',
    replace: (rules) => {
      let responses = 0
      return answersChanged(rules, async (response) => {
        responses += 1
        await sleep((responses * JITTER_STEP_MS) % JITTER_MS)
        return response
      })
    },
  },
  {
    id: 'reads-limited',
    title: 'returns 429 for every sixtieth read, to be retried immediately',
    point: 'limits of requests',
    interpretation:
      'The contract does not forbid rate limits; a client retries after the delay in the response.',
    replace: (rules) => {
      let reads = 0
      return answersChanged(rules, (response, operation) => {
        if (operation === undefined || !/^(?:get|list)[A-Z]/.test(operation)) return response
        reads += 1
        return reads % 60 === 0 ? { status: 429, headers: { 'retry-after': '0' }, body: {} } : response
      })
    },
  },
  {
    id: 'reads-limited-without-saying-how-long',
    title: 'returns 429 for every two hundredth read, without Retry-After',
    point: 'limits of requests',
    interpretation: 'The contract does not forbid rate limits, nor require Retry-After.',
    replace: (rules) => {
      let reads = 0
      return answersChanged(rules, (response, operation) => {
        if (operation === undefined || !/^(?:get|list)[A-Z]/.test(operation)) return response
        reads += 1
        return reads % 200 === 0 ? { status: 429, headers: {}, body: {} } : response
      })
    },
  },
  {
    id: 'money-limited',
    alone: true,
    title: 'returns 429 for an execution or an approval of a transfer, every thirty seconds',
    point: 'limits of requests',
    interpretation: 'The contract does not forbid rate limits. Assay does not send such a request again.',
    replace: (rules) => {
      let limitedAt = 0
      return {
        requestIdIsMissing: (operation, requestId) => {
          if (/^(?:execute|approve)/.test(operation) && Date.now() - limitedAt > BETWEEN_LIMITS_MS) {
            limitedAt = Date.now()
            throw new Refused({ ...rules.agentConnected, status: 429 })
          }
          return rules.requestIdIsMissing(operation, requestId)
        },
      }
    },
  },
  {
    id: 'reads-lag',
    title: 'returns stale data from every read',
    point: 'eventual consistency',
    interpretation: 'A new action or status may take up to two seconds to be seen.',
    replace: () => {
      const replicas = new WeakMap<Store, () => Store>()
      return {
        storeToRead: (store) => {
          const replica = replicas.get(store) ?? laggingReplica(store, LAG_MS)
          replicas.set(store, replica)
          return replica()
        },
      }
    },
  },
  {
    id: 'every-second-read-lags',
    alone: true,
    title: 'reads from two replicas in turn, of which one returns stale data',
    point: 'eventual consistency',
    interpretation: 'The contract does not say that a new state, once read, is in every later read.',
    replace: () => {
      const replicas = new WeakMap<Store, () => Store>()
      let reads = 0
      return {
        storeToRead: (store) => {
          const replica = replicas.get(store) ?? laggingReplica(store, LAG_MS)
          replicas.set(store, replica)
          return reads++ % 2 === 0 ? store : replica()
        },
      }
    },
  },
  {
    id: 'new-resources-known-later',
    alone: true,
    title: 'returns 404 for a new resource for some time after its creation',
    point: 'eventual consistency',
    interpretation: 'A new resource may take up to two seconds to be readable and writable everywhere.',
    replace: (rules) => {
      const created = new Map<string, number>()
      return {
        ...answersChanged(rules, (response, operation) => {
          if (response.status >= 300) return response
          // A resource that a read shows first was created by a provider state.
          const at = /^(get|list)/.test(operation ?? '') ? 0 : Date.now()
          for (const id of identifiersIn(JSON.stringify(response.body ?? '')))
            if (!created.has(id)) created.set(id, at)
          return response
        }),
        knowsResourcesOf: (url) =>
          identifiersIn(url).every((id) => {
            // A known resource stays known, even if a later response shows it for the first time.
            if (!created.has(id)) created.set(id, 0)
            return Date.now() - created.get(id)! > LAG_MS
          }),
      }
    },
  },
  {
    id: 'executes-later',
    title: 'approves immediately, and moves the money or fails one second later',
    point: 'when an execution is done',
    interpretation: 'APPROVED means an execution in progress or completed.',
    replace: actsLater('executeQuote', 1_000),
  },
  {
    id: 'clock-ahead',
    title: 'has a clock one hour ahead',
    point: 'the clock of the deployment',
    interpretation: 'The Date header states its time; expiry is judged by it.',
    replace: { currentTime: () => Date.now() + HOUR_MS },
  },
  {
    id: 'clock-behind',
    title: 'has a clock one hour behind',
    point: 'the clock of the deployment',
    interpretation: 'The Date header states its time; expiry is judged by it.',
    replace: { currentTime: () => Date.now() - HOUR_MS },
  },
]
