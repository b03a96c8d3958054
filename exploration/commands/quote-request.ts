/** Quote requests of agents, and rules for the response (contract: Endpoints 3; Resources, Quote). */
import type { CheckedResponse } from '../../fixtures/http/checked-response.ts'
import { instantOf } from '../../fixtures/instant.ts'
import { conversionProblems, type StateValues } from '../../spec/index.ts'
import { valueAt } from '../../spec/value-at.ts'
import { withSuccess, without, type Problem, formatValue } from '../violation.ts'
import type { ModelAgent, ModelQuote, QuoteTerms } from '../model.ts'
import type { World } from '../world.ts'

export type QuoteRequest = Readonly<Record<string, unknown>>

/** Far from every limit, and large enough to tell fees from rounding. */
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
export async function newQuote(
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
  const [exchangeRate, feesIncluded] = [valueAt(body, 'exchangeRate'), valueAt(body, 'feesIncluded')]
  return {
    id,
    totalSendingAmount,
    totalReceivingAmount,
    exchangeRate,
    feesIncluded,
    expiresAt: instantOf(expiresAt),
  }
}

/** A minute: clocks of one deployment differ, and a Date header has whole seconds. */
const CLOCKS_DIFFER_MS = 60_000

/** Violations in the response to a conforming request. */
export function quoteProblems(
  response: CheckedResponse,
  request: QuoteRequest,
  holder: StateValues['agent'],
  now: number,
): readonly Problem[] {
  const { body } = response
  const terms = termsOf(response)
  if (!terms || Number.isNaN(terms.expiresAt)) {
    return [{ requirement: 'QUO-01', message: 'the quote has no id, no total amounts or no expiresAt' }]
  }
  const problems: Problem[] = []
  const status = valueAt(body, 'status')
  const executes = request.immediatelyExecute === true
  if (!executes && status !== undefined && status !== 'PENDING' && status !== 'PENDING_AUTHORIZATION')
    problems.push({ requirement: 'QUO-01', message: `a new quote is ${formatValue(status)}` })
  problems.push(...amountProblems(body, terms, request))
  for (const [name, currency, code] of [
    ['sendingCurrency', 'sendingCurrency.code', holder.sendingCurrency],
    ['receivingCurrency', 'receivingCurrency.code', holder.receivingCurrency],
  ] as const) {
    const actual = valueAt(body, currency)
    if (actual !== undefined && actual !== code)
      problems.push({
        requirement: 'QUO-07',
        message: `${name} is ${formatValue(actual)}, the account's ${code}`,
      })
  }
  for (const path of [
    'source.accountId',
    'source.sourceType',
    'destination.accountId',
    'destination.destinationType',
  ]) {
    const [actual, asked] = [valueAt(body, path), valueAt(request, path)]
    if (actual !== undefined && actual !== asked)
      problems.push({
        requirement: 'QUO-08',
        message: `${path} is ${formatValue(actual)}, asked for ${formatValue(asked)}`,
      })
  }
  if (terms.expiresAt <= now)
    problems.push({ requirement: 'QUO-10', message: 'a new quote has expired already' })
  const created = valueAt(body, 'createdAt')
  if (typeof created === 'string') {
    const moment = instantOf(created)
    if (moment > terms.expiresAt || Math.abs(moment - now) > CLOCKS_DIFFER_MS)
      problems.push({ requirement: 'QUO-09', message: `createdAt of a new quote is ${created}` })
  }
  return problems
}

function amountProblems(body: unknown, terms: QuoteTerms, request: QuoteRequest): readonly Problem[] {
  const sending = request.lockedCurrencySide === 'SENDING'
  const locked = sending ? terms.totalSendingAmount : terms.totalReceivingAmount
  const problems: Problem[] = []
  if (locked !== request.lockedCurrencyAmount) {
    problems.push({
      requirement: sending ? 'QUO-02' : 'QUO-03',
      message: `${formatValue(request.lockedCurrencyAmount)} was locked, and the quote has ${locked}`,
    })
  }
  const [wrong] = conversionProblems(body)
  if (wrong !== undefined) problems.push({ requirement: sending ? 'QUO-04' : 'QUO-05', message: wrong })
  const [all, part] = [valueAt(body, 'feesIncluded'), valueAt(body, 'platformFeesIncluded')]
  const isNegative = [all, part].some((fee) => typeof fee === 'number' && fee < 0)
  if (isNegative || (typeof all === 'number' && typeof part === 'number' && part > all))
    problems.push({
      requirement: 'QUO-06',
      message: `of ${formatValue(all)} fees, the platform has ${formatValue(part)}`,
    })
  return problems
}

const SECOND_MS = 1_000

/** Differences between a quote and a response that must be the same quote; empty if there are none. */
export function differences(terms: QuoteTerms, response: CheckedResponse): readonly string[] {
  const other = termsOf(response)
  if (!other) return ['it is no whole quote']
  const changed = (
    ['id', 'totalSendingAmount', 'totalReceivingAmount', 'exchangeRate', 'feesIncluded'] as const
  )
    .filter((name) => terms[name] !== other[name])
    .map((name) => `${name} is ${formatValue(other[name])}, was ${formatValue(terms[name])}`)
  return Math.abs(other.expiresAt - terms.expiresAt) >= SECOND_MS
    ? [...changed, 'expiresAt is another']
    : changed
}
