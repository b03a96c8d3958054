/** Quote requests of agents, and rules for the response (contract: Endpoints 3; Resources, Quote). */
import type { CheckedResponse } from '../../fixtures/http/checked-response.ts'
import { instantOf } from '../../fixtures/instant.ts'
import { rateOfQuote, type RequirementId, type StateValues } from '../../spec/index.ts'
import { valueAt } from '../../spec/value-at.ts'
import {
  expectAccounts,
  expectConversion,
  expectCreatedBetween,
  expectCurrencies,
  expectFees,
  expectLockedAmount,
  expectNewQuote,
  expectUnexpired,
} from '../../suites/agent-operations/expectations.ts'
import { problemsOf, type Expectation } from '../judge.ts'
import { withSuccess, without, type Problem } from '../violation.ts'
import type { ModelAgent, ModelQuote, QuoteTerms } from '../model.ts'
import type { World } from '../world.ts'

export type QuoteRequest = Readonly<Record<string, unknown>>

/** Far from every limit, and large enough to distinguish fees from rounding. */
export const ORDINARY_AMOUNT = 100_000

type Holder = Pick<StateValues['agent'], 'customerId' | 'sourceAccountId' | 'destinationAccountId'>

/** @param changes fields that replace those of the conforming request; undefined removes one */
export const quoteRequest = (holder: Holder, changes: QuoteRequest = {}): QuoteRequest => ({
  source: { sourceType: 'ACCOUNT', accountId: holder.sourceAccountId, customerId: holder.customerId },
  destination: { destinationType: 'ACCOUNT', accountId: holder.destinationAccountId },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: ORDINARY_AMOUNT,
  ...changes,
})

/** Rejections of a conforming request for business reasons, which the contract does not show. */
const OF_BUSINESS: readonly unknown[] = [
  'AMOUNT_OUT_OF_RANGE',
  'INSUFFICIENT_FUNDS',
  'STABLECOIN_AMOUNT_NOT_REPRESENTABLE',
  'TRANSACTION_SIZE_LIMIT_EXCEEDED',
  'QUOTE_RATE_UNAVAILABLE',
  'QUOTE_REQUEST_FAILED',
]

export const refusedForBusiness = ({ status, body }: CheckedResponse): boolean =>
  status === 400 && OF_BUSINESS.includes(valueAt(body, 'code'))

/**
 * Requests a quote with a new request identifier, and adds it to the model; undefined if it is rejected for a business
 * reason.
 *
 * @throws Violation when the response is not allowed for the request
 */
export async function requestQuote(
  { context }: World,
  agent: ModelAgent,
  changes: QuoteRequest = {},
): Promise<ModelQuote | undefined> {
  const { holder, quotes } = agent
  const request = quoteRequest(holder, changes)
  const requestId = context.random.uuid()
  const response = await context.agent(holder.accessToken).createQuote(request, requestId)
  if (refusedForBusiness(response)) return undefined
  withSuccess(response, 'QUO-01', 'a conforming request for a quote')
  without(quoteProblems(response, request, holder, context.clock.atLeast()), response.exchange)
  // Another area covers the authorization of a quote.
  const awaits = valueAt(response.body, 'status') === 'PENDING_AUTHORIZATION'
  const quote: ModelQuote = {
    terms: termsOf(response)!,
    status: response.status,
    request,
    requestId,
    executable: !awaits && request.immediatelyExecute !== true,
    submitted: false,
  }
  const earlier = quotes.find(({ terms }) => terms.id === quote.terms.id)
  if (earlier) {
    const message = 'another request identifier returned a quote of an earlier one'
    without([{ requirement: 'QUO-26', message }], response.exchange)
  }
  quotes.push(quote)
  return quote
}

/** undefined: the response has no usable quote. */
export function termsOf({ body }: CheckedResponse): QuoteTerms | undefined {
  const [id, totalSendingAmount, totalReceivingAmount, expiresAt] = [
    'id',
    'totalSendingAmount',
    'totalReceivingAmount',
    'expiresAt',
  ].map((name) => valueAt(body, name))
  if (typeof id !== 'string' || typeof expiresAt !== 'string') return undefined
  if (typeof totalSendingAmount !== 'number' || typeof totalReceivingAmount !== 'number') return undefined
  const [exchangeRate, feesIncluded] = [rateOfQuote(body), valueAt(body, 'feesIncluded')]
  return {
    id,
    totalSendingAmount,
    totalReceivingAmount,
    exchangeRate,
    feesIncluded,
    expiresAt: instantOf(expiresAt),
  }
}

/** Violations in the response to a conforming request. */
export function quoteProblems(
  response: CheckedResponse,
  request: QuoteRequest,
  holder: StateValues['agent'],
  now: number,
): readonly Problem[] {
  const terms = termsOf(response)
  if (!terms || Number.isNaN(terms.expiresAt))
    return [{ requirement: 'QUO-01', message: 'the quote has no id, no total amounts or no expiresAt' }]
  const { expiresAt } = terms
  const side = request.lockedCurrencySide === 'SENDING' ? 'SENDING' : 'RECEIVING'
  const isSending = side === 'SENDING'
  const created = valueAt(response.body, 'createdAt')
  const createdAt = typeof created === 'string' ? instantOf(created) : now
  const expectations: readonly (readonly [RequirementId, Expectation])[] = [
    ...(request.immediatelyExecute === true ? [] : [['QUO-01', expectNewQuote] as const]),
    [
      isSending ? 'QUO-02' : 'QUO-03',
      (quote) => expectLockedAmount(quote, { side, amount: request.lockedCurrencyAmount }),
    ],
    [isSending ? 'QUO-04' : 'QUO-05', expectConversion],
    ['QUO-06', expectFees],
    ['QUO-07', (quote) => expectCurrencies(quote, holder)],
    ['QUO-08', (quote) => expectAccounts(quote, accountsIn(request, holder))],
    ['QUO-09', () => expectCreatedBetween({ createdAt, expiresAt }, now, now)],
    ['QUO-10', () => expectUnexpired(expiresAt, now)],
  ]
  return problemsOf(response, expectations)
}

/** The accounts that the request names. */
const accountsIn = (request: QuoteRequest, { customerId }: Holder): Holder => ({
  customerId,
  sourceAccountId: String(valueAt(request, 'source.accountId')),
  destinationAccountId: String(valueAt(request, 'destination.accountId')),
})
