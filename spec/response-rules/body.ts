/** Queries on a JSON body. */
import { isRecord } from '../invariants/observation.ts'

/** Maximum nodes of a body: a deployment may send tens of thousands. */
const MAX_NODES = 5_000

export interface Node {
  /** JSON pointer. */
  readonly at: string
  readonly value: object
}

/** The objects and arrays of a body, outermost first. */
export function* nodesOf(body: unknown): Generator<Node> {
  const pending: { readonly at: string; readonly value: unknown }[] = [{ at: '', value: body }]
  for (let seen = 0; pending.length > 0 && seen < MAX_NODES; seen++) {
    const { at, value } = pending.pop()!
    if (typeof value !== 'object' || value === null) continue
    yield { at, value }
    for (const [key, member] of Object.entries(value)) pending.push({ at: `${at}/${key}`, value: member })
  }
}

/** The resources of a body: the body itself, or the items of a list. */
export function itemsOf(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body
  return isRecord(body) && Array.isArray(body.data) ? [body, ...(body.data as readonly unknown[])] : [body]
}

/** The value at a JSON pointer from a validator. */
export function valueAtPointer(body: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null
          ? (value as Readonly<Record<string, unknown>>)[key.replaceAll('~1', '/').replaceAll('~0', '~')]
          : undefined,
      body,
    )
}

/** The last segment of a JSON pointer. */
export const keyOf = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1)
