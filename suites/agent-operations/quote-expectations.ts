/**
 * Expectations of responses to requests for quotes, for checks and for exploration (contract: Endpoints 3; Limits). Pure.
 */
import { isSameRate, type RequirementId } from '../../spec/index.ts'
import { expect, valueAt, type CheckedResponse } from '../../fixtures/index.ts'
import { disagreements } from '../disagreements.ts'
import { ACCEPTED_OR_REJECTED, REJECTED, REJECTED_OR_UNAUTHORIZED } from '../rejections.ts'
import { quoteIds, quoteTerms, type QuoteTerms } from './created-quote.ts'
import type { ArrangedAgent, QuoteRequest } from './quote-request.ts'

const MALFORMED: readonly unknown[] = ['INVALID_INPUT', 'INVALID_REQUEST_FORMAT']

/**
 * Evidence that an amount was rejected as malformed, and not for a business reason such as funds or the limits of a
 * corridor: a field error on the amount, or a response that differs from that to a smaller amount.
 *
 * @param response to the amount in question
 * @param smaller the response to an amount that is certainly well-formed
 */
function malformedProblems(response: CheckedResponse, smaller: CheckedResponse): readonly string[] {
  const [seen, conforming] = [response, smaller].map(({ status, body }) =>
    status >= 200 && status < 300 ? 'success' : `${status} ${String(valueAt(body, 'code'))}`,
  )
  return [
    ...(seen === conforming ? [] : [`returned ${seen}; a smaller amount returned ${conforming}`]),
    ...(response.status >= 500 ? [`returned ${response.status}`] : []),
    ...(refusesField(response, 'lockedCurrencyAmount')
      ? ['lockedCurrencyAmount is rejected as malformed']
      : []),
  ]
}

/** Whether a validation error names the field (contract: FieldError). */
function refusesField({ status, body }: CheckedResponse, name: string): boolean {
  const errors = valueAt(body, 'details.errors')
  const fields = Array.isArray(errors) ? errors.map((error) => valueAt(error, 'field')) : []
  return status === 400 && MALFORMED.includes(valueAt(body, 'code')) && fields.includes(name)
}

/** Limits, lockedCurrencyAmount; still a JSON integer that is exact. */
export const MAXIMUM_AMOUNT = 9_000_000_000_000_000

/** The largest amount is not rejected as malformed. */
export const expectWellFormed = (largest: CheckedResponse, smaller: CheckedResponse): void =>
  expect(malformedProblems(largest, smaller)).toEqual([])

/** A request for a quote with some fields changed. */
export interface QuoteCase {
  readonly judges: RequirementId
  readonly title: string
  readonly changes: (arranged: ArrangedAgent) => QuoteRequest
}

/** Malformed requests, which the server rejects. */
export const MALFORMED_QUOTES: readonly QuoteCase[] = [
  { judges: 'QUO-40', title: 'without source', changes: () => ({ source: undefined }) },
  { judges: 'QUO-41', title: 'without destination', changes: () => ({ destination: undefined }) },
  {
    judges: 'QUO-42',
    title: 'without lockedCurrencySide',
    changes: () => ({ lockedCurrencySide: undefined }),
  },
  {
    judges: 'QUO-43',
    title: 'without lockedCurrencyAmount',
    changes: () => ({ lockedCurrencyAmount: undefined }),
  },

  {
    judges: 'QUO-44',
    title: 'source is a text',
    changes: ({ sourceAccountId }) => ({ source: sourceAccountId }),
  },
  { judges: 'QUO-44', title: 'source is null', changes: () => ({ source: null }) },
  {
    judges: 'QUO-44',
    title: 'source without accountId',
    changes: ({ customerId }) => ({ source: { sourceType: 'ACCOUNT', customerId } }),
  },
  {
    judges: 'QUO-44',
    title: 'source.accountId is an object',
    changes: ({ customerId }) => ({ source: { sourceType: 'ACCOUNT', accountId: {}, customerId } }),
  },

  {
    judges: 'QUO-45',
    title: 'destination is a text',
    changes: ({ destinationAccountId }) => ({ destination: destinationAccountId }),
  },
  { judges: 'QUO-45', title: 'destination is null', changes: () => ({ destination: null }) },
  {
    judges: 'QUO-45',
    title: 'destination without accountId',
    changes: () => ({ destination: { destinationType: 'ACCOUNT' } }),
  },
  {
    judges: 'QUO-45',
    title: 'destination.accountId is an object',
    changes: () => ({ destination: { destinationType: 'ACCOUNT', accountId: {} } }),
  },

  {
    judges: 'QUO-61',
    title: 'source without sourceType',
    changes: ({ sourceAccountId, customerId }) => ({ source: { accountId: sourceAccountId, customerId } }),
  },
  {
    judges: 'QUO-46',
    title: 'sourceType of no variant',
    changes: ({ sourceAccountId, customerId }) => ({
      source: { sourceType: 'PIGGY_BANK', accountId: sourceAccountId, customerId },
    }),
  },
  {
    judges: 'QUO-61',
    title: 'destination without destinationType',
    changes: ({ destinationAccountId }) => ({ destination: { accountId: destinationAccountId } }),
  },
  {
    judges: 'QUO-46',
    title: 'destinationType of no variant',
    changes: ({ destinationAccountId }) => ({
      destination: { destinationType: 'PIGGY_BANK', accountId: destinationAccountId },
    }),
  },

  { judges: 'QUO-47', title: 'lockedCurrencySide BOTH', changes: () => ({ lockedCurrencySide: 'BOTH' }) },
  { judges: 'QUO-47', title: 'lockedCurrencySide is an object', changes: () => ({ lockedCurrencySide: {} }) },
  { judges: 'QUO-47', title: 'lockedCurrencySide is null', changes: () => ({ lockedCurrencySide: null }) },

  { judges: 'QUO-62', title: 'lockedCurrencyAmount "100"', changes: () => ({ lockedCurrencyAmount: '100' }) },
  {
    judges: 'QUO-48',
    title: 'lockedCurrencyAmount is an object',
    changes: () => ({ lockedCurrencyAmount: { amount: 100_000 } }),
  },
  {
    judges: 'QUO-48',
    title: 'lockedCurrencyAmount is null',
    changes: () => ({ lockedCurrencyAmount: null }),
  },
  { judges: 'QUO-49', title: 'lockedCurrencyAmount 1.5', changes: () => ({ lockedCurrencyAmount: 1.5 }) },
  {
    judges: 'QUO-49',
    title: 'lockedCurrencyAmount 100000.5',
    changes: () => ({ lockedCurrencyAmount: 100_000.5 }),
  },
  { judges: 'QUO-49', title: 'lockedCurrencyAmount true', changes: () => ({ lockedCurrencyAmount: true }) },
  {
    judges: 'QUO-49',
    title: 'lockedCurrencyAmount is an array',
    changes: () => ({ lockedCurrencyAmount: [100_000] }),
  },
  {
    judges: 'QUO-52',
    title: 'lockedCurrencyAmount 9000000000000001',
    changes: () => ({ lockedCurrencyAmount: MAXIMUM_AMOUNT + 1 }),
  },
  {
    judges: 'QUO-52',
    title: 'lockedCurrencyAmount 1e21',
    changes: () => ({ lockedCurrencyAmount: 1e21 }),
  },
  {
    judges: 'QUO-52',
    title: 'lockedCurrencyAmount 9000000000000001, RECEIVING locked',
    changes: () => ({ lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount: MAXIMUM_AMOUNT + 1 }),
  },

  {
    judges: 'QUO-58',
    title: 'immediatelyExecute is a word',
    changes: () => ({ immediatelyExecute: 'perhaps' }),
  },
  {
    judges: 'QUO-58',
    title: 'description is an object',
    changes: () => ({ description: { memo: 'Invoice 42' } }),
  },
  {
    judges: 'QUO-58',
    title: 'the payment reference is an object',
    changes: () => ({ remittanceInformation: { text: 'INV-42' } }),
  },
  {
    judges: 'QUO-58',
    title: 'the purpose of payment is an object',
    changes: () => ({ purposeOfPayment: { code: 'GIFT' } }),
  },
]

