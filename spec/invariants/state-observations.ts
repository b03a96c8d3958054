import { resourceId } from '../formats.ts'
import type { OperationName } from '../generated/catalogue.ts'
import { grouped } from '../grouped.ts'
import { isRecord, succeeded, type Observation } from './observation.ts'

type Json = Readonly<Record<string, unknown>>

/** A resource as one response shows it. */
export interface StateObservation {
  readonly observation: Observation
  /** JSON pointer to it. */
  readonly at: string
  readonly id: string
  readonly value: Json
}

/** Maximum nodes per body: several times a page of a hundred actions. */
const MOST_NODES = 50_000

/** `<ResourceType>:<uuid>` (contract: Conventions, identifiers). */
const IDENTIFIER = new RegExp(resourceId())

/**
 * Every resource with an identifier of the contract's format in the successful responses (contract: Conventions,
 * identifiers).
 */
export const everyObservation = (history: readonly Observation[]): readonly StateObservation[] =>
  sightingsWhere((id) => IDENTIFIER.test(id), history)

/** Every resource of a type in the successful responses, by the prefix of its id. */
export const observationsOf = (type: string, history: readonly Observation[]): readonly StateObservation[] =>
  sightingsWhere((id) => id.startsWith(`${type}:`), history)

function sightingsWhere(
  isWanted: (id: string) => boolean,
  history: readonly Observation[],
): readonly StateObservation[] {
  return history
    .filter(succeeded)
    .flatMap((observation) => sightingsIn(observation).filter(({ id }) => isWanted(id)))
}

/** Cached, since several invariants use the same history. */
const known = new WeakMap<Observation, readonly StateObservation[]>()

/** Every object in a response that has an `id`. */
function sightingsIn(observation: Observation): readonly StateObservation[] {
  const found = known.get(observation) ?? identified(observation)
  known.set(observation, found)
  return found
}

function identified(observation: Observation): readonly StateObservation[] {
  const found: StateObservation[] = []
  const pending: { readonly at: string; readonly node: unknown }[] = [{ at: '', node: observation.body }]
  for (let seen = 0; pending.length > 0 && seen < MOST_NODES; seen++) {
    const { at, node } = pending.pop()!
    if (typeof node !== 'object' || node === null) continue
    if (isRecord(node) && typeof node.id === 'string')
      found.push({ observation, at, id: node.id, value: node })
    for (const [key, child] of Object.entries(node)) pending.push({ at: `${at}/${key}`, node: child })
  }
  return found
}

/** The resources in the responses of some operations, whatever the type of their identifiers: alone or in a list. */
export const resourcesRead = (
  operations: readonly OperationName[],
  history: readonly Observation[],
): readonly StateObservation[] =>
  history
    .filter((seen) => succeeded(seen) && seen.operation !== undefined && operations.includes(seen.operation))
    .flatMap((observation) =>
      itemsIn(observation.body).flatMap(({ at, node }) =>
        isRecord(node) && typeof node.id === 'string' ? [{ observation, at, id: node.id, value: node }] : [],
      ),
    )

function itemsIn(body: unknown): readonly { readonly at: string; readonly node: unknown }[] {
  const inPage = isRecord(body) && Array.isArray(body.data)
  const items = inPage ? body.data : body
  if (!Array.isArray(items)) return [{ at: '', node: body }]
  return (items as readonly unknown[]).map((node, index) => ({
    at: `${inPage ? '/data' : ''}/${index}`,
    node,
  }))
}

/** The observations of each resource that was observed more than once. */
export const observedAgain = (
  observations: readonly StateObservation[],
): readonly (readonly StateObservation[])[] =>
  [...grouped(observations, ({ id }) => id).values()].filter((group) => group.length > 1)
