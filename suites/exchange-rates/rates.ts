import { Blocked, valueAt, type CheckedResponse } from '../../fixtures/index.ts'
import { foundIn } from '../discoveries/found.ts'

/** The rates of a response: a list in any envelope, or a single rate; empty if the request was rejected. */
export function listed({ status, body }: CheckedResponse): readonly unknown[] {
  if (status >= 300) return []
  const listedThere = foundIn(body)
  return listedThere.length > 0 ? listedThere : ratesOf(body)
}

/**
 * The rates of a response, as `listed` returns them; empty only for an empty list.
 *
 * @throws Blocked when the response has neither an empty list nor a recognizable rate
 */
export function recognized(response: CheckedResponse): readonly unknown[] {
  const found = listed(response)
  const isEmpty = [response.body, valueAt(response.body, 'data')].some(
    (list) => Array.isArray(list) && list.length === 0,
  )
  if (found.length > 0 || isEmpty || response.status >= 300) return found
  throw new Blocked(
    'implementation',
    `the response has no list, and no field that is clearly a rate (exchange ${response.exchange})`,
    'Return a list, or an object with a field whose name contains rate. Otherwise allow the requirement with --allow-blocked: the contract does not show the form.',
  )
}

/** The rates in a response that name a currency; empty if the request was rejected. */
export const ratesNaming = ({ status, body }: CheckedResponse, currency: string): readonly unknown[] =>
  status >= 300 ? [] : rowsOf(body).filter((row) => JSON.stringify(row).includes(`"${currency}"`))

/**
 * Passes every response except one that is the same for other currencies.
 *
 * @throws Blocked on such a response
 */
export function asksForCurrencies(response: CheckedResponse, other: CheckedResponse): void {
  if (response.status >= 300 || response.text !== other.text) return
  throw new Blocked(
    'deployment-file',
    `the rates of two corridors are the same response, so the list may ignore the currencies of the request (exchanges ${other.exchange} and ${response.exchange})`,
    'A deployment file cannot rename query parameters. Allow the requirement with --allow-blocked.',
  )
}

/** Objects that contain a rate directly. */
const rowsOf = (body: unknown): readonly unknown[] => {
  if (typeof body !== 'object' || body === null) return []
  const inner = Object.values(body)
  return [
    ...(Object.entries(body).some(([name, value]) => /rate/i.test(name) && isNumeric(value)) ? [body] : []),
    ...inner.flatMap(rowsOf),
  ]
}

/** Names of the two currencies of a rate: the default ones, and those of a quote. */
const CORRIDOR_FIELDS = {
  sourceCurrency: ['sourceCurrency', 'sendingCurrency'],
  destinationCurrency: ['destinationCurrency', 'receivingCurrency'],
} as const

type Corridor = Readonly<Record<keyof typeof CORRIDOR_FIELDS, string>>

/**
 * Whether a response has a rate above zero that names no other currencies. The list may also have other corridors, or
 * name no currencies.
 */
export function hasRateOf({ body }: CheckedResponse, corridor: Corridor): boolean {
  const rows = rowsOf(body)
  return rows.length === 0 || rows.some((row) => isOfCorridor(row, corridor) && isAboveZero(row))
}

const isOfCorridor = (row: unknown, corridor: Corridor): boolean =>
  (['sourceCurrency', 'destinationCurrency'] as const).every((side) =>
    CORRIDOR_FIELDS[side]
      .map((name) => valueAt(row, `${name}.code`) ?? valueAt(row, name))
      .every((code) => typeof code !== 'string' || code.toUpperCase() === corridor[side].toUpperCase()),
  )

const isAboveZero = (row: unknown): boolean =>
  ['exchangeRate', 'rate']
    .map((name) => valueAt(row, name))
    .every((rate) => !isNumeric(rate) || Number(rate) > 0)

/**
 * The rates of a list: the numbers under names that suggest a rate, since the contract shows no field of a rate.
 *
 * @throws Blocked when the rates have no such numbers
 */
export function ratesIn(response: CheckedResponse): readonly string[] {
  const rates = ratesOf(response.body).toSorted()
  if (rates.length > 0) return rates
  throw new Blocked(
    'implementation',
    `no field of the list is clearly a rate (exchange ${response.exchange})`,
    'See the response; RAT-01 judges whether the corridor is listed.',
  )
}

/** A timestamp is a text that is not a number. */
const isNumeric = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value))

const ratesOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) =>
        /rate/i.test(name) && isNumeric(inner) ? [`${name} ${String(inner)}`] : ratesOf(inner),
      )
    : []
