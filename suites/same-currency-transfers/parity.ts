import { valueAt } from '../../fixtures/index.ts'

/** A rate is written with finitely many digits. */
const TOLERANCE = 1e-3

/** What in a quote within one currency is no conversion at the rate 1 (contract: Quote, exchangeRate). */
export function parityProblems(quote: unknown): readonly string[] {
  const [rate = NaN, sending = NaN, receiving = NaN, fees] = [
    'exchangeRate',
    'totalSendingAmount',
    'totalReceivingAmount',
    'feesIncluded',
  ].map((name) => numberAt(quote, name))
  return [
    ...(Math.abs(rate - 1) <= TOLERANCE ? [] : [`exchangeRate is ${rate}`]),
    ...(fees === undefined || Math.abs(sending - fees - receiving) <= 1
      ? []
      : [`${sending} less ${fees} is not ${receiving}`]),
    ...(receiving <= sending ? [] : [`${receiving} is more than ${sending}`]),
  ]
}

function numberAt(quote: unknown, name: string): number | undefined {
  const value = valueAt(quote, name)
  return typeof value === 'number' ? value : undefined
}
