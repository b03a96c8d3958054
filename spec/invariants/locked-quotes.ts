import { isSameRate } from '../is-same-rate.ts'
import type { Invariant } from './observation.ts'
import { observedAgain, observationsOf, type StateObservation } from './state-observations.ts'

/** Fields that a quote locks for its lifetime (contract: Quote, expiresAt, exchangeRate and feesIncluded). */
const LOCKED = [
  'totalSendingAmount',
  'totalReceivingAmount',
  'exchangeRate',
  'feesIncluded',
  'platformFeesIncluded',
] as const
/** Statuses in which these fields may still change, or are no longer locked. */
const NOT_LOCKED: ReadonlySet<unknown> = new Set(['PENDING_AUTHORIZATION', 'EXPIRED'])
/** A timestamp may have fractions of a second or not. */
const SECOND_MS = 1_000

/** Locked fields of a quote stay the same in all responses until it expires. */
export const lockedQuotes: Invariant = (history) => {
  const quotes = observationsOf('Quote', history).filter(isLocked)
  const again = observedAgain(quotes)
  return {
    judged: again.flat().length,
    violations: again.flatMap(([first, ...others]) =>
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

/** Without the deployment's clock, the expiry is unknown. A Date header has whole seconds. */
function isLocked({ value, observation: { date } }: StateObservation): boolean {
  if (NOT_LOCKED.has(value.status)) return false
  if (!LOCKED.some((name) => typeof value[name] === 'number')) return false
  const expiresAt = instant(value.expiresAt)
  return expiresAt === undefined || (date !== undefined && date + SECOND_MS < expiresAt)
}

function changes(first: StateObservation['value'], other: StateObservation['value']) {
  const locked = LOCKED.flatMap((name) => {
    const [from, to] = [first[name], other[name]]
    if (typeof from !== 'number' || typeof to !== 'number') return []
    const isSame = from === to || (name === 'exchangeRate' && isSameRate(from, to))
    return isSame ? [] : [{ name, from, to }]
  })
  const [from, to] = [instant(first.expiresAt), instant(other.expiresAt)]
  const moved = from !== undefined && to !== undefined && Math.abs(from - to) >= SECOND_MS
  return moved ? [...locked, { name: 'expiresAt', from: first.expiresAt, to: other.expiresAt }] : locked
}

function instant(value: unknown): number | undefined {
  const parsed = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(parsed) ? undefined : parsed
}
