/** How many of its requirements the correction of a cause resolves, and what the others need. Pure. */
import { count } from '../spec/count.ts'
import { grouped } from '../spec/grouped.ts'
import type { Cause } from './conformance.ts'

const IDS_NAMED = 3
const CAUSES_NAMED = 3

/** "resolves 9 of 10 requirements (CNV-09 also needs cause 3)". */
export function resolvesText(cause: Cause, causes: readonly Cause[]): string {
  const { requirements, resolves } = cause
  if (resolves >= requirements.length) return `resolves ${count(resolves, 'requirement')}`
  const number = causes.findIndex(({ id }) => id === cause.id) + 1
  const numbersOf = causesOfEach(causes)
  const shared = requirements.flatMap((id) => {
    const others = (numbersOf.get(id) ?? []).filter((other) => other !== number)
    return others.length === 0 ? [] : [{ id, needs: causeNumbers(others) }]
  })
  const needs = [...grouped(shared, (one) => one.needs)].map(([needed, all]) => {
    const subject =
      all.length > IDS_NAMED ? count(all.length, 'requirement') : all.map(({ id }) => id).join(' and ')
    return `${subject} also ${all.length === 1 ? 'needs' : 'need'} ${needed}`
  })
  const why = needs.length === 0 ? '' : ` (${needs.slice(0, CAUSES_NAMED).join('; ')})`
  return `resolves ${resolves} of ${count(requirements.length, 'requirement')}${why}`
}

/** Of each requirement, the numbers of the causes that fail or block it; once for a report of hundreds of causes. */
export function causesOfEach(causes: readonly Cause[]): ReadonlyMap<string, readonly number[]> {
  const kept = KEPT.get(causes)
  if (kept) return kept
  const all = causes.flatMap(({ requirements }, index) =>
    requirements.map((id) => ({ id, number: index + 1 })),
  )
  const found = new Map(
    [...grouped(all, ({ id }) => id)].map(([id, some]) => [id, some.map(({ number }) => number)]),
  )
  KEPT.set(causes, found)
  return found
}

const listed = (numbers: readonly number[]): string =>
  [numbers.slice(0, -1).join(', '), numbers.at(-1)].filter((part) => part !== '').join(' and ')

const KEPT = new WeakMap<readonly Cause[], ReadonlyMap<string, readonly number[]>>()

/** "cause 3", "causes 1, 2 and 4". */
export function causeNumbers(numbers: readonly number[]): string {
  const named = numbers.slice(0, CAUSES_NAMED)
  const more = numbers.length - named.length
  return more > 0
    ? `causes ${named.join(', ')} and ${more} more`
    : `${named.length === 1 ? 'cause' : 'causes'} ${listed(named)}`
}
