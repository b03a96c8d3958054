/** Follows `$ref` within the document and to files in its folder tree. Sends no request. */
import { existsSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { assayError } from '../../../errors/index.ts'
import { isJsonObject, ownValue } from '../../../fixtures/requests/merge-patch.ts'
import { createBudget, parseFile } from './parse-file.ts'
import { tryDecodeUri } from '../../../spec/try-decode-uri.ts'

/** A value of the document, and its place. */
export interface Located {
  readonly value: unknown
  /** Absolute path. */
  readonly file: string
  /** JSON pointer into the file. */
  readonly pointer: string
}

export interface References {
  readonly root: Located
  /** The value itself, or the target of its `$ref`. */
  follow(located: Located): Located
  /** A member of an object or an array, with its `$ref` followed; undefined: it does not exist. */
  member(located: Located, key: string): Located | undefined
}

const MAX_FILES = 500
const MAX_STEPS = 50
/** A document of 1,200 operations needs 130,000. */
const MAX_LOOKUPS = 500_000

/** @param file the document; a `$ref` to a file outside its folder tree is rejected */
export function openReferences(file: string): References {
  const main = resolve(file)
  const files = openFiles(main, file)
  let lookups = 0

  const target = (from: Located, reference: string): Located => {
    const [address = '', fragment = ''] = reference.split('#', 2)
    if (/^(?:[a-z][a-z0-9+.-]+:|\/\/)/i.test(address))
      throw assayError('openapi-reference-remote', { file: from.file, at: from.pointer, reference })
    const path = address === '' ? from.file : resolve(dirname(from.file), tryDecodeUri(address))
    const value = address === '' ? files.known(path) : files.open(path, from, reference)
    return { value: valueAt(value, fragment, from, reference), file: path, pointer: fragment }
  }

  const follow = (located: Located): Located => {
    let current = located
    for (let step = 0; step < MAX_STEPS; step++) {
      const reference = isJsonObject(current.value) ? ownValue(current.value, '$ref') : undefined
      if (typeof reference !== 'string') return current
      current = target(current, reference)
    }
    throw assayError('openapi-reference-circular', { file: located.file, at: located.pointer })
  }

  const member = (located: Located, key: string): Located | undefined => {
    const { value, file, pointer } = located
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    if (++lookups > MAX_LOOKUPS)
      throw assayError('openapi-too-many-references', { file: main, max: MAX_LOOKUPS })
    return follow({
      value: (value as Readonly<Record<string, unknown>>)[key],
      file,
      pointer: `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    })
  }

  return {
    root: { value: files.known(main), file: main, pointer: '' },
    follow,
    member,
  }
}

interface Files {
  /** The parsed content of a file. */
  known(path: string): unknown
  /** Reads the file of a `$ref`, once. */
  open(path: string, from: Located, reference: string): unknown
}

function openFiles(main: string, given: string): Files {
  const budget = createBudget()
  const contents = new Map<string, unknown>([[main, parseFile(given, budget)]])
  const folder = dirname(main)
  const open = (path: string, from: Located, reference: string): unknown => {
    if (contents.has(path)) return contents.get(path)
    // The path is checked before the file system, so that a document cannot probe for files elsewhere.
    if (!isWithin(path, folder)) throw outside(from, reference)
    if (!existsSync(path)) throw broken(from, reference, `there is no file ${path}`)
    const real = realpathSync(path)
    if (!isWithin(real, realpathSync(folder))) throw outside(from, reference)
    if (contents.size >= MAX_FILES)
      throw assayError('openapi-too-many-files', { file: given, max: MAX_FILES })
    contents.set(path, parseFile(real, budget))
    return contents.get(path)
  }
  return { known: (path) => contents.get(path), open }
}

const outside = (from: Located, reference: string) =>
  assayError('openapi-reference-outside', { file: from.file, at: from.pointer, reference })

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

function valueAt(root: unknown, fragment: string, from: Located, reference: string): unknown {
  let value = root
  for (const key of fragment.split('/').slice(1).map(unescaped)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key))
      throw broken(from, reference, `there is no ${key} at that place`)
    value = (value as Readonly<Record<string, unknown>>)[key]
  }
  if (fragment !== '' && !fragment.startsWith('/'))
    throw broken(from, reference, 'its fragment is not a JSON pointer')
  return value
}

const broken = (from: Located, reference: string, found: string) =>
  assayError('openapi-reference-broken', {
    file: from.file,
    at: from.pointer || '/',
    reference,
    reason: found,
  })

const unescaped = (key: string) => tryDecodeUri(key).replaceAll('~1', '/').replaceAll('~0', '~')

/** The members of an object, each with its `$ref` followed. */
export const membersOf = (
  references: References,
  located: Located | undefined,
): readonly (readonly [string, Located])[] =>
  located && typeof located.value === 'object' && located.value !== null
    ? Object.keys(located.value).map((key) => [key, references.member(located, key)!] as const)
    : []

/** A member that is a text. */
export function textAt(located: Located | undefined, key: string): string | undefined {
  const value = located && isJsonObject(located.value) ? ownValue(located.value, key) : undefined
  return typeof value === 'string' ? value : undefined
}
