/** When an answer comes, when it is true, and what the clock of the deployment says. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Store } from '../../reference/store.ts'
import { laggingReplica } from './lagging-replica.ts'
import { answersChanged } from './rewritten.ts'
import type { Variant } from './variant.ts'

const LAG_MS = 600
/** Of resources; those that states name are known at once. */
const identifiersIn = (text: string) => text.match(/\w+:[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []
const SLOW_MS = 300
const JITTER_MS = 600
/** Shares no factor with the longest delay, so that delays seem random and are the same every time. */
const JITTER_STEP_MS = 467
const HOUR_MS = 60 * 60 * 1000

/** Contract: States (asynchronous execution); nothing in it promises how soon an answer comes. */
export const timingVariations: readonly Variant[] = [
  {
    id: 'slow-answers',
    title: 'answers late, and every twelfth time a quarter of a second later',
    point: 'how soon an answer comes',
    reading: 'Nothing is promised.',
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
    point: 'how soon an answer comes',
    reading: 'Nothing is promised.',
    replace: (rules) =>
      answersChanged(rules, async (response) => {
        await sleep(SLOW_MS)
        return response
      }),
  },
  {
    id: 'jittery-responses',
    alone: true,
    title: 'returns responses between 0 and 0.6 s late, each by another time',
    point: 'how soon an answer comes',
    reading: 'Nothing is promised.',
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
    title: 'answers every sixtieth read with 429, to be asked again at once',
    point: 'limits of requests',
    reading: 'Limits of requests are not ruled out; anyone who is told to come again does so.',
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
    title: 'answers every two hundredth read with 429, and does not say when to ask again',
    point: 'limits of requests',
    reading:
      'Limits of requests are not ruled out, nor that anyone who meets one has to know when to come again.',
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
    id: 'reads-lag',
    title: 'shows what was written some time ago, wherever it is asked for what is stored',
    point: 'eventual consistency',
    reading: 'A new action or status may take up to two seconds to be seen.',
    replace: () => {
      const replicas = new WeakMap<Store, Store>()
      return {
        storeToRead: (store) => {
          const replica = replicas.get(store) ?? laggingReplica(store, LAG_MS)
          replicas.set(store, replica)
          return replica
        },
      }
    },
  },
  {
    id: 'new-resources-known-later',
    alone: true,
    title: 'returns 404 to requests about a resource for some time after it was created',
    point: 'eventual consistency',
    reading: 'A new resource may take up to two seconds to be readable and writable everywhere.',
    replace: (rules) => {
      const created = new Map<string, number>()
      return {
        ...answersChanged(rules, (response) => {
          if (response.status >= 300) return response
          for (const id of identifiersIn(JSON.stringify(response.body ?? '')))
            if (!created.has(id)) created.set(id, Date.now())
          return response
        }),
        knowsResourcesOf: (url) =>
          identifiersIn(url).every((id) => {
            // What was once known stays known, also when a later response shows it for the first time.
            if (!created.has(id)) created.set(id, 0)
            return Date.now() - created.get(id)! > LAG_MS
          }),
      }
    },
  },
  {
    id: 'executes-later',
    title: 'approves at once, and moves the money, or fails, a second later',
    point: 'when an execution is done',
    reading: 'APPROVED is an execution in progress or completed.',
    replace: () => ({ executionTakesMs: () => 1_000 }),
  },
  {
    id: 'clock-ahead',
    title: 'has a clock that is an hour ahead',
    point: 'the clock of the deployment',
    reading: 'Its Date header tells what it has; what has expired is judged by it.',
    replace: () => ({ currentTime: () => Date.now() + HOUR_MS }),
  },
  {
    id: 'clock-behind',
    title: 'has a clock that is an hour behind',
    point: 'the clock of the deployment',
    reading: 'Its Date header tells what it has; what has expired is judged by it.',
    replace: () => ({ currentTime: () => Date.now() - HOUR_MS }),
  },
]
