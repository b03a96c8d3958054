import { Mismatch, valueAt } from '../fixtures/index.ts'

/** Paths at which a body differs from the expected values; absent and null values count as equal. */
export const disagreements = (
  body: unknown,
  expected: Readonly<Record<string, unknown>>,
): readonly Mismatch[] =>
  Object.entries(expected)
    .map(([path, value]) => ({ path, value, found: valueAt(body, path) }))
    .filter(({ value, found }) => found !== undefined && found !== null && found !== value)
    .map(({ path, value, found }) => new Mismatch({ at: path, expected: value, actual: found, of: body }))
