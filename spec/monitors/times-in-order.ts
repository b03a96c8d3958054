import type { Discovery, Monitor } from './observation.ts'
import { sightingsOf, type Sighting } from './sightings.ts'

const TYPES = ['Quote', 'AgentAction', 'Transaction'] as const
/** What has happened when it is told. */
const PAST = ['createdAt', 'updatedAt', 'settledAt'] as const
/** Timestamps may be written in whole seconds. */
const SECOND_MS = 1_000
/** Servers of one deployment differ a little, and so does the proxy that writes the Date header. */
const CLOCKS_DIFFER_MS = 300_000

/**
 * Times tell a history that can have been: created before updated and expired, nothing that has happened after the
 * answer that tells it (contract: Resources, timestamps).
 */
export const timesInOrder: Monitor = (history) => {
  const sightings = TYPES.flatMap((type) => sightingsOf(type, history)).filter(
    ({ value }) => instant(value, 'createdAt') !== undefined,
  )
  return {
    judged: sightings.length,
    broken: sightings.flatMap((sighting) => [...orderProblems(sighting), ...futureProblems(sighting)]),
  }
}

function orderProblems(sighting: Sighting): readonly Discovery[] {
  const { value } = sighting
  const created = instant(value, 'createdAt')!
  const later = ['updatedAt', 'settledAt', 'expiresAt'].flatMap((name) => {
    const moment = instant(value, name)
    return moment !== undefined && moment < created - SECOND_MS
      ? [discovery(sighting, name, `is before createdAt, ${String(value.createdAt)}`)]
      : []
  })
  const quote = value.quote as Readonly<Record<string, unknown>> | undefined
  const quoted = quote ? instant(quote, 'createdAt') : undefined
  return quoted !== undefined && created < quoted - SECOND_MS
    ? [...later, discovery(sighting, 'createdAt', 'is before the quote was created')]
    : later
}

function futureProblems(sighting: Sighting): readonly Discovery[] {
  const { value, observation } = sighting
  const told = observation.date
  if (told === undefined) return []
  return PAST.flatMap((name) => {
    const moment = instant(value, name)
    return moment !== undefined && moment > told + CLOCKS_DIFFER_MS
      ? [discovery(sighting, name, 'is later than the answer that tells it')]
      : []
  })
}

const discovery = (
  { observation: { exchange }, at, id, value }: Sighting,
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
