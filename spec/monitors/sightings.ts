import { grouped } from '../grouped.ts'
import { isRecord, succeeded, type Observation } from './observation.ts'

type Json = Readonly<Record<string, unknown>>

/** A resource as one answer shows it. */
export interface Sighting {
  readonly observation: Observation
  /** JSON pointer to it. */
  readonly at: string
  readonly id: string
  readonly value: Json
}

/** Nodes of one body that are looked at: as much as a page of a hundred actions has, several times over. */
const MOST_NODES = 50_000

/** Every resource of a type in the successful answers, by the prefix of its id (contract: Conventions, identifiers). */
export function sightingsOf(type: string, history: readonly Observation[]): readonly Sighting[] {
  const prefix = `${type}:`
  return history.filter(succeeded).flatMap((observation) => {
    const found: Sighting[] = []
    const pending: { readonly at: string; readonly node: unknown }[] = [{ at: '', node: observation.body }]
    for (let seen = 0; pending.length > 0 && seen < MOST_NODES; seen++) {
      const { at, node } = pending.pop()!
      if (typeof node !== 'object' || node === null) continue
      if (isRecord(node) && typeof node.id === 'string' && node.id.startsWith(prefix))
        found.push({ observation, at, id: node.id, value: node })
      for (const [key, child] of Object.entries(node)) pending.push({ at: `${at}/${key}`, node: child })
    }
    return found
  })
}

/** The sightings of each resource, where there are several. */
export const seenAgain = (sightings: readonly Sighting[]): readonly (readonly Sighting[])[] =>
  [...grouped(sightings, ({ id }) => id).values()].filter((group) => group.length > 1)
