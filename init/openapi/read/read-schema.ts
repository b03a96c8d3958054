/** The fields of a body, from its schema and its examples. OpenAPI 3.0 and 3.1 give the same. */
import { isJsonObject, ownValue } from '../../../fixtures/requests/merge-patch.ts'
import type { Body, Field } from './described.ts'
import { textAt, type Located, type References } from './references.ts'

const MAX_FIELDS = 400
const MAX_DEPTH = 7
const MAX_SCHEMAS = 3_000
const MAX_ENUM = 200
const MAX_TEXT = 300

interface Collected {
  readonly references: References
  readonly fields: Map<string, Field>
  /** Paths that some object has in `required`. */
  readonly required: Set<string>
  /** Schemas on the current path: a schema may contain itself. */
  readonly open: Set<unknown>
  schemas: number
  isArray: boolean
}

/**
 * @param schema undefined: only examples exist
 * @param examples whole bodies
 */
export function readBody(
  references: References,
  schema: Located | undefined,
  examples: readonly unknown[],
): Body {
  const collected: Collected = {
    references,
    fields: new Map(),
    required: new Set(),
    open: new Set(),
    schemas: 0,
    isArray: false,
  }
  if (schema) collect(collected, schema, [], true)
  for (const example of examples) collectExample(collected, example, [])
  const fields = [...collected.fields].map(([key, field]) => ({
    ...field,
    required: collected.required.has(key),
  }))
  return { isArray: collected.isArray, fields }
}

/** @param always whether the schema applies to every value: false below `oneOf`, `anyOf` and `if` */
function collect(into: Collected, located: Located, path: readonly string[], always: boolean): void {
  const { value } = located
  if (!isJsonObject(value) || path.length > MAX_DEPTH || into.open.has(value)) return
  if (++into.schemas > MAX_SCHEMAS) return
  into.open.add(value)
  for (const [keyword, holds] of COMBINED) {
    const parts = into.references.member(located, keyword)
    if (!parts) continue
    const list = Array.isArray(parts.value)
      ? parts.value.map((_, index) => into.references.member(parts, String(index))!)
      : [parts]
    const onlyOne = list.filter(({ value: part }) => !isNullSchema(part)).length === 1
    for (const part of list)
      collect(into, part, path, always && (holds || (onlyOne && keyword.endsWith('Of'))))
  }
  if (always) {
    for (const name of textsOf(ownValue(value, 'required'))) into.required.add(keyOf([...path, name]))
  }
  collectProperties(into, located, path, always)
  collectItems(into, located, path, always)
  into.open.delete(value)
}

const COMBINED = [
  ['allOf', true],
  ['oneOf', false],
  ['anyOf', false],
  ['then', false],
  ['else', false],
] as const

const isNullSchema = (schema: unknown) => isJsonObject(schema) && ownValue(schema, 'type') === 'null'

function collectProperties(
  into: Collected,
  located: Located,
  path: readonly string[],
  always: boolean,
): void {
  const properties = into.references.member(located, 'properties')
  if (!properties || !isJsonObject(properties.value)) return
  for (const name of Object.keys(properties.value)) {
    if (into.fields.size >= MAX_FIELDS || name.length > MAX_TEXT) return
    const property = into.references.member(properties, name)!
    const fieldPath = [...path, name]
    const known = into.fields.get(keyOf(fieldPath))
    const facts = factsOf(into.references, property)
    into.fields.set(keyOf(fieldPath), {
      path: fieldPath,
      required: false,
      ...facts,
      ...(known && filled(known)),
    })
    collect(into, property, fieldPath, always)
  }
}

/** A constraint on a field replaces an open type from another branch. */
const filled = (field: Field): Partial<Field> =>
  Object.fromEntries(
    Object.entries(field).filter(
      ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  )

function collectItems(into: Collected, located: Located, path: readonly string[], always: boolean): void {
  const items = into.references.member(located, 'items')
  if (!items) return
  if (path.length === 0) into.isArray = true
  collect(into, items, [...path, '*'], always)
}

/** Examples show field names too: many documents have no schema. */
function collectExample(into: Collected, example: unknown, path: readonly string[]): void {
  if (path.length > MAX_DEPTH) return
  if (Array.isArray(example)) {
    if (path.length === 0) into.isArray = true
    for (const item of example.slice(0, 3)) collectExample(into, item, [...path, '*'])
    return
  }
  if (!isJsonObject(example)) return
  for (const [name, value] of Object.entries(example)) {
    if (into.fields.size >= MAX_FIELDS || name.length > MAX_TEXT) return
    const fieldPath = [...path, name]
    const known = into.fields.get(keyOf(fieldPath))
    into.fields.set(keyOf(fieldPath), {
      ...(known ?? { ...NO_FACTS, path: fieldPath, required: false }),
      example: known?.example ?? value,
    })
    collectExample(into, value, fieldPath)
  }
}

const keyOf = (path: readonly string[]) => JSON.stringify(path)

type Facts = Omit<Field, 'path' | 'required'>

const NO_FACTS: Facts = {
  types: [],
  enumeration: undefined,
  format: undefined,
  maxLength: undefined,
  description: '',
  example: undefined,
  fixed: undefined,
}

/** The constraints on one value, including those of `allOf`, and of a `oneOf` or `anyOf` of one schema and null. */
export function factsOf(references: References, located: Located, depth = 0): Facts {
  const { value } = located
  if (!isJsonObject(value) || depth > 5) return NO_FACTS
  const inner = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) => {
    const parts = references.member(located, keyword)
    if (!parts || !Array.isArray(parts.value)) return []
    const schemas = parts.value.slice(0, 20).map((_, index) => references.member(parts, String(index))!)
    const facts = schemas.map((schema) => factsOf(references, schema, depth + 1))
    if (keyword === 'allOf') return facts
    const meant = facts.filter((_, index) => !isNullSchema(schemas[index]!.value))
    return meant.length === 1 ? meant : []
  })
  return inner.reduce((own, other) => ({ ...other, ...filled(own as Field) }), ownFacts(value, located))
}

function ownFacts(value: Readonly<Record<string, unknown>>, located: Located): Facts {
  const constant = ownValue(value, 'const')
  const fixed = constant ?? ownValue(value, 'default')
  const example = fixed ?? ownValue(value, 'example') ?? firstOf(ownValue(value, 'examples'))
  const types = textsOf(ownValue(value, 'type')).filter((type) => type !== 'null')
  const enumeration = typeof constant === 'string' ? [constant] : enumOf(ownValue(value, 'enum'))
  const maxLength = ownValue(value, 'maxLength')
  return {
    types,
    enumeration,
    format: textAt(located, 'format'),
    maxLength: typeof maxLength === 'number' ? maxLength : undefined,
    description: (textAt(located, 'description') ?? textAt(located, 'title') ?? '').slice(0, MAX_TEXT),
    example,
    fixed,
  }
}

const firstOf = (value: unknown): unknown => (Array.isArray(value) ? (value as unknown[])[0] : undefined)

/** An enum of texts; a very long one counts as open. */
function enumOf(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_ENUM) return undefined
  const texts = textsOf(value).filter((text) => text.length <= MAX_TEXT)
  return texts.length === value.filter((one) => one !== null).length ? texts : undefined
}

/** A text, or the texts of an array. */
export const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).filter((one) => typeof one === 'string')
