/** Where each status of an action leads, in one move or more (contract: States, Agent action status). */
const LEADS_TO: Readonly<Record<string, readonly string[]>> = {
  PENDING_APPROVAL: ['APPROVED', 'REJECTED', 'FAILED'],
  APPROVED: ['FAILED'],
  REJECTED: [],
  FAILED: [],
}

/**
 * The moves in a sequence of observed statuses that no path of the table allows. A status that was passed through
 * between two observations need not be among them; "not listed" (undefined) leads to every status, and none to it.
 */
export function disallowedTransitions(observed: readonly (string | undefined)[]): readonly string[] {
  return observed.slice(1).flatMap((to, index) => {
    const from = observed[index]
    const allowed = from === to || from === undefined || (to !== undefined && LEADS_TO[from]?.includes(to))
    return allowed ? [] : [`${from} → ${to ?? 'not listed'}`]
  })
}
