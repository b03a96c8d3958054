/** The validity of a certificate: rules for its dates. */
import type { Span } from './span.ts'
import { count } from '../spec/count.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** Times are written in whole milliseconds, and durations are rounded. */
export const ROUNDING_MS = 1000
/** Maximum time between the exchanges and the start, end or certification of their run, ms. */
export const NEAR_MS = HOUR_MS
export const SHORTEST_VALID_DAYS = 1
export const LONGEST_VALID_DAYS = 366

/** Maximum difference between the clocks of two synchronised machines, ms. */
const CLOCKS_DIFFER_MS = 5 * 60 * 1000

interface Validity {
  readonly issuedAt: string
  readonly expiresAt: string
}

/**
 * Problems with the dates of a certificate at a time.
 *
 * @param now ms since the epoch
 */
export function validityProblems(
  { issuedAt, expiresAt }: Validity,
  span: Span | undefined,
  now: number,
): readonly string[] {
  const issued = Date.parse(issuedAt)
  const days = (Date.parse(expiresAt) - issued) / DAY_MS
  // An invalid date (NaN) must fail each condition.
  const conditions: readonly (readonly [boolean, string])[] = [
    [issued <= now + CLOCKS_DIFFER_MS, `it is valid from ${issuedAt} only`],
    [
      days >= SHORTEST_VALID_DAYS && days <= LONGEST_VALID_DAYS,
      `expiresAt ${expiresAt} is ${inDays(days)} after issuedAt; a certificate is valid for ${SHORTEST_VALID_DAYS} to ${count(LONGEST_VALID_DAYS, 'day')}`,
    ],
    [
      span === undefined || (issued >= span.last - ROUNDING_MS && issued <= span.last + NEAR_MS),
      `issuedAt ${issuedAt} is not within an hour after the last exchange${span === undefined ? '' : `, which ended at ${new Date(span.last).toISOString()}`}`,
    ],
  ]
  return conditions.flatMap(([holds, problem]) => (holds ? [] : [problem]))
}

/** Why a certificate has expired at a time; undefined: it has not. */
export const expiryProblem = ({ expiresAt }: Pick<Validity, 'expiresAt'>, now: number): string | undefined =>
  Date.parse(expiresAt) > now ? undefined : `it expired at ${expiresAt}`

const inDays = (days: number) => (Number.isNaN(days) ? 'no time' : count(Math.round(days * 100) / 100, 'day'))
