import { instantOf, valueAt } from '../../fixtures/index.ts'

/** The currency of a transaction's source or destination, given as a code or as an object; undefined: not given. */
export function currencyCodeAt(transaction: unknown, end: 'source' | 'destination'): unknown {
  const currency = valueAt(transaction, `${end}.currency`)
  return typeof currency === 'object' ? valueAt(currency, 'code') : currency
}

/** One timestamp may be written with fractions of a second, and another without. */
const TOLERANCE_MS = 1_000

/** Which moments of a transaction lie before its creation (contract: Transaction, timestamps). */
export function timeProblems(transaction: unknown): readonly string[] {
  const createdAt = valueAt(transaction, 'createdAt')
  if (typeof createdAt !== 'string') return []
  return ['updatedAt', 'settledAt', 'refund.initiatedAt', 'refund.settledAt']
    .map((name) => ({ name, value: valueAt(transaction, name) }))
    .filter(
      ({ value }) => typeof value === 'string' && instantOf(value) < instantOf(createdAt) - TOLERANCE_MS,
    )
    .map(({ name, value }) => `${name} ${String(value)} is before createdAt ${createdAt}`)
}
