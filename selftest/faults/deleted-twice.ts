import type { OperationName } from '../../spec/index.ts'
import type { Rules } from '../../reference/rules/index.ts'

/** The second deletion of a resource is a server error. */
export const crashesWhenDeletedTwice =
  (operation: OperationName) =>
  (rules: Rules): Pick<Rules, 'respond'> => {
    const deleted = new Set<string>()
    return {
      respond: async (called, response, request) => {
        const passed = await rules.respond(called, response, request)
        if (called !== operation) return passed
        if (passed.status === 404 && deleted.has(request.url)) {
          return { status: 500, body: { code: 'INTERNAL_ERROR', reason: 'The record is missing.' } }
        }
        if (passed.status < 300) deleted.add(request.url)
        return passed
      },
    }
  }
