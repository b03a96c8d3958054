/**
 * Mutants of responses: each deployment responds to an operation with one defect in every response. The possible
 * defects come from the OpenAPI document and the values themselves, never from the validators.
 */
import { readFileSync } from 'node:fs'
import { errorCatalogue, schemaSites, enumSites, type Exchange } from '../../spec/index.ts'
import { tryParseJson } from '../../spec/try-parse-json.ts'

export const KINDS = [
  'drop',
  'null',
  'type',
  'enum',
  'format',
  'later',
  'earlier',
  'plus-one',
  'status',
  'content-type',
  'code',
  'stale',
] as const
export type Kind = (typeof KINDS)[number]

/** The change that each kind makes, for readers. */
export const CHANGE_OF_KIND: Readonly<Record<Kind, string>> = {
  drop: 'the field is missing',
  null: 'the field is null',
  type: 'the value has another JSON type',
  enum: 'the value is not in the list of values',
  format: 'the identifier or the time has another format',
  later: 'the time is one day later',
  earlier: 'the time is one day earlier',
  'plus-one': 'the amount is one larger',
  status: 'the response has another status',
  'content-type': 'the response is text/html',
  code: 'the error has another code of its status',
  stale: 'the response is the previous one of the same operation',
}

export interface Mutation {
  readonly kind: Kind
  readonly operation: string
  /** Status of the responses to mutate. */
  readonly status: number
  /** Dotted path into the body, `*` for every element; empty: the whole response. */
  readonly path: string
}

export const nameOf = ({ kind, operation, status, path }: Mutation): string =>
  [kind, operation, status, ...(path === '' ? [] : [path])].join(' ')

type Response = NonNullable<Exchange['response']>
type Json = Readonly<Record<string, unknown>>

interface Schema {
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, { readonly type?: unknown }>>
}

const { schemas } = (
  JSON.parse(readFileSync(new URL('../../spec/generated/openapi.json', import.meta.url), 'utf8')) as {
    readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
  }
).components

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const IDENTIFIER = /^[A-Z]\w+:[0-9a-f-]{36}$/i
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})$/
/** An amount of money in the smallest unit (contract: Conventions). */
const AMOUNT = /(?:Amount|^amount|[fF]eesIncluded)$/
const DAY_MS = 86_400_000

/** Every kind of defect of a response. */
export function mutationsOf({ operation, response }: Exchange): readonly Mutation[] {
  if (operation === undefined || response === undefined) return []
  const { status } = response
  const body = tryParseJson(response.body)
  const of = (kind: Kind, path = ''): Mutation => ({ kind, operation, status, path })
  const whole = [of('status'), ...(response.body === '' ? [] : [of('content-type')])]
  if (status >= 400) {
    const code = isRecord(body) ? body.code : undefined
    return [
      ...whole,
      ...(typeof code === 'string' ? [of('code'), of('drop', 'code'), of('null', 'code')] : []),
    ]
  }
  const places = schemaSites
    .filter((site) => site.operation === operation)
    .flatMap(({ schema, path, properties }) =>
      properties.map((property) => ({
        path: path === '' ? property : `${path}.${property}`,
        required: schemas[schema]?.required?.includes(property) === true,
        mayBeNull: [schemas[schema]?.properties?.[property]?.type].flat().includes('null'),
      })),
    )
  const seen = new Set<string>()
  const inBody = places.flatMap(({ path, required, mayBeNull }) => {
    const value = valuesAt(body, path)[0]
    if (value === undefined || value === null || seen.has(path)) return []
    seen.add(path)
    const isEnum = enumSites.some((site) => site.operation === operation && site.path === path)
    const key = path.slice(path.lastIndexOf('.') + 1)
    return [
      ...(required ? [of('drop', path)] : []),
      ...(mayBeNull ? [] : [of('null', path)]),
      of('type', path),
      ...(isEnum ? [of('enum', path)] : []),
      ...(typeof value === 'string' && (IDENTIFIER.test(value) || TIMESTAMP.test(value))
        ? [of('format', path)]
        : []),
      ...(typeof value === 'string' && TIMESTAMP.test(value) ? [of('later', path), of('earlier', path)] : []),
      ...(Number.isInteger(value) && AMOUNT.test(key) ? [of('plus-one', path)] : []),
    ]
  })
  return [...whole, ...(response.body === '' ? [] : [of('stale')]), ...inBody]
}

/**
 * The response with the mutation; undefined if it has nothing to mutate.
 *
 * @param earlier the previous response to the same operation in the same check
 */
export function mutated(
  { kind, path }: Mutation,
  response: Response,
  earlier: Response | undefined,
): Response | undefined {
  const { status } = response
  switch (kind) {
    case 'status':
      return { ...response, status: WRONG_STATUS[status] ?? (status < 300 ? 500 : 400) }
    case 'content-type':
      return { ...response, headers: { ...response.headers, 'content-type': 'text/html' } }
    case 'stale':
      return earlier && earlier.body !== response.body ? earlier : undefined
    case 'code':
      return withBody(response, 'code', (code) => otherCode(status, String(code)))
    default:
      return withBody(response, path, CHANGES[kind])
  }
}

const WRONG_STATUS: Readonly<Record<number, number>> = { 400: 409, 401: 403, 404: 400, 409: 400, 500: 400 }

const DROPPED = Symbol('dropped')

const CHANGES: Readonly<
  Record<Exclude<Kind, 'status' | 'content-type' | 'stale' | 'code'>, (value: unknown) => unknown>
> = {
  drop: () => DROPPED,
  null: () => null,
  type: (value) => (typeof value === 'string' ? 7 : typeof value === 'boolean' ? 'yes' : 'text'),
  enum: () => 'NO_SUCH_VALUE',
  format: (value) => (TIMESTAMP.test(String(value)) ? 'tomorrow at noon' : String(value).replace(':', '-')),
  later: (value) => shifted(value, DAY_MS),
  earlier: (value) => shifted(value, -DAY_MS),
  'plus-one': (value) => (value as number) + 1,
}

const shifted = (value: unknown, ms: number): unknown =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value))
    ? new Date(Date.parse(value) + ms).toISOString()
    : value

const otherCode = (status: number, code: string): string =>
  Object.keys((errorCatalogue as Readonly<Record<number, object>>)[status] ?? {}).find(
    (other) => other !== code,
  ) ?? 'NO_SUCH_CODE'

function withBody(
  response: Response,
  path: string,
  change: (value: unknown) => unknown,
): Response | undefined {
  const body = tryParseJson(response.body)
  if (valuesAt(body, path).every((value) => value === undefined || value === null)) return undefined
  return { ...response, body: JSON.stringify(changedAt(body, path.split('.'), change)) }
}

function changedAt(
  node: unknown,
  [key, ...rest]: readonly string[],
  change: (value: unknown) => unknown,
): unknown {
  if (key === undefined) return change(node)
  if (key === '*') return Array.isArray(node) ? node.map((element) => changedAt(element, rest, change)) : node
  if (!isRecord(node) || node[key] === undefined || node[key] === null) return node
  const value = changedAt(node[key], rest, change)
  const { [key]: _, ...others } = node
  return value === DROPPED ? others : { ...node, [key]: value }
}

function valuesAt(node: unknown, path: string): readonly unknown[] {
  return path
    .split('.')
    .reduce<readonly unknown[]>(
      (nodes, key) =>
        nodes.flatMap((one) =>
          key === '*'
            ? Array.isArray(one)
              ? (one as readonly unknown[])
              : []
            : isRecord(one)
              ? [one[key]]
              : [],
        ),
      [node],
    )
}
