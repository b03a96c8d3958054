/** CNV-10: a currency object has its decimals (contract: Conventions, sentence 3b). */
import { isRecord } from '../invariants/observation.ts'
import { nodesOf } from './body.ts'
import { judgedBy, NOTHING, type ResponseRule } from './rule.ts'

/** Where the contract has a currency object (Resources, Quote and Transaction). */
const CURRENCY_PLACE = /\/(?:(?:sending|receiving)Currency|(?:sent|received)Amount\/currency)$/
/** A field with such a name may have any value elsewhere; one of these fields makes it a currency object. */
const CURRENCY_KEY = /(?:\/c|C)urrency$/
const OF_CURRENCIES = ['code', 'symbol', 'decimals'] as const

const isCurrency = (at: string, node: object): boolean =>
  isRecord(node) &&
  (CURRENCY_PLACE.test(at) ||
    (CURRENCY_KEY.test(at) && OF_CURRENCIES.some((member) => Object.hasOwn(node, member))))

export const currencies: ResponseRule = ({ body }) => {
  const found = [...nodesOf(body)].filter(({ at, value }) => isCurrency(at, value))
  if (found.length === 0) return NOTHING
  return judgedBy(
    'CNV-10',
    found
      .filter(({ value }) => ((value as { readonly decimals?: unknown }).decimals ?? undefined) === undefined)
      .map(({ at }) => ({ at: `${at}/decimals`, message: 'required in a currency object' })),
  )
}
