/** Which entries an entry names. An entry that is named must exist. */
import { isExternal } from '../generate/checklist.ts'
import type { Entry, Kind, Parts } from './parts.ts'

export type Reference = readonly [kind: Kind, id: string]

const idsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])
const idIn = (value: unknown): readonly string[] => (typeof value === 'string' ? [value] : [])
const to = (kind: Kind, ids: readonly string[]): readonly Reference[] => ids.map((id) => [kind, id] as const)

export function referencesOf(kind: Kind, entry: Entry): readonly Reference[] {
  switch (kind) {
    case 'requirements':
      return [
        ...to('areas', [...idIn(entry.area), ...idIn(entry.within)]),
        ...to('operations', [...idsIn(entry.operations), ...idsIn(entry.anyOf), ...idsIn(entry.separate)]),
        ...to('providerStates', idsIn(entry.states)),
        ...placesIn(entry.source),
      ]
    case 'errors':
      return [...to('areas', idIn(entry.within)), ...placesIn(entry.source)]
    case 'capabilities':
      return to('requirements', [...idsIn(entry.requirements), ...idsIn(entry.partly)])
    case 'profiles':
      return [
        ...to('areas', idsIn(entry.areas)),
        ...to('capabilities', idsIn(entry.withoutCapabilities)),
        ...to(
          'requirements',
          idsIn(entry.requirements).filter((word) => word.includes('-')),
        ),
      ]
    case 'stateTables':
      return [...to('areas', idIn(entry.area)), ...to('schemas', idIn(entry.states))]
    case 'operations':
    case 'schemas':
    case 'responses':
    case 'parameters':
      return componentsIn(entry)
    default:
      return []
  }
}

/** The rows of the checklist, and the error codes, that a source names; RFCs are outside of the contract. */
const placesIn = (source: unknown): readonly Reference[] =>
  idIn(source)
    .flatMap((text) => text.split('; '))
    .filter((place) => !isExternal(place))
    .map((place) => {
      const [, code] = /^Errors, \d+ codes, (\w+)$/.exec(place) ?? []
      return code === undefined ? ['checklist', place] : ['errors', code]
    })

const COMPONENT = /"\$ref":"#\/components\/(schemas|responses|parameters)\/(\w+)"/g

const componentsIn = (entry: Entry): readonly Reference[] =>
  [...JSON.stringify(entry).matchAll(COMPONENT)].flatMap(([, kind, name]) =>
    // Made from the error codes.
    /^ErrorCode\d+$/.test(name!) ? [] : [[kind as Kind, name!] as const],
  )

/** Whether a contract has the entry. Requirements of error codes and aliases of operations count too. */
export function isIn({ entries }: Parts): (kind: Kind, id: string) => boolean {
  const ofCodes = new Set([...entries.errors.values()].map(({ id }) => id))
  const aliases = new Set([...entries.operations.values()].flatMap((entry) => idsIn(entry['x-operations'])))
  return (kind, id) =>
    entries[kind].has(id) ||
    (kind === 'requirements' && ofCodes.has(id)) ||
    (kind === 'operations' && aliases.has(id))
}
