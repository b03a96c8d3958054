/** CNV-05 in bodies that the contract does not show: an amount beside a currency object is money (Conventions, 3a). */
import { isRecord } from '../invariants/observation.ts'
import { nodesOf } from './body.ts'
import { isCurrency } from './currencies.ts'
import { judgedBy, NOTHING, type ResponseRule } from './rule.ts'

/** Amounts that the shape of the contract judges. */
const SHOWN = /\/(?:sent|received)Amount$/

export const monetaryObjects: ResponseRule = ({ body }) => {
  const amounts = [...nodesOf(body)].flatMap(({ at, value }) =>
    isMoney(at, value) && !SHOWN.test(at) ? [{ at: `${at}/amount`, amount: value.amount }] : [],
  )
  if (amounts.length === 0) return NOTHING
  return judgedBy(
    'CNV-05',
    amounts
      .filter(({ amount }) => !Number.isInteger(amount))
      .map(({ at }) => ({ at, message: 'expected an integer' })),
  )
}

/** An amount with a currency object. */
const isMoney = (at: string, value: object): value is { readonly amount: unknown } =>
  isRecord(value) &&
  (value.amount ?? undefined) !== undefined &&
  typeof value.currency === 'object' &&
  value.currency !== null &&
  isCurrency(`${at}/currency`, value.currency)
