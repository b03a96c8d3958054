import { instantOf, valueAt, type Answer } from '../../fixtures/index.ts'

/** The currency of a transaction's source or destination, given as a code or as an object; undefined: not given. */
export function currencyCodeAt(transaction: unknown, end: 'source' | 'destination'): unknown {
  const currency = valueAt(transaction, `${end}.currency`)
  return typeof currency === 'object' ? valueAt(currency, 'code') : currency
}

/** Rate and fees as a quote states them, under their names in a transaction; what it leaves out is not there. */
export const statedTerms = ({ body }: Answer): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    [
      ['exchangeRate', valueAt(body, 'exchangeRate')],
      ['fees', valueAt(body, 'feesIncluded')],
    ].filter(([, value]) => value !== undefined),
  ) as Readonly<Record<string, unknown>>

/** Which moments of a transaction lie before its creation (contract: Transaction, timestamps). */
export function timeProblems(transaction: unknown): readonly string[] {
  const createdAt = valueAt(transaction, 'createdAt')
  if (typeof createdAt !== 'string') return []
  return ['updatedAt', 'settledAt', 'refund.initiatedAt', 'refund.settledAt']
    .map((name) => ({ name, value: valueAt(transaction, name) }))
    .filter(({ value }) => typeof value === 'string' && instantOf(value) < instantOf(createdAt))
    .map(({ name, value }) => `${name} ${String(value)} is before createdAt ${createdAt}`)
}