/** The server rejects a malformed request. */
export const expectMalformedQuoteRejected = (response: CheckedResponse): void =>
  expect(response).toBeError(...REJECTED)

/** Negative amounts, which the server may reject, or accept without moving money. */
export const NEGATIVE_AMOUNTS = [-1, -100_000] as const

export const expectNoServerError = (response: CheckedResponse): void =>
  expect(response.status, 'status').toBeLessThan(500)

/** The policy, or the customer of the agent, does not allow the quote. */
export const expectQuoteNotPermitted = (response: CheckedResponse): void =>
  expect(response).toBeError(...REJECTED_OR_UNAUTHORIZED)

/** The server rejects a request for data of another customer, and shows nothing of that customer. */
export function expectForeignHidden(response: CheckedResponse, ...secrets: readonly string[]): void {
  expectQuoteNotPermitted(response)
  for (const secret of secrets) expect(response.text).not.toContain(secret)
}

/** A request identifier that was used before; the contract does not show what another request under it gets. */
export const expectAcceptedOrRejected = (response: CheckedResponse): void =>
  expect(response).toHaveStatus(...ACCEPTED_OR_REJECTED)

/** Another body under the same identifier creates no second quote. */
export const expectNoSecondQuote = (responses: readonly CheckedResponse[], quoteId: unknown): void =>
  expect(
    quoteIds(responses).filter((id) => id !== quoteId),
    'identifiers of other quotes',
  ).toEqual([])

/** The same identifier of another customer's agent shows no data of the first quote. */
export function expectNothingOfQuote(response: CheckedResponse, ...secrets: readonly string[]): void {
  expectAcceptedOrRejected(response)
  for (const secret of secrets) expect(response.text).not.toContain(secret)
}

/** 401 is the status of REQUEST_ID_MISSING, and 428 that of a precondition that is required. */
const ACCEPTED_OR_REQUIRED = [...ACCEPTED_OR_REJECTED, 401, 428] as const

/** A request without an identifier is separate, or rejected. */
export function expectSeparateOrRejected(response: CheckedResponse, totalSendingAmount: number): void {
  expect(response).toHaveStatus(...ACCEPTED_OR_REQUIRED)
  expect(disagreements(response.body, { totalSendingAmount })).toEqual([])
}

/** The same timestamp may have fractions of a second in one response only. */
const TOLERANCE_MS = 1_000

/** A replay, or a read, returns the quote that was created. */
export function expectSameQuote(
  response: CheckedResponse,
  created: { readonly [Term in keyof QuoteTerms]: unknown },
): void {
  expect(response).toSucceed()
  const terms = quoteTerms(response)
  const differsBy = Math.abs(Number(terms.expiresAt) - Number(created.expiresAt))
  const isSameInstant = terms.id === created.id && differsBy < TOLERANCE_MS
  const expiresAt = isSameInstant ? created.expiresAt : terms.expiresAt
  const isSame = isSameRate(terms.exchangeRate, created.exchangeRate)
  const exchangeRate = isSame ? created.exchangeRate : terms.exchangeRate
  expect({ ...terms, expiresAt, exchangeRate }).toEqual(created)
}

/** A replay has the status of the first response. */
export const expectSameStatus = (again: CheckedResponse, status: number): void =>
  expect(again).toHaveStatus(status)
