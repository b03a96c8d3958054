/** The features of an operation that matching compares. */
import type { Body, Credential, DescribedOperation } from '../read/described.ts'
import { conceptsOf, mergedWords, wordsOf, type Bag } from './words.ts'

export interface OperationProfile {
  readonly kind: Kind
  /** Whether a successful response is a list; undefined: the document does not say. */
  readonly isList: boolean | undefined
  /** Static segments, parameters as `{}`. */
  readonly collection: string
  readonly credentials: ReadonlySet<Credential>
  readonly bags: Readonly<Record<Group, Bag>>
  readonly parameters: number
  /** Each segment that names a resource or an action: the last one, and those before a parameter. */
  readonly resources: readonly Bag[]
}

export type Kind =
  | 'GET_ITEM'
  | 'GET_STATIC'
  | 'POST_STATIC'
  | 'POST_BELOW_ITEM'
  | 'POST_ITEM'
  | 'CHANGE_ITEM'
  | 'CHANGE_STATIC'
  | 'DELETE_ITEM'
  | 'DELETE_STATIC'

/** Sources of words. */
export const GROUPS = [
  'path',
  'head',
  'name',
  'summary',
  'tags',
  'all',
  'request',
  'response',
  'values',
] as const
export type Group = (typeof GROUPS)[number]

const isParameter = (segment: string) => /[{}:]/.test(segment)

/** Segments of a path, without one that is a version such as `v2` or `2025-10-13`. */
export const segmentsOf = (path: string): readonly string[] =>
  path
    .split('/')
    .filter((segment) => segment !== '' && !/^(?:api|v\d+(?:\.\d+)*|\d{4}-\d\d-\d\d)$/i.test(segment))

/** @param hints further words for the summary */
export function profileOf(operation: DescribedOperation, hints = ''): OperationProfile {
  const segments = segmentsOf(operation.path)
  const statics = segments.filter((segment) => !isParameter(segment))
  const success = [...operation.responses].find(([status]) => status.startsWith('2'))?.[1]
  const kind = kindOf(operation, segments)
  const words = {
    path: mergedWords([
      conceptsOf(statics.join(' ')),
      ...statics.map((segment) => conceptsOf(segment)),
      ...segments.filter(isParameter).map((name) => conceptsOf(name, 0.4)),
    ]),
    name: conceptsOf(operation.operationId),
    summary: mergedWords([
      conceptsOf(operation.summary),
      conceptsOf(hints, 0.8),
      conceptsOf(operation.description, operation.summary === '' ? 0.8 : 0.35),
    ]),
    tags: mergedWords(operation.tags.map((tag) => conceptsOf(tag))),
  }
  return {
    kind,
    isList: kind === 'GET_STATIC' ? isListOf(success) : false,
    collection: collectionOf(segments),
    credentials: operation.credentials,
    parameters: segments.filter(isParameter).length,
    resources: segments
      .filter(
        (segment, at) =>
          segment === statics.at(-1) || (!isParameter(segment) && isParameter(segments[at + 1] ?? '')),
      )
      .map((segment) => conceptsOf(segment)),
    bags: {
      ...words,
      all: mergedWords(Object.values(words)),
      // The resource of the path.
      head: conceptsOf(statics.at(-1) ?? ''),
      request: fieldWords(operation.request),
      response: fieldWords(success),
      values: new Map([...valuesOf(operation.request), ...valuesOf(success)].map((value) => [value, 1])),
    },
  }
}

function kindOf({ method }: DescribedOperation, segments: readonly string[]): Kind {
  const isItem = isParameter(segments.at(-1) ?? '')
  switch (method) {
    case 'GET':
      return isItem ? 'GET_ITEM' : 'GET_STATIC'
    case 'DELETE':
      return isItem ? 'DELETE_ITEM' : 'DELETE_STATIC'
    case 'PATCH':
    case 'PUT':
      return isItem ? 'CHANGE_ITEM' : 'CHANGE_STATIC'
    default:
      if (isItem) return 'POST_ITEM'
      return segments.some(isParameter) ? 'POST_BELOW_ITEM' : 'POST_STATIC'
  }
}

function isListOf(success: Body | undefined): boolean | undefined {
  if (!success || (success.fields.length === 0 && !success.isArray)) return undefined
  if (success.isArray) return true
  // An array at the top, or in one envelope with only paging fields.
  return success.fields.some(
    ({ path }) =>
      path.includes('*') &&
      path.indexOf('*') <= 2 &&
      !success.fields.some((field) => field.path.length === path.indexOf('*') && field.path.at(-1) === 'id'),
  )
}

/** The path up to the first parameter that only actions follow; parameters as `{}`. */
const collectionOf = (segments: readonly string[]): string => {
  const shape = segments.map((segment) => (isParameter(segment) ? '{}' : segment))
  const last = shape.lastIndexOf('{}')
  return shape.slice(0, last < 0 ? 1 : Math.max(last, 1)).join('/')
}

const fieldWords = (body: Body | undefined): Bag => {
  const names = new Set((body?.fields ?? []).flatMap(({ path }) => (path.length <= 4 ? [path.at(-1)!] : [])))
  names.delete('*')
  return mergedWords([
    new Map([...names].map((name) => [fieldKey(name), 1] as const)),
    ...[...names].map((name) => conceptsOf(name, 0.5)),
  ])
}

/** A field by its words, so that `customer_id` equals `customerId`. */
const fieldKey = (name: string) => `.${wordsOf(name).join(' ')}`

const valuesOf = (body: Body | undefined): readonly string[] =>
  (body?.fields ?? []).flatMap(({ enumeration, example }) => [
    ...(enumeration ?? []),
    ...(typeof example === 'string' && /^[A-Z][A-Z0-9_]{3,40}$/.test(example) ? [example] : []),
  ])
