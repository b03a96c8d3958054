/** Which moves of the state tables a run showed. Pure, from the recording. */
import type { StateTable } from '../spec/model.ts'
import type { Exchange, StateTableCoverage } from './conformance.ts'
import { tryParseJson } from '../spec/try-parse-json.ts'

/** A state in a response. Times are ms since the epoch, by Assay's clock. */
interface StateObservation {
  readonly state: string
  readonly sentAt: number
  readonly receivedAt: number
  /** From a response to a request that may change the state. */
  readonly mayChange: boolean
}

/** Maximum nodes of one body: several times a page of a hundred actions. */
const MOST_NODES = 50_000

/**
 * Per table: the number of resources observed in each state, and of each transition. A transition is observed if one
 * response arrived before the next request was sent, and they show two states. Intermediate states may be unobserved,
 * so it may be several transitions of the table: those have `listed: false`.
 */
export function transitionsOf(
  exchanges: Iterable<Exchange>,
  tables: readonly StateTable[],
): readonly StateTableCoverage[] {
  const byResource = new Map(tables.map((table) => [table.resource, new Map<string, StateObservation[]>()]))
  for (const exchange of exchanges) collect(exchange, tables, byResource)
  return tables.map((table) => coverageOfTable(table, byResource.get(table.resource) ?? new Map()))
}

function collect(
  { kind, at, durationMs, request, response }: Exchange,
  tables: readonly StateTable[],
  byResource: ReadonlyMap<string, Map<string, StateObservation[]>>,
): void {
  if (kind !== 'contract' || !response || response.status < 200 || response.status > 299) return
  const sentAt = Date.parse(at)
  const when = { sentAt, receivedAt: sentAt + durationMs, mayChange: request.method !== 'GET' }
  const pending: unknown[] = [tryParseJson(response.body)]
  for (let seen = 0; pending.length > 0 && seen < MOST_NODES; seen++) {
    const node = pending.pop()
    if (typeof node !== 'object' || node === null) continue
    const { id } = node as { readonly id?: unknown }
    if (typeof id === 'string' && Object.hasOwn(node, 'id')) {
      const table = tables.find(({ resource }) => id.startsWith(`${resource}:`))
      const state = table && (node as Readonly<Record<string, unknown>>)[table.property]
      if (table && typeof state === 'string' && table.states.includes(state)) {
        const observations = byResource.get(table.resource)
        const own = observations?.get(id) ?? []
        own.push({ state, ...when })
        observations?.set(id, own)
      }
    }
    for (const child of Object.values(node)) pending.push(child)
  }
}

function coverageOfTable(
  table: StateTable,
  observations: ReadonlyMap<string, readonly StateObservation[]>,
): StateTableCoverage {
  const inState = new Map<string, number>()
  const listed = table.transitions.map((move) => ({ ...move, listed: true, seen: 0 }))
  const others = new Map<string, { from: string; to: string; listed: false; seen: number }>()
  for (const unordered of observations.values()) {
    const own = unordered.toSorted((one, other) => one.sentAt - other.sentAt)
    for (const state of new Set(own.map((observed) => observed.state)))
      inState.set(state, (inState.get(state) ?? 0) + 1)
    const created = listed.find(({ from, to }) => from === undefined && to === own[0]?.state)
    if (created) created.seen++
    for (const [index, later] of own.entries()) {
      const earlier = own[index - 1]
      if (!earlier || earlier.receivedAt > later.sentAt) continue
      const row = listed.find(
        ({ from, to }) =>
          to === later.state && (from === earlier.state || (from === '*' && to !== earlier.state)),
      )
      if (row && (row.from !== row.to || later.mayChange)) row.seen++
      if (row || earlier.state === later.state) continue
      const key = `${earlier.state} ${later.state}`
      const other = others.get(key) ?? { from: earlier.state, to: later.state, listed: false, seen: 0 }
      others.set(key, { ...other, seen: other.seen + 1 })
    }
  }
  return {
    name: table.name,
    states: table.states.map((state) => ({ state, seen: inState.get(state) ?? 0 })),
    transitions: [...listed, ...others.values()],
  }
}
