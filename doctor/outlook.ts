/** How many requirements a run can judge, and which states would let it judge more. Pure. */
import type { OperationName, RequirementId, StateName } from '../spec/index.ts'
import type { OperationFinding } from './bound-operations.ts'
import type { StateFinding } from './provider-states.ts'

/** The needs of a requirement. */
export interface Need {
  readonly id: RequirementId
  readonly operations: readonly OperationName[]
  /** One of these is enough; absent: no state is needed. */
  readonly anyOf?: readonly OperationName[]
  readonly states: readonly StateName[]
}

export interface Outlook {
  /** MUST requirements that apply to the deployment. */
  readonly of: number
  /** Those whose operations exist and whose states were reached. */
  readonly judged: number
  /** Those whose needs are unknown or met, and not missing. */
  readonly open: number
  /** Those that need a missing operation. */
  readonly withoutOperation: number
  /** Missing states, the most valuable first; each is counted after those before it. */
  readonly additions: readonly Addition[]
}

export interface Addition {
  readonly state: StateName
  /** MUST requirements that a run can judge once this state and those before it are added. */
  readonly requirements: readonly RequirementId[]
}

/** @param needs MUST requirements that apply to the deployment */
export function outlookOf(
  needs: readonly Need[],
  operations: readonly Pick<OperationFinding, 'operation' | 'state'>[],
  states: readonly Pick<StateFinding, 'state' | 'source'>[],
): Outlook {
  const presence = new Map(operations.map(({ operation, state }) => [operation, state]))
  const sources = new Map(states.map(({ state, source }) => [state, source]))
  const isAbsent = (operation: OperationName) => presence.get(operation) === 'not found'
  const isThere = (operation: OperationName) => presence.get(operation) === 'found'
  const callable = needs.filter(
    ({ operations: called, anyOf = [] }) =>
      !called.some(isAbsent) && (anyOf.length === 0 || !anyOf.every(isAbsent)),
  )
  const missing = (state: StateName) => sources.get(state) === 'missing'
  const reachable = callable.filter((need) => !need.states.some(missing))
  const judged = reachable.filter(
    ({ operations: called, anyOf = [], states: needed }) =>
      called.every(isThere) &&
      (anyOf.length === 0 || anyOf.some(isThere)) &&
      needed.every((state) => sources.get(state) !== 'not tested'),
  )
  return {
    of: needs.length,
    judged: judged.length,
    open: reachable.length - judged.length,
    withoutOperation: needs.length - callable.length,
    additions: additionsOf(callable, missing),
  }
}

/** Adds the state that lets a run judge most, then the next best, until no state is missing. */
function additionsOf(needs: readonly Need[], missing: (state: StateName) => boolean): readonly Addition[] {
  let blocked = needs
    .map(({ id, states }) => ({ id, lacks: new Set(states.filter(missing)) }))
    .filter(({ lacks }) => lacks.size > 0)
  const open = new Set(blocked.flatMap(({ lacks }) => [...lacks]))
  const additions: Addition[] = []
  while (open.size > 0) {
    const ranked = [...open].map((state) => {
      const needing = blocked.filter(({ lacks }) => lacks.has(state))
      return { state, needing, alone: needing.filter(({ lacks }) => lacks.size === 1) }
    })
    const [best] = ranked.toSorted(
      (one, other) => other.alone.length - one.alone.length || other.needing.length - one.needing.length,
    )
    if (!best) break
    additions.push({ state: best.state, requirements: best.alone.map(({ id }) => id) })
    open.delete(best.state)
    for (const { lacks } of best.needing) lacks.delete(best.state)
    blocked = blocked.filter(({ lacks }) => lacks.size > 0)
  }
  return additions
}
