/** The difference between two versions of the contract, by id. Pure. */
import { isDeepStrictEqual } from 'node:util'
import { readStateTables } from '../generate/state-tables.ts'
import { stateTablesSchema } from '../generate/source-schemas.ts'
import { shaped } from '../generate/shaped.ts'
import type { OpenApi } from '../generate/sources.ts'
import type { Area } from '../model.ts'
import { fieldsOf, withoutFields } from './fields.ts'
import { namesOf } from './names.ts'
import { filesOf, type Entry, type Parts } from './parts.ts'
import { isMapping, withoutKeys } from './patch.ts'
import { toDo } from './to-do.ts'

/** In the order in which they are listed. */
export const LISTED = [
  'areas',
  'requirements',
  'operations',
  'fields',
  'schemas',
  'responses',
  'parameters',
  'names',
  'errors',
  'states',
  'transitions',
  'stateTables',
  'providerStates',
  'capabilities',
  'profiles',
  'checklist',
  'explanations',
] as const
export type ListedKind = (typeof LISTED)[number]

/** One changed key of an entry: other values, or the values that a list gains and loses. */
export interface ChangedKey {
  readonly key: string
  readonly from?: unknown
  readonly to?: unknown
  readonly added?: readonly unknown[]
  readonly removed?: readonly unknown[]
}

export interface Difference {
  readonly kind: ListedKind
  readonly id: string
  readonly change: 'added' | 'changed' | 'retired'
  /** Only of a changed entry. */
  readonly keys?: readonly ChangedKey[]
  /** What an implementer must do. */
  readonly toDo: string
}

/** Everything that the later version adds, changes and retires. */
export function differencesOf(before: Parts, after: Parts): readonly Difference[] {
  const [old, now] = [viewsOf(before), viewsOf(after)]
  return LISTED.flatMap((kind) => differencesIn(kind, old[kind], now[kind]))
}

type View = ReadonlyMap<string, Entry>

function differencesIn(kind: ListedKind, old: View, now: View): readonly Difference[] {
  const added = [...now].filter(([id]) => !old.has(id))
  const retired = [...old].filter(([id]) => !now.has(id))
  const changed = [...now].flatMap(([id, entry]) => {
    const earlier = old.get(id)
    const keys = earlier === undefined ? [] : changedKeys(earlier, entry)
    return earlier === undefined || keys.length === 0 ? [] : [{ id, entry, earlier, keys }]
  })
  return [
    ...added.map(
      ([id, entry]) => ({ kind, id, change: 'added', toDo: toDo(kind, 'added', id, { entry }) }) as const,
    ),
    ...changed.map(
      ({ id, entry, earlier, keys }) =>
        ({ kind, id, change: 'changed', keys, toDo: toDo(kind, 'changed', id, { entry, earlier }) }) as const,
    ),
    ...retired.map(
      ([id, entry]) => ({ kind, id, change: 'retired', toDo: toDo(kind, 'retired', id, { entry }) }) as const,
    ),
  ]
}

/** The entries of a contract as they are compared: fields apart from their objects, states apart from their tables. */
function viewsOf(parts: Parts): Readonly<Record<ListedKind, View>> {
  const { entries } = parts
  const withFieldsApart = (kind: 'schemas' | 'operations') =>
    new Map([...entries[kind]].map(([id, entry]) => [id, withoutFields(entry)]))
  const tables = tablesOf(parts)
  return {
    ...entries,
    requirements: new Map([...entries.requirements].map(([id, entry]) => [id, { level: 'MUST', ...entry }])),
    operations: withFieldsApart('operations'),
    schemas: withFieldsApart('schemas'),
    fields: fieldsOf(parts),
    names: new Map(Object.entries(namesOf(parts)).map(([id, name]) => [id, { ...name }])),
    states: new Map(
      tables.flatMap(({ name, states }) => states.map((state) => [`${name}: ${state}`, { table: name }])),
    ),
    transitions: new Map(
      tables.flatMap(({ name, transitions }) =>
        transitions.map(({ from = 'created', to, trigger }) => [
          `${name}: ${from} → ${to}, ${trigger}`,
          { table: name },
        ]),
      ),
    ),
    stateTables: new Map(
      [...entries.stateTables].map(([id, table]) => [id, withoutKeys(table, 'transitions', 'states')]),
    ),
  }
}

function tablesOf(parts: Parts) {
  const { read } = filesOf(parts)
  return readStateTables(
    shaped(stateTablesSchema, read('state-tables.yaml'), 'state-tables.yaml'),
    read('areas.yaml') as readonly Area[],
    read('openapi.yaml') as OpenApi,
  )
}

function changedKeys(from: unknown, to: unknown, key = ''): readonly ChangedKey[] {
  if (isDeepStrictEqual(from, to)) return []
  if (isMapping(from) && isMapping(to)) {
    const names = new Set([...Object.keys(from), ...Object.keys(to)])
    return [...names].flatMap((name) =>
      changedKeys(from[name], to[name], key === '' ? name : `${key}.${name}`),
    )
  }
  if (!Array.isArray(from) || !Array.isArray(to)) return [{ key, from, to }]
  const without = (list: readonly unknown[], other: readonly unknown[]) =>
    list.filter((value) => !other.some((one) => isDeepStrictEqual(one, value)))
  const [added, removed] = [without(to, from), without(from, to)]
  if (added.length + removed.length === 0) return []
  return [{ key, ...(added.length > 0 && { added }), ...(removed.length > 0 && { removed }) }]
}
