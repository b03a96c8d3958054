/** Expectations of the responses of this area, for checks and for exploration. Pure. */
import { expect, valueAt, type CheckedResponse } from '../../fixtures/index.ts'
import { REJECTED } from '../rejections.ts'

const RATE_DETAILS = [
  'counterpartyMultiplier',
  'counterpartyFixedFee',
  'serviceApiMultiplier',
  'serviceApiFixedFee',
  'serviceApiVariableFeeRate',
  'serviceApiVariableFeeAmount',
]

/** Fields of `rateDetails` that are present, and neither numbers nor null (contract: Quote, rateDetails). */
const rateDetailProblems = (quote: unknown): readonly string[] =>
  RATE_DETAILS.map((field) => ({ field, value: valueAt(quote, `rateDetails.${field}`) }))
    .filter(({ value }) => value !== undefined && value !== null && typeof value !== 'number')
    .map(({ field, value }) => `rateDetails.${field} is ${JSON.stringify(value)}`)

export const expectRateDetails = ({ body }: CheckedResponse): void =>
  expect(rateDetailProblems(body)).toEqual([])

/** An invalid request for a quote is rejected. */
export const expectQuoteRejected = (response: CheckedResponse): void =>
  expect(response).toBeError(...REJECTED)
