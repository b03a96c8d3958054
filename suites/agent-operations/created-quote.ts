import { Blocked, instantOf, valueAt, type CheckedResponse } from '../../fixtures/index.ts'

/** What a quote promises, and what therefore is the same wherever the same quote is answered. */
export interface QuoteTerms {
  readonly id: string
  readonly totalSendingAmount: number
  readonly totalReceivingAmount: number
  readonly exchangeRate: number
  readonly feesIncluded: unknown
  /** As an instant, since the same one can be written in several ways. */
  readonly expiresAt: number
}

/**
 * The terms of the quote that an earlier step of a check needs.
 *
 * @throws Blocked when the step did not give a quote
 */
export function createdQuote(response: CheckedResponse): QuoteTerms {
  const terms = quoteTerms(response)
  if (response.status < 200 || response.status > 299 || !isComplete(terms)) {
    throw new Blocked(
      'implementation',
      `creating the quote that this check needs returned ${response.status} and no complete quote (exchange ${response.exchange})`,
      'See why the quote was not created; QUO-01 judges it.',
    )
  }
  return terms
}

/** Rejections that say of a conforming request that this account, corridor or amount is beyond the limits of business. */
const BEYOND_LIMITS: readonly unknown[] = [
  'AMOUNT_OUT_OF_RANGE',
  'INSUFFICIENT_FUNDS',
  'STABLECOIN_AMOUNT_NOT_REPRESENTABLE',
  'TRANSACTION_SIZE_LIMIT_EXCEEDED',
]

/**
 * Lets every response pass but one that leaves open whether the request was understood, since the amount is too small or
 * too large for the deployment's limits, which the contract does not show (Limits).
 *
 * @throws Blocked on such a response
 */
export function withinLimits({ body, exchange }: CheckedResponse): void {
  const code = valueAt(body, 'code')
  if (!BEYOND_LIMITS.includes(code)) return
  throw new Blocked(
    'deployment-file',
    `the quote was rejected with ${String(code)}, so the arranged agent cannot transfer an ordinary amount (exchange ${exchange})`,
    'Arrange agents with ample balance, in currencies whose limits allow 10000 to 1000000 smallest units.',
  )
}

/** The terms of the quote in a response, as far as it has any. */
export const quoteTerms = ({ body }: CheckedResponse): { readonly [Term in keyof QuoteTerms]: unknown } => ({
  id: valueAt(body, 'id'),
  totalSendingAmount: valueAt(body, 'totalSendingAmount'),
  totalReceivingAmount: valueAt(body, 'totalReceivingAmount'),
  exchangeRate: valueAt(body, 'exchangeRate'),
  feesIncluded: valueAt(body, 'feesIncluded'),
  expiresAt: instantAt(body, 'expiresAt') ?? Number.NaN,
})

/** The instant at a dotted path of a body, in ms since the epoch; NaN when it is no timestamp, undefined when left out. */
export function instantAt(body: unknown, path: string): number | undefined {
  const value = valueAt(body, path)
  if (value === undefined) return undefined
  return typeof value === 'string' ? instantOf(value) : Number.NaN
}

/** Ids of the quotes in those of the responses that succeeded, each once; undefined for a success without one. */
export const quoteIds = (responses: readonly CheckedResponse[]): readonly unknown[] => [
  ...new Set(
    responses.filter(({ status }) => status >= 200 && status < 300).map(({ body }) => valueAt(body, 'id')),
  ),
]

const isComplete = (terms: { readonly [Term in keyof QuoteTerms]: unknown }): terms is QuoteTerms =>
  typeof terms.id === 'string' &&
  typeof terms.totalSendingAmount === 'number' &&
  typeof terms.totalReceivingAmount === 'number' &&
  typeof terms.exchangeRate === 'number' &&
  !Number.isNaN(terms.expiresAt)
