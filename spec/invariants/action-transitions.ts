import { leadsTo } from '../state-tables.ts'

/**
 * The moves in a sequence of observed statuses of an action that no path of the state table allows. A status that was passed through
 * between two observations need not be among them; "not listed" (undefined) leads to every status, and none to it.
 */
export function disallowedTransitions(observed: readonly (string | undefined)[]): readonly string[] {
  return observed.slice(1).flatMap((to, index) => {
    const from = observed[index]
    const allowed =
      from === to || from === undefined || (to !== undefined && leadsTo('Agent action', from, to))
    return allowed ? [] : [`${from} → ${to ?? 'not listed'}`]
  })
}
