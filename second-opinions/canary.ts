import { findingsOf, type OperationName } from '../spec/index.ts'
import type { DocumentedAnswer } from './documented-answers.ts'

type Place = readonly string[]

/** Every place in a body, as a list of keys. */
const placesIn = (value: unknown): readonly Place[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, child]) => [
        [key],
        ...placesIn(child).map((place) => [key, ...place]),
      ])

/** The body with the value at a place that has no id, text or object. */
function withNonsenseAt(body: object, [key, ...rest]: Place): unknown {
  if (key === undefined) return [[]]
  const changed = withNonsenseAt(Reflect.get(body, key) as object, rest)
  return Array.isArray(body)
    ? body.map((item: unknown, index) => (String(index) === key ? changed : item))
    : { ...body, [key]: changed }
}

/**
 * A body that is known to be invalid: the documented example without a required field, with a field of another type, or
 * another body. Other tools fail open, for example when a schema does not compile: a tool that accepts this body has no
 * opinion on the schema.
 *
 * @returns undefined if the schema allows every body
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
