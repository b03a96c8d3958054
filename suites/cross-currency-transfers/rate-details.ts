import { valueAt } from '../../fixtures/index.ts'

const FIELDS = [
  'counterpartyMultiplier',
  'counterpartyFixedFee',
  'serviceApiMultiplier',
  'serviceApiFixedFee',
  'serviceApiVariableFeeRate',
  'serviceApiVariableFeeAmount',
]

/** Which of the fields of `rateDetails` are there, and neither numbers nor null (contract: Quote, rateDetails). */
export const rateDetailProblems = (quote: unknown): readonly string[] =>
  FIELDS.map((field) => ({ field, value: valueAt(quote, `rateDetails.${field}`) }))
    .filter(({ value }) => value !== undefined && value !== null && typeof value !== 'number')
    .map(({ field, value }) => `rateDetails.${field} is ${JSON.stringify(value)}`)
