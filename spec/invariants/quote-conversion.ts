/** The arithmetic of a quote (contract: Quote, exchangeRate), under every accepted interpretation. */
import { rateOfQuote } from '../rate-of-quote.ts'
import { valueAt } from '../value-at.ts'

/** Maximum relative rounding error of a rate: fewer digits do not excuse a wrong amount. */
const COARSEST_RATE = 1e-3

/** The fields of a quote that its arithmetic uses. */
interface Amounts {
  readonly sending: number
  readonly receiving: number
  readonly rate: number
  /** undefined: missing in the quote. */
  readonly fees: number | undefined
  /** Receiving decimals minus sending decimals; undefined: missing in the quote. */
  readonly shift: number | undefined
}

/**
 * Errors in the arithmetic of a quote: `feesIncluded` is deducted from `totalSendingAmount`, and the rest, at
 * `exchangeRate` sending units per receiving unit, gives `totalReceivingAmount`. Empty if an interpretation matches:
 * smallest or whole units, rounding by one smallest unit of either currency, a rate as exact as written.
 */
export function conversionProblems(quote: unknown): readonly string[] {
  const amounts = amountsOf(quote)
  if (typeof amounts === 'string') return [amounts]
  const { sending, receiving, rate, fees } = amounts
  if (fees !== undefined && fees > sending)
    return [`feesIncluded ${fees} is more than totalSendingAmount ${sending}`]
  if (fitsInSomeUnit(amounts)) return []
  const isInverse = fitsInSomeUnit({ ...amounts, rate: 1 / rate })
  return [
    `(${sending} − ${fees ?? 'any fee'}) / ${rate} does not give ${receiving}, neither in smallest nor in whole units${isInverse ? `; the inverse rate ${1 / rate} fits: exchangeRate is sending units per receiving unit` : ''}`,
  ]
}

function amountsOf(quote: unknown): Amounts | string {
  const [sending, receiving] = [valueAt(quote, 'totalSendingAmount'), valueAt(quote, 'totalReceivingAmount')]
  const rate = rateOfQuote(quote)
  if (typeof sending !== 'number' || typeof receiving !== 'number') return 'the quote has no total amounts'
  if (typeof rate !== 'number' || !(rate > 0)) return `exchangeRate is not a positive number: ${String(rate)}`
  const fees = valueAt(quote, 'feesIncluded') ?? undefined
  if (fees !== undefined && typeof fees !== 'number') return 'feesIncluded is not a number'
  const [from, to] = [
    valueAt(quote, 'sendingCurrency.decimals'),
    valueAt(quote, 'receivingCurrency.decimals'),
  ]
  const shift = typeof from === 'number' && typeof to === 'number' ? to - from : undefined
  return { sending, receiving, rate, fees, shift }
}

const fitsInSomeUnit = (amounts: Amounts) =>
  ratesInSmallestUnits(amounts).some((smallest) => fits(amounts, smallest))

/**
 * The rate in smallest units under each interpretation; without `decimals`, whole units can differ by any power of ten.
 */
function ratesInSmallestUnits({ rate, shift }: Amounts): readonly number[] {
  const shifts = shift === undefined ? Array.from({ length: 37 }, (_, index) => index - 18) : [0, shift]
  return shifts.map((places) => rate / 10 ** places)
}

function fits({ sending, receiving, rate, fees }: Amounts, smallest: number): boolean {
  const tolerance = 1 + 1 / smallest + receiving * imprecision(rate)
  const most = (sending - (fees ?? 0)) / smallest + tolerance
  const least = fees === undefined ? 0 : (sending - fees) / smallest - tolerance
  return receiving >= least && receiving <= most
}

/** Maximum relative error of a rate with finitely many digits, which may be cut off: one in the last digit. */
function imprecision(rate: number): number {
  const [mantissa = '1'] = rate.toExponential().split('e')
  const decimals = mantissa.length - (mantissa.includes('.') ? 2 : 1)
  return Math.min(10 ** -decimals / Number(mantissa), COARSEST_RATE)
}
