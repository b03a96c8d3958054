import { Blocked, valueAt, type CheckedResponse } from '../../fixtures/index.ts'
import { foundIn } from '../discoveries/found.ts'

/** What a response has of rates: a list in whatever envelope, or a single rate; nothing where it was rejected. */
export function listed({ status, body }: CheckedResponse): readonly unknown[] {
  if (status >= 300) return []
  const listedThere = foundIn(body)
  return listedThere.length > 0 ? listedThere : ratesOf(body)
}

/**
 * What a response has of rates, as `listed`; nothing only for an empty list.
 *
 * @throws Blocked when there is no list that is empty, and nothing that is seen to be a rate
 */
export function recognized(response: CheckedResponse): readonly unknown[] {
  const found = listed(response)
  const isEmpty = [response.body, valueAt(response.body, 'data')].some(
    (list) => Array.isArray(list) && list.length === 0,
  )
  if (found.length > 0 || isEmpty || response.status >= 300) return found
  throw new Blocked(
    'implementation',
    `the response has no list, and no field that is seen to be a rate (exchange ${response.exchange})`,
    'See the response: the contract does not show its form.',
  )
}

/** The rates in a response that name a currency: where it is rejected, none. */
export const ratesNaming = ({ status, body }: CheckedResponse, currency: string): readonly unknown[] =>
  status >= 300 ? [] : rowsOf(body).filter((row) => JSON.stringify(row).includes(`"${currency}"`))

/**
 * Lets every response pass but one that is the same for other currencies.
 *
 * @throws Blocked on such a response
 */
export function asksForCurrencies(response: CheckedResponse, other: CheckedResponse): void {
  if (response.status >= 300 || response.text !== other.text) return
  throw new Blocked(
    'deployment-file',
    `the rates of two corridors are the same response, so that the currencies asked for are not seen to be known (exchanges ${other.exchange} and ${response.exchange})`,
    'Bind listExchangeRates with the names that its parameters have.',
  )
}

/** Objects that hold a rate themselves. */
const rowsOf = (body: unknown): readonly unknown[] => {
  if (typeof body !== 'object' || body === null) return []
  const inner = Object.values(body)
  return [
    ...(Object.entries(body).some(([name, value]) => /rate/i.test(name) && isNumeric(value)) ? [body] : []),
    ...inner.flatMap(rowsOf),
  ]
}

/**
 * The rates of a list: the numbers under names that speak of a rate, since no field of a rate is shown.
 *
 * @throws Blocked when there are none
 */
export function ratesIn(response: CheckedResponse): readonly string[] {
  const rates = ratesOf(response.body).toSorted()
  if (rates.length > 0) return rates
  throw new Blocked(
    'implementation',
    `no field of the list is seen to be a rate (exchange ${response.exchange})`,
    'See the response; RAT-01 judges whether the corridor is listed.',
  )
}

/** A moment is told in text that is no number. */
const isNumeric = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value))

const ratesOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) =>
        /rate/i.test(name) && isNumeric(inner) ? [`${name} ${String(inner)}`] : ratesOf(inner),
      )
    : []
