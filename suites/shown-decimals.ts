import { Blocked, valueAt, type CheckedResponse } from '../fixtures/index.ts'

/**
 * The decimals of a currency in its currency objects, wherever they are in a response (contract: Currency object).
 *
 * @throws Blocked when there is none
 */
export function shownDecimals(
  { body, operation, exchange }: CheckedResponse,
  code: string,
): readonly number[] {
  const shown = decimalsIn(body, code)
  if (shown.length > 0) return [...new Set(shown)]
  throw new Blocked(
    'implementation',
    `${operation ?? 'the response'} shows no currency object of ${code} (exchange ${exchange})`,
    'Return the currency of an amount as an object with its code and decimals.',
  )
}

function decimalsIn(node: unknown, code: string): readonly number[] {
  if (typeof node !== 'object' || node === null) return []
  const { code: own, decimals } = node as Readonly<Record<string, unknown>>
  return [
    ...(own === code && typeof decimals === 'number' ? [decimals] : []),
    ...Object.values(node).flatMap((child) => decimalsIn(child, code)),
  ]
}

/**
 * The decimals of the sending currency of a quote.
 *
 * @throws Blocked when the quote does not show them: no field of a quote is marked as required
 */
export function quotedDecimals(quote: unknown): number {
  const decimals = valueAt(quote, 'sendingCurrency.decimals')
  if (typeof decimals === 'number') return decimals
  throw new Blocked(
    'implementation',
    'the quote of this check does not show its sendingCurrency with decimals',
    'Return sendingCurrency in quotes. QUO-07 judges this step.',
  )
}
