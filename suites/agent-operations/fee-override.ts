import { Blocked, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import type { StateValues } from '../../spec/index.ts'
import { createdQuote } from './created-quote.ts'
import { feesOf } from './expectations.ts'
import { feeOverrides, type QuoteRequest } from './quote-request.ts'

/** Tries several forms of a request that the contract does not specify; returns the first success, or the last response. */
export async function tryUntilSuccess(
  ways: readonly (() => Promise<CheckedResponse>)[],
): Promise<CheckedResponse> {
  let response: CheckedResponse | undefined
  for (const ask of ways) {
    response = await ask()
    if (response.status >= 200 && response.status < 300) return response
  }
  if (!response) throw new Error('no way of asking was given')
  return response
}

/** An agent whose source account is in a currency other than USD that the deployment supports. */
export async function arrangeAgentSendingNoDollars(
  arrange: CheckContext['arrange'],
): Promise<StateValues['agent']> {
  const arranged = await arrange('agent', {})
  if (arranged.sendingCurrency !== 'USD') return arranged
  const known = arranged.receivingCurrency === 'USD' ? 'EUR' : arranged.receivingCurrency
  return arrange('agent', { sendingCurrency: known })
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

/**
 * Requests a quote with a platform fee that is higher than all its fees.
 *
 * @param currency of the source
 * @throws Blocked when the same request without it returns no quote with fees
 */
export async function overrideFee(
  currency: string,
  create: (changes: QuoteRequest) => Promise<CheckedResponse>,
) {
  const plain = await create({})
  const overriding = statedFees(plain) + 777
  const response = await tryUntilSuccess(
    feeOverrides(overriding, currency, plain).map((override) => () => create(override)),
  )
  return { plain, overriding, response }
}
