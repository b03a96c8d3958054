import { Blocked, type Answer } from '../../fixtures/index.ts'
import { foundIn } from '../discoveries/found.ts'

/** What a response has of rates: a list in whatever envelope, or a single rate; nothing where it was rejected. */
export function listed({ status, body }: Answer): readonly unknown[] {
  if (status >= 300) return []
  const listedThere = foundIn(body)
  return listedThere.length > 0 ? listedThere : ratesOf(body)
}

/**
 * The rates of a list: the numbers under names that speak of a rate, since no field of a rate is shown.
 *
 * @throws Blocked when there are none
 */
export function ratesIn(answer: Answer): readonly string[] {
  const rates = ratesOf(answer.body).toSorted()
  if (rates.length > 0) return rates
  throw new Blocked(
    'implementation',
    `no field of the list is seen to be a rate (exchange ${answer.exchange})`,
    'See the answer; RAT-01 judges whether the corridor is listed.',
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
