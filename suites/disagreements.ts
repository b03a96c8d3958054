import { valueAt } from '../fixtures/index.ts'

/** Paths at which a body differs from the expected values; absent and null values count as equal. */
export const disagreements = (
  body: unknown,
  expected: Readonly<Record<string, unknown>>,
): readonly string[] =>
  Object.entries(expected)
    .map(([path, value]) => ({ path, value, found: valueAt(body, path) }))
    .filter(({ value, found }) => found !== undefined && found !== null && found !== value)
    .map(({ path, value, found }) => `${path} is ${JSON.stringify(found)}, not ${JSON.stringify(value)}`)
