/** CNV-08: every reader of the body reads the same (contract: Conventions, sentences 2 and 3a). */
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

/** Integers of the contract; what a deployment adds may be a 64-bit number of its own. */
const INTEGER_PLACE =
  /\/(?:totalSendingAmount|totalReceivingAmount|(?:platformF|f)eesIncluded|(?:sent|received)Amount\/amount|fees|totalCount|decimals)$/
/** `lockedCurrencyAmount` at its limit (contract: Limits). */
const LARGEST_LOCKED_AMOUNT = 9_000_000_000_000_000

const isNextToLargest = (amount: unknown) =>
  typeof amount === 'number' && amount <= LARGEST_LOCKED_AMOUNT && amount > 0.999 * LARGEST_LOCKED_AMOUNT

/** Whether an integer at this place must be one that JSON numbers carry exactly. */
function mustBeExact(at: string, body: unknown): boolean {
  if (!INTEGER_PLACE.test(at)) return false
  // The other side of a quote whose locked side is at its maximum, or next to it, is left open.
  const quote = valueAtPointer(body, at.slice(0, at.lastIndexOf('/')))
  return !(isRecord(quote) && [quote.totalSendingAmount, quote.totalReceivingAmount].some(isNextToLargest))
}
