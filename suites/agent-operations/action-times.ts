import { instantAt } from './created-quote.ts'

type Order = readonly (readonly [earlier: string, later: string])[]

/** What is updated was created before (contract: agent action; Transaction). */
export const UPDATES: Order = [
  ['createdAt', 'updatedAt'],
  ['transaction.createdAt', 'transaction.updatedAt'],
]

/** What is settled was begun before; the contract tells no more of these moments than their names. */
export const SETTLEMENTS: Order = [
  ['transaction.createdAt', 'transaction.settledAt'],
  ['transaction.refund.initiatedAt', 'transaction.refund.settledAt'],
]

/** One timestamp may be written with fractions of a second, and another without. */
const TOLERANCE_MS = 1_000

/** Moments of an action that come in the wrong order; what is left out is in none. */
export const disorder = (action: unknown, order: Order): readonly string[] =>
  order
    .map(([earlier, later]) => ({
      earlier,
      later,
      by: (instantAt(action, earlier) ?? 0) - (instantAt(action, later) ?? Number.POSITIVE_INFINITY),
    }))
    .filter(({ by }) => by > TOLERANCE_MS)
    .map(({ earlier, later, by }) => `${later} is ${by} ms before ${earlier}`)
