import { isRecord, type Invariant } from './observation.ts'
import { conversionProblems } from './quote-conversion.ts'
import { observationsOf, type StateObservation } from './state-observations.ts'

const NEEDED = ['totalSendingAmount', 'totalReceivingAmount', 'exchangeRate'] as const
/** `lockedCurrencyAmount` at its limit: the contract leaves the amount of the other side open (contract: Limits). */
const NEXT_TO_LARGEST = 0.999 * 9_000_000_000_000_000

/** Fees are deducted and the rest is converted, in every response with a quote (contract: Quote, exchangeRate). */
export const quotesAddUp: Invariant = (history) => {
  const quotes = observationsOf('Quote', history)
  const converted = quotes.filter(
    ({ value }) =>
      NEEDED.every((name) => typeof value[name] === 'number' && value[name] > 0) &&
      NEEDED.slice(0, 2).every((name) => (value[name] as number) < NEXT_TO_LARGEST),
  )
  const toViolation =
    ({ observation: { exchange }, at }: StateObservation) =>
    (message: string) => ({ exchange, at, message })
  return {
    judged: converted.length,
    violations: [
      ...converted.flatMap((quote) => conversionProblems(quote.value).map(toViolation(quote))),
      ...quotes.flatMap((quote) => partProblems(quote.value).map(toViolation(quote))),
    ],
  }
}

/** The platform's fees are a part of all fees (contract: Quote, platformFeesIncluded). */
function partProblems(quote: unknown): readonly string[] {
  if (!isRecord(quote)) return []
  const { feesIncluded: all, platformFeesIncluded: part } = quote
  return typeof all === 'number' && typeof part === 'number' && part > all
    ? [`platformFeesIncluded ${part} is more than feesIncluded ${all}`]
    : []
}
