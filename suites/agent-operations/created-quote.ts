import { rateOfQuote, type ErrorCode } from '../../spec/index.ts'
import { Blocked, instantOf, valueAt, type CheckedResponse } from '../../fixtures/index.ts'
import { awaits } from '../strong-customer-authentication/expectations.ts'
import type { QuoteRequest } from './quote-request.ts'

/** The terms of a quote. They must be the same in every response with that quote. */
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
 * @throws Blocked when the step returned no quote
 */
export function createdQuote(response: CheckedResponse): QuoteTerms {
  const terms = quoteTerms(response)
  if (response.status < 200 || response.status > 299 || !isComplete(terms)) {
    withinLimits(response)
    throw new Blocked(
      'implementation',
      `creating the quote that this check needs returned ${response.status} and no complete quote (exchange ${response.exchange})`,
      'See in the requests of this check why the quote was not created. QUO-01 judges this step.',
    )
  }
  return terms
}

/**
 * Passes every response except that of a quote which awaits authorization.
 *
 * @throws Blocked when it does: it cannot be executed before
 */
export function authorized(created: CheckedResponse): CheckedResponse {
  if (!awaits(created)) return created
  throw new Blocked(
    'deployment-file',
    `the quote to execute awaits authorization, so its customer is in a region that requires SCA (exchange ${created.exchange})`,
    'Serve the provider state agent with customers whose quotes from accounts need no authorization.',
  )
}

/**
 * The terms of the quote that a check executes.
 *
 * @throws Blocked when the step returned no quote, or it awaits authorization
 */
export const quoteToExecute = (response: CheckedResponse): QuoteTerms => createdQuote(authorized(response))

/**
 * Changes that lock the receiving side, for about the amount that a quote sends: an account in a weak currency may lack
 * the same number of units of a strong one.
 *
 * @param quoted the response to an ordinary request
 * @throws Blocked when it is no complete quote
 */
export const lockedReceiving = (quoted: CheckedResponse): QuoteRequest => ({
  lockedCurrencySide: 'RECEIVING',
  lockedCurrencyAmount: createdQuote(quoted).totalReceivingAmount,
})

const TOO_MUCH = {
  reason: "the deployment's limits do not allow this amount",
  next: 'Arrange agents with ample balance, in currencies whose limits allow 10000 to 1000000 smallest units.',
}
/** Why a conforming request may be rejected: its account, corridor or amount is beyond a business limit. */
const BEYOND_LIMITS: Partial<Record<ErrorCode, typeof TOO_MUCH>> = {
  AMOUNT_OUT_OF_RANGE: TOO_MUCH,
  INSUFFICIENT_FUNDS: TOO_MUCH,
  STABLECOIN_AMOUNT_NOT_REPRESENTABLE: TOO_MUCH,
  TRANSACTION_SIZE_LIMIT_EXCEEDED: TOO_MUCH,
  QUOTE_RATE_UNAVAILABLE: {
    reason: 'the deployment has no rate between these currencies',
    next: 'Arrange agents with accounts whose currencies the deployment converts.',
  },
  BANK_ACCOUNT_VALIDATION_PENDING: {
    reason: 'the destination is not validated yet',
    next: 'Arrange agents with a validated destination account.',
  },
  EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED: {
    reason: 'the ownership of the destination is not verified',
    next: 'Arrange agents with a destination account whose ownership is verified.',
  },
}

/**
 * Passes every response except one that leaves open whether the request was understood, because the deployment's limits
 * do not allow it. The contract does not show them (Limits).
 *
 * @param judged a code that no limit explains here, such as that of a missing rate within one currency
 * @throws Blocked on such a response
 */
export function withinLimits({ body, exchange }: CheckedResponse, judged?: ErrorCode): void {
  const code = valueAt(body, 'code')
  const beyond = BEYOND_LIMITS[code as ErrorCode]
  if (beyond === undefined || code === judged) return
  throw new Blocked(
    'deployment-file',
    `the quote was rejected with ${String(code)}, so ${beyond.reason} (exchange ${exchange})`,
    beyond.next,
  )
}

/** The terms of the quote in a response, as far as it has them. */
export const quoteTerms = ({ body }: CheckedResponse): { readonly [Term in keyof QuoteTerms]: unknown } => ({
  id: valueAt(body, 'id'),
  totalSendingAmount: valueAt(body, 'totalSendingAmount'),
  totalReceivingAmount: valueAt(body, 'totalReceivingAmount'),
  exchangeRate: rateOfQuote(body),
  feesIncluded: valueAt(body, 'feesIncluded'),
  expiresAt: instantAt(body, 'expiresAt') ?? Number.NaN,
})

/**
 * The instant at a dotted path of a body, in ms since the epoch; NaN when it is not a timestamp, undefined when missing.
 */
export function instantAt(body: unknown, path: string): number | undefined {
  const value = valueAt(body, path)
  if (value === undefined) return undefined
  return typeof value === 'string' ? instantOf(value) : Number.NaN
}

/** Ids of the quotes in the successful responses, each once; undefined for a success without a quote. */
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
