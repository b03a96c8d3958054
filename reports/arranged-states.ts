import type { ArrangedState, Judgement } from '../spec/judgement.ts'
import type { StateProvenance } from './conformance.ts'

/** The origins of a run's states, by name and way. */
export function arrangedStates(judgements: readonly Judgement[]): readonly StateProvenance[] {
  const found = new Map<
    string,
    { state: string; by: ArrangedState['by']; count: number; left: Set<string> }
  >()
  for (const { state, by, held, notTornDown } of judgements.flatMap(({ states = [] }) => states)) {
    const key = `${state} ${by}`
    const entry = found.get(key) ?? { state, by, count: 0, left: new Set() }
    found.set(key, entry)
    if (held) entry.count++
    for (const id of notTornDown) entry.left.add(id)
  }
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { left, ...entry }]) => ({ ...entry, notTornDown: [...left] }))
}
