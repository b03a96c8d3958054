/** The contract's own document with every path, parameter, operation and field renamed, over several files. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { stringify } from 'yaml'
import { operations, type OperationName } from '../../spec/index.ts'
import openapi from '../../spec/generated/openapi.json' with { type: 'json' }

/** Gives a name another form or other words. */
export type Rename = (name: string) => string

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Letters in reverse: no word of the contract is left in a name. */
export const opaquely: Rename = (name) =>
  name.replace(/[A-Za-z]+/g, (word) => word.toLowerCase().split('').toReversed().join(''))

const OTHER_WORDS: readonly (readonly [RegExp, string])[] = [
  [/external-?account/gi, 'beneficiary'],
  [/internal-?account/gi, 'balance'],
  [/device-?code/gi, 'pairing-code'],
  [/exchange-?rate/gi, 'fx-rate'],
  [/beneficial-?owner/gi, 'shareholder'],
  [/stablecoin-?provider-?account/gi, 'issuer-link'],
  [/stablecoin/gi, 'coin'],
  [/customer/gi, 'client'],
  [/agent/gi, 'delegate'],
  [/quote/gi, 'quotation'],
  [/transaction/gi, 'transfer'],
  [/verification/gi, 'kyc-check'],
  [/document/gi, 'file'],
  [/invitation/gi, 'invite'],
  [/token/gi, 'api-key'],
  [/config\b/gi, 'settings'],
  [/sandbox/gi, 'simulator'],
  [/credential/gi, 'authenticator'],
  [/discover(?:ies|y)?/gi, 'payment-rails'],
  [/execute/gi, 'submit'],
  [/approve/gi, 'accept'],
  [/reject/gi, 'decline'],
  [/platform/gi, 'company'],
  [/actions?/gi, 'activities'],
]

/** Other words, joined by underscores. */
export const inOtherWords: Rename = (name) =>
  OTHER_WORDS.reduce((text, [word, other]) => text.replace(word, `-${other}-`), name)
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[^a-z0-9/{}]+/)
    .filter((word) => word !== '')
    .join('_')
    .replace(/_?([/{}])_?/g, '$1')

export interface RenamedDocument {
  /** Path of the main file. */
  readonly file: string
  /** By operation of the contract: METHOD and path. */
  readonly expected: Readonly<Record<string, string>>
}

/** Writes the document into a folder; summaries and tags stay unless `prose` renames them too. */
export function writeRenamedDocument(folder: string, rename: Rename, prose: Rename): RenamedDocument {
  const paths = Object.entries(openapi.paths as Record<string, Record<string, Json>>)
  const files = new Map<string, Record<string, unknown>>()
  const add = (file: string, key: string, value: unknown) =>
    files.set(file, { ...files.get(file), [key]: value })
  const expected: Record<string, string> = {}
  const rooted: Record<string, Json> = {}
  for (const [path, item] of paths) {
    const renamed = path.replace(/[^/{}]+/g, rename)
    for (const [method, operation] of Object.entries(item)) {
      for (const name of bindingsOf(operation)) expected[name] = `${method.toUpperCase()} ${renamed}`
    }
    const tag = String((Object.values(item)[0]!['tags'] as readonly string[])[0]).replace(/\W+/g, '-')
    const file = `paths/${tag}.yaml`
    add(file, renamed, changed(item, file, rename, prose))
    rooted[renamed] = { $ref: `${file}#/${renamed.replaceAll('~', '~0').replaceAll('/', '~1')}` }
  }
  for (const [kind, entries] of Object.entries(openapi.components as unknown as Record<string, Json>)) {
    if (kind === 'securitySchemes') continue
    for (const [name, entry] of Object.entries(entries)) {
      add(fileOf(kind), name, changed(entry, fileOf(kind), rename, prose))
    }
  }
  files.set('api.yaml', {
    openapi: '3.1.0',
    info: { title: 'Renamed', version: '1' },
    servers: [{ url: 'https://renamed.example/2025-10-13' }],
    security: openapi.security,
    paths: rooted,
    components: { securitySchemes: openapi.components.securitySchemes },
  })
  for (const [file, content] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), stringify(content, { aliasDuplicateObjects: false }))
  }
  return { file: join(folder, 'api.yaml'), expected }
}

/** Bindings whose operation has this default address. */
function bindingsOf(operation: Json): readonly string[] {
  const { operationId } = operation as { readonly operationId: OperationName }
  const { method, path } = operations[operationId]
  return Object.entries(operations).flatMap(([name, other]) =>
    other.method === method && other.path === path ? [name] : [],
  )
}

const fileOf = (kind: string) => (kind === 'schemas' ? 'common/models.yaml' : `common/${kind}.yaml`)

const TEXTS = ['summary', 'description']

/** A part of the document in another file, with every name changed. */
function changed(value: unknown, file: string, rename: Rename, prose: Rename, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((item) => changed(item, file, rename, prose))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]): [string, unknown][] => {
      if (isNames) return [[rename(key), changed(entry, file, rename, prose)]]
      if (key.startsWith('x-') || key === 'format' || key === 'pattern') return []
      if (key === '$ref') return [[key, movedReference(String(entry), file)]]
      if (key === 'operationId' || (key === 'name' && typeof value['in'] === 'string'))
        return [[key, rename(String(entry))]]
      if (TEXTS.includes(key) && typeof entry === 'string') return [[key, prose(entry)]]
      if (key === 'tags') return [[key, (entry as readonly string[]).map(prose)]]
      if (key === 'required' && Array.isArray(entry))
        return [[key, entry.map((name) => rename(String(name)))]]
      if (key === 'example') return [[key, renamedKeys(entry, rename)]]
      return [[key, changed(entry, file, rename, prose, key === 'properties')]]
    }),
  )
}

function renamedKeys(value: unknown, rename: Rename): unknown {
  if (Array.isArray(value)) return value.map((item) => renamedKeys(item, rename))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [rename(key), renamedKeys(entry, rename)]),
  )
}

function movedReference(reference: string, from: string): string {
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(reference) ?? []
  const target = fileOf(kind)
  return target === from ? `#/${name}` : `${relative(dirname(from), target)}#/${name}`
}
