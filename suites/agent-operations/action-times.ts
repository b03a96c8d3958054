import { instantAt } from './created-quote.ts'

/** Which moment is never before which (contract: agent action; Transaction; the names of its timestamps). */
const ORDER = [
  ['createdAt', 'updatedAt'],
  ['transaction.createdAt', 'transaction.updatedAt'],
  ['transaction.createdAt', 'transaction.settledAt'],
  ['transaction.refund.initiatedAt', 'transaction.refund.settledAt'],
] as const

/** One timestamp may be written with fractions of a second, and another without. */
const TOLERANCE_MS = 1_000

/** Moments of an action that come in the wrong order; what is left out is in none. */
export const disorder = (action: unknown): readonly string[] =>
  ORDER.map(([earlier, later]) => ({
    earlier,
    later,
    by: (instantAt(action, earlier) ?? 0) - (instantAt(action, later) ?? Number.POSITIVE_INFINITY),
  }))
    .filter(({ by }) => by > TOLERANCE_MS)
    .map(({ earlier, later, by }) => `${later} is ${by} ms before ${earlier}`)
