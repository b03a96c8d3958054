/** CNV-10: a currency object has its decimals (contract: Conventions, sentence 3b). */
import { isRecord } from '../invariants/observation.ts'
import { nodesOf } from './body.ts'
import { judgedBy, NOTHING, type ResponseRule } from './rule.ts'

/** Where the contract has a currency object (Resources, Quote and Transaction). */
const CURRENCY_PLACE = /\/(?:(?:sending|receiving)Currency|(?:sent|received)Amount\/currency)$/
/** A field with such a name may have any value elsewhere; one of these fields makes it a currency object. */
const CURRENCY_KEY = /(?:\/c|C)urrency$/
const OF_CURRENCIES = ['code', 'symbol', 'decimals'] as const

/** Whether the object at a place is a currency object. */
export const isCurrency = (at: string, node: object): boolean =>
  isRecord(node) &&
  (CURRENCY_PLACE.test(at) ||
    (CURRENCY_KEY.test(at) && OF_CURRENCIES.some((member) => Object.hasOwn(node, member))))

export const currencies: ResponseRule = ({ body }) => {
  const found = [...nodesOf(body)].filter(({ at, value }) => isCurrency(at, value))
  if (found.length === 0) return NOTHING
  return judgedBy(
    'CNV-10',
    found.flatMap(({ at, value }) => {
      const message = problemOf(at, (value as { readonly decimals?: unknown }).decimals ?? undefined)
      return message === undefined ? [] : [{ at: `${at}/decimals`, message }]
    }),
  )
}

/** Where the contract shows the currency object, its shape judges the type (CNV-02). */
function problemOf(at: string, decimals: unknown): string | undefined {
  if (decimals === undefined) return 'required in a currency object'
  return Number.isInteger(decimals) || CURRENCY_PLACE.test(at) ? undefined : 'expected an integer'
}
