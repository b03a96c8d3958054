/**
 * The histories for invariants: the responses of one recording and host, or of one attempt at a check, in the order of
 * receipt.
 */
import { createHash } from 'node:crypto'
import { createClock, type Clock } from '../fixtures/clock.ts'
import { NOTHING_READ, withReading, type Readings } from '../fixtures/date-headers.ts'
import { LONGEST_REMEMBERED, MOST_REMEMBERED } from '../fixtures/http/observed-history.ts'
import { checkInvariants, type ConventionTally, type Observation } from '../spec/index.ts'
import { NOT_OF_A_CHECK, type RecordedExchange } from './recorded-exchange.ts'

/** Bodies of recorded traffic that are compared, bytes in all, and how many. */
const MAX_COMPARED_BYTES = 32 * 1024 * 1024
const MAX_COMPARED = 50_000
/** Maximum compared responses per address, since a client may repeat a request often. */
const MAX_COMPARED_OF_ADDRESS = 1_000

/** Rules that an unrecorded request of another client may explain. A run records every request. */
const NEED_EVERY_REQUEST: ReadonlySet<string> = new Set(['CNV-35', 'CNV-36'])

interface History {
  readonly isOfARun: boolean
  readonly observations: Observation[]
  readonly perAddress: Map<string, { count: number; last: string }>
  bytes: number
}

export interface Histories {
  /** @param bytes of the body, which the observation has as JSON */
  add(exchange: RecordedExchange, observation: Observation, bytes: number): void
  /** The violations of invariants. */
  tallies(names: { readonly requestIdHeader: string }, maxWaitSeconds: number): readonly ConventionTally[]
  /** Responses that are not compared with others, since there are too many. */
  notCompared(): number
}

export function createHistories(): Histories {
  const histories = new Map<string, History>()
  const dated = new Map<string, Dating>()
  let skipped = 0

  const historyOf = (exchange: RecordedExchange, url: string): History => {
    const key = groupOf(exchange, url)
    const known = histories.get(key)
    if (known) return known
    const opened = { isOfARun: isOfARun(exchange), observations: [], perAddress: new Map(), bytes: 0 }
    histories.set(key, opened)
    return opened
  }

  return {
    add(exchange, observation, bytes) {
      const history = historyOf(exchange, observation.url)
      noteDate(dated, observation, exchange)
      if (history.isOfARun) {
        if (bytes <= LONGEST_REMEMBERED) history.bytes += bytes
        const isKept = bytes <= LONGEST_REMEMBERED && history.bytes <= MOST_REMEMBERED
        history.observations.push(isKept ? observation : { ...observation, body: undefined })
        return
      }
      const novelty = isFull(history) ? 'too many' : noveltyOf(history, observation)
      if (novelty === 'too many') skipped++
      if (novelty !== 'new') return
      history.bytes += bytes
      history.observations.push(observation)
    },
    tallies(names, maxWaitSeconds) {
      const clockOf = createClocks(dated, maxWaitSeconds)
      return [...histories].flatMap(([key, { isOfARun, observations }]) => {
        const ordered = observations.toSorted((one, other) => momentOf(one) - momentOf(other))
        return talliesOf(ordered, names, clockOf(key.split('\n')[0]!)).filter(
          ({ requirement }) => isOfARun || !NEED_EVERY_REQUEST.has(requirement),
        )
      })
    },
    notCompared: () => skipped,
  }
}

/** A repeated response from the same address has no new information. */
function noveltyOf(
  { perAddress }: History,
  { method, url, body, status, requestHeaders }: Observation,
): 'new' | 'known' | 'too many' {
  if (method !== 'GET') return 'new'
  const key = `${url} ${requestHeaders.authorization ?? ''}`
  const seen = perAddress.get(key) ?? { count: 0, last: '' }
  perAddress.set(key, seen)
  const text = createHash('sha256')
    .update(`${status} ${JSON.stringify(body)}`)
    .digest('base64')
  if (text === seen.last) return 'known'
  seen.last = text
  return ++seen.count <= MAX_COMPARED_OF_ADDRESS ? 'new' : 'too many'
}

const isFull = ({ bytes, observations }: History) =>
  bytes >= MAX_COMPARED_BYTES || observations.length >= MAX_COMPARED

/** Whether a check of Assay made the exchange, so that every request of its history is known. */
export const isOfARun = ({ own, id }: RecordedExchange): boolean =>
  own !== undefined && Number(id.split('.').at(-2)) !== NOT_OF_A_CHECK

const groupOf = (exchange: RecordedExchange, url: string): string =>
  isOfARun(exchange)
    ? `${exchange.recording}\n${exchange.id.slice(0, exchange.id.lastIndexOf('.'))}`
    : `${exchange.recording}\n${exchange.check} ${new URL(url).origin}`

const momentOf = ({ receivedAt, sentAt }: Observation) => (Number.isFinite(receivedAt) ? receivedAt : sentAt)

/** The `Date` headers of one recording. */
interface Dating {
  readonly readings: Readings
  /** When the last response was received, ms since the epoch. */
  readonly last: number
}

const UNDATED: Dating = { readings: NOTHING_READ, last: 0 }

/** Recorders have clocks of their own. */
function noteDate(
  dated: Map<string, Dating>,
  { sentAt, receivedAt }: Observation,
  { recording, response }: RecordedExchange,
): void {
  if (!Number.isFinite(receivedAt)) return
  const { readings, last } = dated.get(recording) ?? UNDATED
  const date = response?.headers?.date
  dated.set(recording, {
    readings: withReading(readings, { date, sentAt, receivedAt, isApi: true }),
    last: Math.max(last, receivedAt),
  })
}

/** The clock of each recording at its last response. */
function createClocks(
  dated: ReadonlyMap<string, Dating>,
  maxWaitSeconds: number,
): (recording: string) => Clock {
  const clocks = new Map<string, Clock>()
  return (recording) => {
    const { readings, last } = dated.get(recording) ?? UNDATED
    const still = { now: () => last, sleep: () => Promise.resolve() }
    const clock = clocks.get(recording) ?? createClock(still, maxWaitSeconds, readings)
    clocks.set(recording, clock)
    return clock
  }
}

/** Without a usable `Date` header no rule is judged that needs the deployment's clock. */
function talliesOf(
  history: readonly Observation[],
  names: { readonly requestIdHeader: string },
  clock: Clock,
): readonly ConventionTally[] {
  const tallies = checkInvariants(history, names)
  const isViolated = tallies.some(({ violations }) => violations.length > 0)
  if ((isViolated ? clock.uncertainty() : clock.doubt()) === undefined) return tallies
  const undated = history.map((observation) => ({ ...observation, date: undefined }))
  return checkInvariants(undated, names)
}
