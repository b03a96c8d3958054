import { valueAt } from './value-at.ts'

/** The rate of a quote (contract: Quote, exchangeRate). Within one currency it is 1, and may be left out. */
export const rateOfQuote = (quote: unknown): unknown =>
  valueAt(quote, 'exchangeRate') ?? (isWithinCurrency(quote) ? 1 : undefined)

export function isWithinCurrency(quote: unknown): boolean {
  const [from, to] = [valueAt(quote, 'sendingCurrency.code'), valueAt(quote, 'receivingCurrency.code')]
  return typeof from === 'string' && from === to
}
