import { findingsOf, type OperationName } from '../spec/index.ts'
import type { DocumentedAnswer } from './documented-answers.ts'

type Place = readonly string[]

/** Every place within a body, as the keys that lead to it. */
const placesIn = (value: unknown): readonly Place[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, child]) => [
        [key],
        ...placesIn(child).map((place) => [key, ...place]),
      ])

/** The body with something at a place that is no id, no text and no object. */
function withNonsenseAt(body: object, [key, ...rest]: Place): unknown {
  if (key === undefined) return [[]]
  const changed = withNonsenseAt(Reflect.get(body, key) as object, rest)
  return Array.isArray(body)
    ? body.map((item: unknown, index) => (String(index) === key ? changed : item))
    : { ...body, [key]: changed }
}

/**
 * A body that is known to be bad: the documented example without a field that it needs, with one of another type, or
 * another body altogether.
 * Other tools fail open, as with a schema that does not compile; one that stays silent on this has no opinion on the
 * schema.
 *
 * @returns undefined where the document shows nothing that could be broken
 */
export function canaryOf({ operation, status, example }: DocumentedAnswer): string | undefined {
  if (typeof example !== 'object' || example === null) return undefined
  const fields = Object.keys(example)
  const bodies = [
    ...fields.map((field) => Object.fromEntries(Object.entries(example).filter(([key]) => key !== field))),
    ...fields.map((field) => ({ ...example, [field]: [[]] })),
    [],
    'text',
    ...placesIn(example).map((place) => withNonsenseAt(example, place)),
  ]
  const bad = bodies.find((body) => isBad(operation, status, body))
  return bad === undefined ? undefined : JSON.stringify(bad)
}

const isBad = (operation: string, status: number, json: unknown) =>
  findingsOf(operation as OperationName, { status, contentType: 'application/json', body: { json } }).findings
    .length > 0
