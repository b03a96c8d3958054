import { Blocked, type CheckedResponse } from '../../fixtures/index.ts'
import { createdQuote } from './created-quote.ts'
import { feesOf } from './expectations.ts'

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
