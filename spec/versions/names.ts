/** The names that a deployment file can change: parameters and properties of the OpenAPI document with `x-name`. */
import { namesIn, type NameSource } from '../generate/bindings.ts'
import type { Entry, Parts } from './parts.ts'
import { isMapping } from './patch.ts'

const COMPONENTS = ['operations', 'schemas', 'responses', 'parameters'] as const

export const namesOf = ({ entries }: Parts): Readonly<Record<string, NameSource>> =>
  namesIn(COMPONENTS.map((kind) => Object.fromEntries(entries[kind])))

/** The contract with another default of a name. */
export function renamed(entries: Parts['entries'], binding: string, name: string): Parts['entries'] {
  const rename = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(rename)
    if (!isMapping(node)) return node
    const copy = Object.entries(node).map(([key, value]) => {
      const isProperty = isMapping(value) && value['x-name'] === binding && value.name === undefined
      return [isProperty ? name : key, rename(value)] as const
    })
    const result = Object.fromEntries(copy)
    return node['x-name'] === binding && node.name !== undefined ? { ...result, name } : result
  }
  const changed = COMPONENTS.map((kind) => [
    kind,
    new Map([...entries[kind]].map(([id, entry]) => [id, rename(entry) as Entry])),
  ])
  return { ...entries, ...(Object.fromEntries(changed) as Partial<Parts['entries']>) }
}
