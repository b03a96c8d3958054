import type { InvariantViolation, Invariant } from './observation.ts'
import { observationsOf, type StateObservation } from './state-observations.ts'

const TYPES = ['Quote', 'AgentAction', 'Transaction'] as const
/** Timestamps that cannot be later than the response. */
const PAST = ['createdAt', 'updatedAt', 'settledAt'] as const
/** Timestamps may be written in whole seconds. */
const SECOND_MS = 1_000
/** Tolerance: servers of one deployment differ a little, and so does the proxy that writes the Date header. */
const CLOCKS_DIFFER_MS = 300_000

/**
 * Timestamps have a possible order: created before updated and expired, and past events before the response (contract:
 * Resources, timestamps).
 */
export const timesInOrder: Invariant = (history) => {
  const observations = TYPES.flatMap((type) => observationsOf(type, history)).filter(
    ({ value }) => instant(value, 'createdAt') !== undefined,
  )
  return {
    judged: observations.length,
    violations: observations.flatMap((observed) => [...orderProblems(observed), ...futureProblems(observed)]),
  }
}

function orderProblems(observed: StateObservation): readonly InvariantViolation[] {
  const { value } = observed
  const created = instant(value, 'createdAt')!
  const later = ['updatedAt', 'settledAt', 'expiresAt'].flatMap((name) => {
    const moment = instant(value, name)
    return moment !== undefined && moment < created - SECOND_MS
      ? [discovery(observed, name, `is before createdAt, ${String(value.createdAt)}`)]
      : []
  })
  const quote = value.quote as Readonly<Record<string, unknown>> | undefined
  const quoted = quote ? instant(quote, 'createdAt') : undefined
  return quoted !== undefined && created < quoted - SECOND_MS
    ? [...later, discovery(observed, 'createdAt', 'is before the quote was created')]
    : later
}

function futureProblems(observed: StateObservation): readonly InvariantViolation[] {
  const { value, observation } = observed
  const respondedAt = observation.date
  if (respondedAt === undefined) return []
  return PAST.flatMap((name) => {
    const moment = instant(value, name)
    return moment !== undefined && moment > respondedAt + CLOCKS_DIFFER_MS
      ? [discovery(observed, name, 'is later than the response that contains it')]
      : []
  })
}

const discovery = (
  { observation: { exchange }, at, id, value }: StateObservation,
  name: string,
  problem: string,
) => ({
  exchange,
  at: `${at}/${name}`,
  message: `${name} of ${id}, ${String(value[name])}, ${problem}`,
})

function instant(value: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const moment = typeof value[name] === 'string' ? Date.parse(value[name]) : Number.NaN
  return Number.isNaN(moment) ? undefined : moment
}
