import { valueAt } from '../../fixtures/index.ts'

/** Where a body says something else than expected, at dotted paths; what it leaves out, or null, is none. */
export const disagreements = (
  body: unknown,
  expected: Readonly<Record<string, unknown>>,
): readonly string[] =>
  Object.entries(expected)
    .map(([path, value]) => ({ path, value, found: valueAt(body, path) }))
    .filter(({ value, found }) => found !== undefined && found !== null && found !== value)
    .map(({ path, value, found }) => `${path} is ${JSON.stringify(found)}, not ${JSON.stringify(value)}`)
