import { valueAt } from '../../fixtures/index.ts'
import { instantAt } from './created-quote.ts'

/** Whether there is something to compare: what is left out, or null for none, agrees with everything. */
const isTold = (value: unknown) => value !== undefined && value !== null

/** Places in one body that tell the same thing and differ, at dotted paths. */
export const contradictions = (
  body: unknown,
  pairs: readonly (readonly [path: string, other: string])[],
): readonly string[] =>
  pairs
    .map(([path, other]) => ({ path, other, one: valueAt(body, path), two: valueAt(body, other) }))
    .filter(({ one, two }) => isTold(one) && isTold(two) && one !== two)
    .map(
      ({ path, other, one, two }) => `${path} is ${JSON.stringify(one)}, ${other} is ${JSON.stringify(two)}`,
    )

/** Places that two bodies both tell of one resource, and tell differently; timestamps are compared as instants. */
export const differences = (one: unknown, other: unknown, paths: readonly string[]): readonly string[] =>
  paths
    .map((path) => ({ path, first: comparable(one, path), second: comparable(other, path) }))
    .filter(({ first, second }) => isTold(first) && isTold(second) && first !== second)
    .map(({ path, first, second }) => `${path} is ${JSON.stringify(first)} and ${JSON.stringify(second)}`)

/** Whole seconds, since one place may write the fraction and another leave it out. */
const comparable = (body: unknown, path: string): unknown => {
  if (!path.endsWith('At')) return valueAt(body, path)
  const instant = instantAt(body, path)
  return instant === undefined ? undefined : Math.floor(instant / 1000)
}
