import { Blocked, valueAt, type Answer } from '../../fixtures/index.ts'

/** What a list of rates has; nothing where it was refused. */
export function listed({ body }: Answer): readonly unknown[] {
  const data = valueAt(body, 'data')
  return Array.isArray(data) ? (data as readonly unknown[]) : []
}

/**
 * The rates of a list: the numbers under names that speak of a rate, since no field of a rate is shown.
 *
 * @throws Blocked when there are none
 */
export function ratesIn(answer: Answer): readonly string[] {
  const rates = listed(answer).flatMap(ratesOf).toSorted()
  if (rates.length > 0) return rates
  throw new Blocked(
    'implementation',
    `no field of the list is seen to be a rate (exchange ${answer.exchange})`,
    'See the answer; RAT-01 judges whether the corridor is listed.',
  )
}

const ratesOf = (value: unknown): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) =>
        /rate/i.test(name) && ['number', 'string'].includes(typeof inner)
          ? [`${name} ${String(inner)}`]
          : ratesOf(inner),
      )
    : []
