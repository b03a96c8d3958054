/** CNV-08: every parser of the body gets the same value (contract: Conventions, sentences 2 and 3a). */
import { isRecord } from '../invariants/observation.ts'
import { valueAtPointer } from './body.ts'
import { judgedBy, type ResponseRule } from './rule.ts'

export const oneMeaning: ResponseRule = ({ body, oddities }) =>
  judgedBy(
    'CNV-08',
    oddities
      .filter(({ kind, at }) => kind !== 'unsafe-number' || mustBeExact(at, body))
      .map(({ at, message }) => ({ at: at || '/', message })),
  )

/** Integers of the contract; additional fields of a deployment may be 64-bit numbers. */
const INTEGER_PLACE =
  /\/(?:totalSendingAmount|totalReceivingAmount|(?:platformF|f)eesIncluded|(?:sent|received)Amount\/amount|fees|totalCount|decimals)$/
/** `lockedCurrencyAmount` at its limit (contract: Limits). */
const LARGEST_LOCKED_AMOUNT = 9_000_000_000_000_000

const isNextToLargest = (amount: unknown) =>
  typeof amount === 'number' && amount <= LARGEST_LOCKED_AMOUNT && amount > 0.999 * LARGEST_LOCKED_AMOUNT

/** Whether an integer at this place must be exact as a JSON number. */
function mustBeExact(at: string, body: unknown): boolean {
  if (!INTEGER_PLACE.test(at)) return false
  // The contract leaves open the other side of a quote whose locked side is at its maximum, or next to it.
  const quote = valueAtPointer(body, at.slice(0, at.lastIndexOf('/')))
  return !(isRecord(quote) && [quote.totalSendingAmount, quote.totalReceivingAmount].some(isNextToLargest))
}
