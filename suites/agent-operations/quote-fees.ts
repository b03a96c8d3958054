import { Blocked, valueAt, type CheckedResponse } from '../../fixtures/index.ts'
import { createdQuote } from './created-quote.ts'

/** Violations in the fees of a quote (contract: Quote, feesIncluded and platformFeesIncluded). */
export function feeProblems(quote: unknown): readonly string[] {
  const { all, platform } = feesOf(quote)
  return [
    ...(all !== undefined && all < 0 ? [`feesIncluded is negative: ${all}`] : []),
    ...(platform !== undefined && platform < 0 ? [`platformFeesIncluded is negative: ${platform}`] : []),
    ...(all !== undefined && platform !== undefined && platform > all
      ? [`platformFeesIncluded ${platform} is more than feesIncluded ${all}`]
      : []),
  ]
}

/** The fees of a quote; undefined: missing. */
export function feesOf(quote: unknown): {
  readonly all: number | undefined
  readonly platform: number | undefined
} {
  const [all, platform] = ['feesIncluded', 'platformFeesIncluded'].map((name) => valueAt(quote, name))
  return {
    all: typeof all === 'number' ? all : undefined,
    platform: typeof platform === 'number' ? platform : undefined,
  }
}

/**
 * All fees of a quote that an earlier step of a check needs.
 *
 * @throws Blocked when the step returned no quote with fees
 */
export function statedFees(response: CheckedResponse): number {
  createdQuote(response)
  const { all } = feesOf(response.body)
  if (all !== undefined) return all
  throw new Blocked(
    'implementation',
    `the quote has no feesIncluded, so fees cannot be compared (exchange ${response.exchange})`,
    'Return feesIncluded in the quote to judge this.',
  )
}
