/** Merges a version of the contract and the differences that a later one states. Pure. */
import { fieldPlace, fieldsOf, writeField } from './fields.ts'
import type { LaterVersion, Stated, StatedKind } from './later-version.ts'
import { namesOf, renamed } from './names.ts'
import { KINDS, type Entry, type Kind, type Parts } from './parts.ts'
import { patched } from './patch.ts'
import { isIn, referencesOf } from './references.ts'

/** A mistake of a later version. */
export interface MergeProblem {
  readonly code: 'unknown' | 'exists' | 'retired' | 'no-change'
  /** Path in its file. */
  readonly at: readonly (string | number)[]
  readonly kind: StatedKind
  readonly id: string
  /** `retired`: the entry that names it. `no-change`: what does nothing. */
  readonly detail?: string
}

export interface Merged {
  readonly parts: Parts
  readonly problems: readonly MergeProblem[]
}

export function merged(base: Parts, later: LaterVersion): Merged {
  const problems: MergeProblem[] = []
  const report = (problem: MergeProblem) => void problems.push(problem)
  const changed = Object.fromEntries(
    KINDS.map((kind) => [kind, mergedEntries(base.entries[kind], later[kind] ?? {}, kind, report)]),
  ) as unknown as Parts['entries']
  const named = withNames({ ...base, entries: changed }, later.names ?? {}, report)
  const entries = withFields(named, later.fields ?? {}, report)
  const parts = { version: later.version, openapi: base.openapi, entries }
  return { parts, problems: [...problems, ...brokenReferences(base, parts, later)] }
}

type Report = (problem: MergeProblem) => void

function mergedEntries(
  before: ReadonlyMap<string, Entry>,
  { add = {}, change = {}, retire = [] }: Stated,
  kind: StatedKind,
  report: Report,
): ReadonlyMap<string, Entry> {
  const entries = new Map(before)
  for (const [index, id] of retire.entries())
    if (!entries.delete(id)) report({ code: 'unknown', at: [kind, 'retire', index], kind, id })
  for (const [id, patch] of Object.entries(change)) {
    const at = [kind, 'change', id]
    const entry = entries.get(id)
    if (entry) entries.set(id, changedEntry(entry, patch, { at, kind, id }, report))
    else report({ code: 'unknown', at, kind, id })
  }
  for (const [id, entry] of Object.entries(add))
    // An id is never used again, so one that this version retires exists too.
    if (before.has(id)) report({ code: 'exists', at: [kind, 'add', id], kind, id })
    else entries.set(id, entry)
  return entries
}

const changedEntry = (
  entry: Entry,
  patch: Entry,
  place: Pick<MergeProblem, 'at' | 'kind' | 'id'>,
  report: Report,
): Entry => patched(entry, patch, (detail) => report({ code: 'no-change', ...place, detail })) as Entry

function withNames(parts: Parts, { change = {} }: Stated, report: Report): Parts {
  const known = namesOf(parts)
  return Object.entries(change).reduce((whole, [id, { default: name }]) => {
    const place = { at: ['names', 'change', id], kind: 'names', id } as const
    if (!Object.hasOwn(known, id)) report({ code: 'unknown', ...place })
    else if (known[id]!.default === name)
      report({ code: 'no-change', ...place, detail: 'default has that value already' })
    return { ...whole, entries: renamed(whole.entries, id, String(name)) }
  }, parts)
}

/** The entries with the fields that are stated by their own ids. */
function withFields(parts: Parts, stated: Stated, report: Report): Parts['entries'] {
  const before = fieldsOf(parts)
  const after = mergedEntries(before, stated, 'fields', report)
  const touched = [
    ...Object.keys(stated.add ?? {}),
    ...Object.keys(stated.change ?? {}),
    ...(stated.retire ?? []),
  ]
  return touched.reduce((entries, id) => {
    const place = fieldPlace(id, entries)
    const entry = after.get(id)
    if (!place) {
      if (entry !== undefined && !before.has(id))
        report({ code: 'unknown', at: ['fields', 'add', id], kind: 'fields', id })
      return entries
    }
    if (entry !== before.get(id)) writeField(place, entry)
    return { ...entries, [place.kind]: new Map(entries[place.kind]).set(place.root, place.copy) }
  }, parts.entries)
}

/** Entries that name a retired or unknown entry. */
function brokenReferences(base: Parts, parts: Parts, later: LaterVersion): readonly MergeProblem[] {
  const [wasIn, exists] = [isIn(base), isIn(parts)]
  return KINDS.flatMap((user) =>
    [...parts.entries[user]].flatMap(([by, entry]) =>
      referencesOf(user, entry).flatMap(([kind, id]): readonly MergeProblem[] => {
        if (exists(kind, id)) return []
        const at = placeOf(later, user, by) ?? placeOfRetired(base, later, kind, id)
        const detail = `${user} ${by}`
        return [{ code: wasIn(kind, id) ? 'retired' : 'unknown', at, kind, id, detail }]
      }),
    ),
  )
}

/** Where a version states the entry; undefined: it comes from an earlier version. */
function placeOf(later: LaterVersion, kind: Kind, id: string): MergeProblem['at'] | undefined {
  for (const part of ['add', 'change'] as const)
    if (later[kind]?.[part] && Object.hasOwn(later[kind][part], id)) return [kind, part, id]
  return undefined
}

/** Where a version retires the entry. A code of the error catalogue takes its requirement with it. */
function placeOfRetired(base: Parts, later: LaterVersion, kind: Kind, id: string): MergeProblem['at'] {
  const index = later[kind]?.retire?.indexOf(id) ?? -1
  if (index >= 0) return [kind, 'retire', index]
  const code = [...base.entries.errors].find(([, error]) => error.id === id)?.[0] ?? ''
  return ['errors', 'retire', later.errors?.retire?.indexOf(code) ?? 0]
}
