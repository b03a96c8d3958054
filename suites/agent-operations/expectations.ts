/** Expectations of the responses of this area, for checks and for exploration. Pure. */
import { ACCEPTED_OR_REJECTED } from '../rejections.ts'
import { expect, valueAt, type CheckedResponse } from '../../fixtures/index.ts'
import { conversionProblems } from '../../spec/invariants/quote-conversion.ts'
import type { StateValues } from '../../spec/index.ts'
import { disagreements } from '../disagreements.ts'

type Agent = StateValues['agent']

/** A new quote has an identifier, and awaits its execution. */
export function expectNewQuote({ body }: CheckedResponse): void {
  expect(valueAt(body, 'id')).toEqual(expect.any(String))
  expect(String(valueAt(body, 'status'))).toMatch(/^PENDING(_AUTHORIZATION)?$/)
}

/** The locked amount is the total of its side. */
export const expectLockedAmount = (
  quote: CheckedResponse,
  { side, amount }: { readonly side: 'SENDING' | 'RECEIVING'; readonly amount: unknown },
): void =>
  expect(quote).toMatchFields(
    side === 'SENDING' ? { totalSendingAmount: amount } : { totalReceivingAmount: amount },
  )

/** Fees first, then the rate. */
export const expectConversion = ({ body }: CheckedResponse): void =>
  expect(conversionProblems(body)).toEqual([])

export const expectFees = ({ body }: CheckedResponse): void => expect(feeProblems(body)).toEqual([])

export const expectCurrencies = (
  { body }: CheckedResponse,
  { sendingCurrency, receivingCurrency }: Pick<Agent, 'sendingCurrency' | 'receivingCurrency'>,
): void =>
  expect(
    disagreements(body, {
      'sendingCurrency.code': sendingCurrency,
      'receivingCurrency.code': receivingCurrency,
    }),
  ).toEqual([])

/** Source and destination are those of the request. */
export const expectAccounts = (
  { body }: CheckedResponse,
  {
    sourceAccountId,
    destinationAccountId,
    customerId,
  }: Pick<Agent, 'sourceAccountId' | 'destinationAccountId' | 'customerId'>,
): void =>
  expect(
    disagreements(body, {
      'source.sourceType': 'ACCOUNT',
      'source.accountId': sourceAccountId,
      'source.customerId': customerId,
      'destination.destinationType': 'ACCOUNT',
      'destination.accountId': destinationAccountId,
    }),
  ).toEqual([])

/** Clocks of one deployment differ, and a Date header counts whole seconds. */
const CLOCKS_DIFFER_MS = 60_000

/** A quote was created between the two moments, and before it expires. */
export function expectCreatedBetween(
  { createdAt, expiresAt }: { readonly createdAt: number; readonly expiresAt: number },
  earliest: number,
  latest: number,
): void {
  expect(createdAt).toBeGreaterThan(earliest - CLOCKS_DIFFER_MS)
  expect(createdAt).toBeLessThan(latest + CLOCKS_DIFFER_MS)
  expect(createdAt).toBeLessThan(expiresAt)
}

export const expectUnexpired = (expiresAt: number, now: number): void =>
  expect(expiresAt, 'expiresAt').toBeGreaterThan(now)

export function expectQuoteNotFound(response: CheckedResponse): void {
  expect(response).toHaveStatus(404)
  expect(response).toHaveCode('QUOTE_NOT_FOUND', 'REFERENCE_NOT_FOUND', 'NOT_FOUND')
}

/** Violations in the fees of a quote (contract: Quote, feesIncluded and platformFeesIncluded). */
function feeProblems(quote: unknown): readonly string[] {
  const { all, platform } = feesOf(quote)
  return [
    ...(all !== undefined && all < 0 ? [`feesIncluded is negative: ${all}`] : []),
    ...(platform !== undefined && platform < 0 ? [`platformFeesIncluded is negative: ${platform}`] : []),
    ...(all !== undefined && platform !== undefined && platform > all
      ? [`platformFeesIncluded is ${platform}, more than feesIncluded (${all})`]
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

/** On a USD source the overriding fee replaces the platform's fee. */
export function expectFeeOverride(response: CheckedResponse, fee: number): void {
  expect(response).toSucceed()
  const { all, platform } = feesOf(response.body)
  expect([fee, undefined], 'platformFeesIncluded').toContain(platform)
  expect(all ?? 0, 'feesIncluded').toBeGreaterThanOrEqual(fee)
}

const FEES = ['feesIncluded', 'platformFeesIncluded'] as const

/** Quotes have no negative fees (contract: Quote, feesIncluded and platformFeesIncluded); a rejection has none. */
export function expectNoNegativeFees(responses: readonly CheckedResponse[]): void {
  for (const response of responses) {
    expect(response).toHaveStatus(...ACCEPTED_OR_REJECTED)
    const negative = FEES.filter((name) => Number(valueAt(response.body, name) ?? 0) < 0)
    expect(negative, 'fields that are negative').toEqual([])
  }
}
