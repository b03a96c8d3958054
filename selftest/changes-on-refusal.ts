import type { RefusedRequests } from '../reference/rules/after-refusal.ts'
import type { Rules } from '../reference/rules/index.ts'

/** A rejected request changes its resource. */
export const changesOnRefusal =
  <Name extends keyof RefusedRequests>(
    request: Name,
    change: (resource: RefusedRequests[Name], requestedState: string | undefined) => void,
  ) =>
  (rules: Rules): Pick<Rules, 'afterRefusal'> => {
    const afterRefusal = (asked: Name, resource: RefusedRequests[Name], requestedState?: string) => {
      if (asked === request) change(resource, requestedState)
      else rules.afterRefusal(asked, resource, requestedState)
    }
    return { afterRefusal: afterRefusal as Rules['afterRefusal'] }
  }
