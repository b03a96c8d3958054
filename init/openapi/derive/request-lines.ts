/** `requests`: fields that the document requires and Assay's default body lacks. */
import { stringify } from 'yaml'
import { isJudgedField } from '../../../fixtures/config/requests.ts'
import { printable } from '../../../reports/printable.ts'
import type { OperationName } from '../../../spec/index.ts'
import { CERTAIN, type Matching } from '../match/match-operations.ts'
import { GENERIC } from '../match/vocabulary.ts'
import { conceptsOf, wordsOf } from '../match/words.ts'
import type { Body, Field } from '../read/described.ts'
import { mayBeSecret } from './is-secret.ts'
import type { Line } from './line.ts'

const MAX_TEXT = 120

/** Lines of `requests`. A value from the document is active; an invented one is a comment. */
export function requestLines({ matches, contract }: Matching): readonly Line[] {
  return matches.flatMap(({ operation, found, confidence, isCertain }): Line[] => {
    if (!isCertain || found.method === 'GET' || !found.request) return []
    const paused = pausingLine(operation, found.request)
    if (paused) return [paused]
    const ours = contract.get(operation)!.request
    const fields = missingFields(ours, found.request).filter(
      (field) =>
        !isIdentifier(field) &&
        !isJudgedField(operation, field.path[0]!) &&
        !sameAs(field, ours, found.request!),
    )
    const values = fields.flatMap((field) => valueOf(field) ?? [])
    const copied = values.filter((value) => value.confidence >= CERTAIN)
    const invented = values.filter((value) => value.confidence < CERTAIN)
    const line = (written: readonly Value[]) => {
      const least = confidence * Math.min(...written.map((value) => value.confidence))
      return { key: operation, value: flow(written), confidence: least, counts: least >= CERTAIN }
    }
    return [
      ...(copied.length > 0 ? [line(copied)] : []),
      // Two lines with one key are invalid, so the second one can replace the first.
      ...(invented.length > 0
        ? [{ ...line([...copied, ...invented]), remark: remarkOn(invented, copied.length > 0) }]
        : []),
    ]
  })
}

function remarkOn(invented: readonly Value[], replaces: boolean): string {
  const fields = invented.map(({ name }) => name).join(' and ')
  return `the document requires ${fields} and gives no value${replaces ? '; replaces the line above' : ''}`
}

/** Required top-level fields with a simple name that the default body lacks. */
function missingFields(ours: Body | undefined, theirs: Body): readonly Field[] {
  const known = new Set((ours?.fields ?? []).filter(({ path }) => path.length === 1).map(keyOf))
  return theirs.fields.filter(
    (field) =>
      field.path.length === 1 &&
      field.required &&
      !known.has(keyOf(field)) &&
      /^[A-Za-z_][\w-]{0,80}$/.test(field.path[0]!),
  )
}

const keyOf = ({ path }: Field) => wordsOf(path[0]!).join(' ')

/** A field of the default body that the document lacks and that has the same meaning, by its words or its values. */
function sameAs(field: Field, ours: Body | undefined, theirs: Body): Field | undefined {
  const there = new Set(theirs.fields.filter(({ path }) => path.length === 1).map(keyOf))
  const concepts = namedConcepts(field)
  return (ours?.fields ?? [])
    .filter((own) => own.path.length === 1 && !there.has(keyOf(own)))
    .find(
      (own) =>
        (own.enumeration ?? []).filter((value) => field.enumeration?.includes(value)).length > 1 ||
        (isIdentifier(own) === isIdentifier(field) &&
          namedConcepts(own).some((concept) => concepts.includes(concept))),
    )
}

const namedConcepts = ({ path }: Field): readonly string[] =>
  [...conceptsOf(path[0]!)].filter(([concept]) => !GENERIC.has(concept)).map(([concept]) => concept)

