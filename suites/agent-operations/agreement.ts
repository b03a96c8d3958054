import { isDeepStrictEqual } from 'node:util'
import { isSameRate } from '../../spec/index.ts'
import { instantOf, Mismatch, valueAt } from '../../fixtures/index.ts'

/** Whether there is a value to compare: a missing or null value agrees with everything. */
export const isTold = (value: unknown) => value !== undefined && value !== null

/** Paths in one body that must have equal values but do not. */
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

/**
 * Paths that two bodies of one resource share, with different values.
 *
 * @param places where each body comes from, such as `in the action`; the first one is right
 */
export const differences = (
  one: unknown,
  other: unknown,
  paths: readonly string[],
  [as]: readonly [string, string],
): readonly Mismatch[] =>
  paths
    .map((path) => ({ path, first: valueAt(one, path), second: valueAt(other, path) }))
    .filter(({ path, first, second }) => isTold(first) && isTold(second) && differ(path, first, second))
    .map(
      ({ path, first, second }) => new Mismatch({ at: path, expected: first, actual: second, as, of: other }),
    )

/** The same timestamp may have fractions of a second in one place only. */
const TOLERANCE_MS = 1_000

function differ(path: string, first: unknown, second: unknown): boolean {
  if (isDeepStrictEqual(first, second)) return false
  if (path.endsWith('exchangeRate') && isSameRate(first, second)) return false
  if (!path.endsWith('At') || typeof first !== 'string' || typeof second !== 'string') return true
  return !(Math.abs(instantOf(first) - instantOf(second)) <= TOLERANCE_MS)
}
