import type { StateTable } from '../model.ts'
import { leadsTo } from '../state-tables.ts'

/**
 * Transitions in a sequence of observed statuses of an action that no path of the state table allows. Intermediate
 * statuses may be unobserved. "Not listed" (undefined) leads to every status, and no status leads to it.
 */
export function disallowedTransitions(
  observed: readonly (string | undefined)[],
  tables?: readonly StateTable[],
): readonly string[] {
  return observed.slice(1).flatMap((to, index) => {
    const from = observed[index]
    const allowed =
      from === to || from === undefined || (to !== undefined && leadsTo('Agent action', from, to, tables))
    return allowed ? [] : [`${from} → ${to ?? 'not listed'}`]
  })
}