/** Sentences on required fields that the default body may have under another name. */
export const renamedFields = ({ matches, contract }: Matching): readonly string[] =>
  matches.flatMap(({ operation, found, isCertain }) => {
    if (!isCertain || !found.request || pausingLine(operation, found.request)) return []
    const ours = contract.get(operation)!.request
    return missingFields(ours, found.request).flatMap((field) => {
      const own = sameAs(field, ours, found.request!)
      return own ? [`${operation}: ${field.path[0]!}, perhaps ${own.path[0]!}`] : []
    })
  })

/** Pausing and resuming are one request with two values, so a field with another name is recognizable by its values. */
function pausingLine(operation: OperationName, request: Body): Line | undefined {
  if (operation !== 'pauseAgent' && operation !== 'resumeAgent') return undefined
  const fields = request.fields.filter(({ path, types }) => path.length === 1 && types.includes('boolean'))
  const [field, ...others] = fields.filter(({ path }) => /pause|suspend|active|enabled/i.test(path[0]!))
  const name = field?.path[0] ?? ''
  if (others.length > 0 || !/^[A-Za-z_]\w{0,80}$/.test(name) || name === 'isPaused') return undefined
  const pauses = operation === 'pauseAgent'
  const value = /active|enabled/i.test(name) ? !pauses : pauses
  return { key: operation, value: `{ isPaused: null, ${name}: ${value} }`, confidence: FIXED, counts: true }
}

/** A reference to an existing resource: no constant can be right. */
const isIdentifier = ({ path, format }: Field) =>
  format === 'uuid' || format === 'binary' || /(?:^|[_\s-])ids?$|[a-z]Ids?$/.test(path[0]!)

interface Value {
  readonly name: string
  readonly value: unknown
  readonly confidence: number
}

/** The confidence of a value: prescribed by the document, its example, or invented. */
const FIXED = 0.98
const EXAMPLE = 0.85
const INVENTED = 0.3

/** undefined: only the owner can know. */
function valueOf(field: Field): Value | undefined {
  const name = field.path[0]!
  if (mayBeSecret(name, field.format, field.example)) {
    const variable = wordsOf(name).join('_').toUpperCase()
    return { name, value: `\${${variable}}`, confidence: INVENTED }
  }
  if (field.fixed !== undefined && isCopyable(field.fixed))
    return { name, value: field.fixed, confidence: FIXED }
  const values = (field.enumeration ?? []).filter(isCopyable)
  if (values.length === 1 && field.enumeration?.length === 1)
    return { name, value: values[0], confidence: FIXED }
  if (isCopyable(field.example)) return { name, value: field.example, confidence: EXAMPLE }
  const invented = values[0] ?? INVENTIONS[field.format ?? ''] ?? INVENTIONS[field.types[0] ?? '']
  return invented === undefined ? undefined : { name, value: invented, confidence: INVENTED }
}

/** Short texts, numbers, booleans, and lists of them: without secrets and variables. */
const isCopyable = (value: unknown): boolean =>
  typeof value === 'boolean' ||
  typeof value === 'number' ||
  (typeof value === 'string' &&
    value.length <= MAX_TEXT &&
    !value.includes('${') &&
    printable(value) === value &&
    !mayBeSecret('', undefined, value)) ||
  (Array.isArray(value) &&
    value.length <= 10 &&
    value.every((item) => !Array.isArray(item) && isCopyable(item)))

const INVENTIONS: Readonly<Record<string, unknown>> = {
  'date-time': '2030-01-01T00:00:00Z',
  date: '2030-01-01',
  email: 'assay@example.org',
  uri: 'https://example.org',
  string: 'assay',
  integer: 1,
  number: 1,
  boolean: true,
}

const flow = (values: readonly Value[]) =>
  stringify(Object.fromEntries(values.map(({ name, value }) => [name, value])), {
    collectionStyle: 'flow',
    lineWidth: 0,
    defaultStringType: 'QUOTE_DOUBLE',
    defaultKeyType: 'PLAIN',
  }).trim()
