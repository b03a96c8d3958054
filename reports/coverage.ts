/** The parts of the contract that a run exercised, and those that it did not. Pure, from the recording. */
import type { Coverage, Exchange } from './conformance.ts'
import { grouped } from '../spec/grouped.ts'
import { tryParseJson } from '../spec/try-parse-json.ts'

/** A place in a successful response: `path` is dotted, `*` matches every element of an array. */
interface Site {
  readonly operation: string
  readonly path: string
}

export interface EnumSite extends Site {
  readonly name: string
  readonly values: readonly string[]
}

export interface SchemaSite extends Site {
  readonly schema: string
  readonly properties: readonly string[]
}

export interface Exercisable {
  /** Statuses documented, per operation that is bound. */
  readonly documented: Readonly<Record<string, readonly number[]>>
  /** Codes of the error catalogue, per status. */
  readonly errorCodes: Readonly<Record<string, readonly string[]>>
  readonly enumSites: readonly EnumSite[]
  readonly schemaSites: readonly SchemaSite[]
}

/** Compares what was exchanged with what could have been. */
export function coverageOf(exchanges: Iterable<Exchange>, exercisable: Exercisable): Coverage {
  const { documented, errorCodes, enumSites, schemaSites } = exercisable
  const seen: Seen = {
    statuses: new Map(),
    codes: new Map(),
    enums: valuesByName(
      enumSites,
      ({ name }) => name,
      ({ values }) => values,
    ),
    schemas: valuesByName(
      schemaSites,
      ({ schema }) => schema,
      ({ properties }) => properties,
    ),
  }
  const sites: Sites = {
    enums: grouped(enumSites, ({ operation }) => operation),
    schemas: grouped(schemaSites, ({ operation }) => operation),
  }
  for (const exchange of exchanges) note(exchange, seen, errorCodes, sites)
  const { statuses, codes, enums, schemas } = seen
  const known = Object.values(errorCodes).flat()
  return {
    operations: Object.entries(documented).map(([operation, promised]) =>
      operationCoverage(
        operation,
        promised.map(String),
        statuses.get(operation) ?? new Map<string, number>(),
      ),
    ),
    errorCodes: {
      seen: Object.fromEntries(known.flatMap((code) => (codes.has(code) ? [[code, codes.get(code)!]] : []))),
      neverSeen: known.filter((code) => !codes.has(code)),
    },
    enumValues: [...enums].map(([name, values]) => ({ name, ...splitBySeen(values) })),
    schemaProperties: [...schemas].map(([schema, values]) => ({ schema, ...splitBySeen(values) })),
  }
}

/** The parts of the contract that the responses of a run exercised. */
interface Seen {
  /** Number of responses with each status, per operation. */
  readonly statuses: Map<string, Map<string, number>>
  /** Number of responses with each code of the error catalogue. */
  readonly codes: Map<string, number>
  readonly enums: ReadonlyMap<string, Values>
  readonly schemas: ReadonlyMap<string, Values>
}

/** The places in the responses of each operation. */
interface Sites {
  readonly enums: ReadonlyMap<string, readonly EnumSite[]>
  readonly schemas: ReadonlyMap<string, readonly SchemaSite[]>
}

function note(
  { kind, operation, response }: Exchange,
  seen: Seen,
  errorCodes: Exercisable['errorCodes'],
  sites: Sites,
): void {
  if (kind !== 'contract' || operation === undefined || response === undefined) return
  const status = String(response.status)
  increment(openCount(seen.statuses, operation), status)
  const body = tryParseJson(response.body)
  if (response.status >= 400) {
    const code = property(body, 'code')
    if (typeof code === 'string' && errorCodes[status]?.includes(code)) increment(seen.codes, code)
    return
  }
  for (const site of sites.enums.get(operation) ?? []) {
    for (const value of at(body, site.path))
      if (typeof value === 'string') seen.enums.get(site.name)?.seen.add(value)
  }
  for (const site of sites.schemas.get(operation) ?? []) {
    for (const node of at(body, site.path)) {
      for (const name of site.properties)
        if (property(node, name) !== undefined) seen.schemas.get(site.schema)?.seen.add(name)
    }
  }
}

interface Values {
  readonly known: Set<string>
  readonly seen: Set<string>
}

/** One entry per name, with any number of places. */
function valuesByName<S>(
  sites: readonly S[],
  nameOf: (site: S) => string,
  valuesOf: (site: S) => readonly string[],
): Map<string, Values> {
  const byName = new Map<string, Values>()
  for (const site of sites) {
    const values = byName.get(nameOf(site)) ?? { known: new Set<string>(), seen: new Set<string>() }
    for (const value of valuesOf(site)) values.known.add(value)
    byName.set(nameOf(site), values)
  }
  return byName
}

/** In the contract's order; a value that the contract does not know is a finding, not coverage. */
const splitBySeen = ({ known, seen }: Values) => ({
  seen: [...known].filter((value) => seen.has(value)),
  neverSeen: [...known].filter((value) => !seen.has(value)),
})

function operationCoverage(
  operation: string,
  promised: readonly string[],
  counts: ReadonlyMap<string, number>,
): Coverage['operations'][number] {
  const statuses = [...new Set([...promised, ...counts.keys()])].sort()
  return {
    operation,
    statuses: Object.fromEntries(statuses.map((status) => [status, counts.get(status) ?? 0])),
    neverSeen: promised.filter((status) => !counts.has(status)),
  }
}

function openCount(counts: Map<string, Map<string, number>>, key: string): Map<string, number> {
  const count = counts.get(key) ?? new Map<string, number>()
  counts.set(key, count)
  return count
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** Own properties only: a body may name `constructor` or `__proto__`. */
const property = (node: unknown, name: string): unknown =>
  typeof node === 'object' && node !== null && Object.hasOwn(node, name)
    ? (node as Readonly<Record<string, unknown>>)[name]
    : undefined

/** Every value at a dotted path; the empty path is the body itself. */
function at(body: unknown, path: string): readonly unknown[] {
  let nodes: readonly unknown[] = [body]
  for (const step of path === '' ? [] : path.split('.')) {
    nodes = nodes.flatMap((node) =>
      step === '*' ? (Array.isArray(node) ? (node as unknown[]) : []) : [property(node, step)],
    )
  }
  return nodes.filter((node) => node !== undefined)
}
