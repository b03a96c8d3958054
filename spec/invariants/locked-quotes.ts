import type { Invariant } from './observation.ts'
import { seenAgain, observationsOf, type StateObservation } from './state-observations.ts'

/** What a quote has locked for its lifetime (contract: Quote, expiresAt, exchangeRate and feesIncluded). */
const LOCKED = [
  'totalSendingAmount',
  'totalReceivingAmount',
  'exchangeRate',
  'feesIncluded',
  'platformFeesIncluded',
] as const
/** In these it may still change, or nothing is locked any more. */
const NOT_LOCKED: ReadonlySet<unknown> = new Set(['PENDING_AUTHORIZATION', 'EXPIRED'])
/** A timestamp may be written with or without fractions of a second. */
const SECOND_MS = 1_000

/** What a quote has locked stays the same until it expires, wherever the quote is seen. */
export const lockedQuotes: Invariant = (history) => {
  const quotes = observationsOf('Quote', history).filter(isLocked)
  const again = seenAgain(quotes)
  return {
    judged: again.flat().length,
    broken: again.flatMap(([first, ...others]) =>
      others.flatMap(({ observation: { exchange }, at, value }) =>
        changes(first!.value, value).map(({ name, from, to }) => ({
          exchange,
          at: `${at}/${name}`,
          message: `${name} of ${first!.id} was ${String(from)} (exchange ${first!.observation.exchange}) and is ${String(to)}`,
        })),
      ),
    ),
  }
}

/** Without the clock of the deployment nobody knows whether it has expired. A Date header counts whole seconds. */
function isLocked({ value, observation: { date } }: StateObservation): boolean {
  if (NOT_LOCKED.has(value.status)) return false
  if (!LOCKED.some((name) => typeof value[name] === 'number')) return false
  const expiresAt = instant(value.expiresAt)
  return expiresAt === undefined || (date !== undefined && date + SECOND_MS < expiresAt)
}

function changes(first: StateObservation['value'], other: StateObservation['value']) {
  const locked = LOCKED.flatMap((name) => {
    const [from, to] = [first[name], other[name]]
    return typeof from === 'number' && typeof to === 'number' && from !== to ? [{ name, from, to }] : []
  })
  const [from, to] = [instant(first.expiresAt), instant(other.expiresAt)]
  const moved = from !== undefined && to !== undefined && Math.abs(from - to) >= SECOND_MS
  return moved ? [...locked, { name: 'expiresAt', from: first.expiresAt, to: other.expiresAt }] : locked
}

function instant(value: unknown): number | undefined {
  const parsed = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(parsed) ? undefined : parsed
}
