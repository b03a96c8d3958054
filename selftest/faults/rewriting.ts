import type { OperationName } from '../../spec/index.ts'
import type { ReferenceResponse } from '../../reference/reference-response.ts'
import type { Rules } from '../../reference/rules/index.ts'

export type Json = Readonly<Record<string, unknown>>

/** Replaces the body of every success of one operation, or of several. */
export const rewriting = (
  operations: OperationName | readonly OperationName[],
  change: (body: Json) => unknown,
): Pick<Rules, 'respond'> => ({
  respond: (called, response) =>
    called !== undefined && [operations].flat().includes(called) && response.status < 400
      ? { ...response, body: change(response.body as Json) }
      : response,
})

/** Replaces every action of the agent's list. */
export const rewritingActions = (change: (action: Json) => unknown): Pick<Rules, 'respond'> =>
  rewriting('listAgentActions', (list) => ({ ...list, data: (list.data as readonly Json[]).map(change) }))

/** Replaces every action that a response shows, on its own or in a list. */
export const rewritingEveryAction = (change: (action: Json) => unknown): Pick<Rules, 'respond'> => ({
  respond: (called, response, request) =>
    (called === 'listAgentActions'
      ? rewritingActions(change)
      : rewriting(['getAgentAction', 'executeAgentQuote'], change)
    ).respond(called, response, request),
})

/** The body without some of its fields. */
export const without =
  (...fields: readonly string[]) =>
  (body: Json): Json =>
    Object.fromEntries(Object.entries(body).filter(([name]) => !fields.includes(name)))

/** Replaces the last word on the rejections of one operation with one status. */
export const rewritingErrors = (
  operation: OperationName,
  status: number,
  change: (error: Json) => ReferenceResponse['body'],
): Pick<Rules, 'respond'> => ({
  respond: (called, response) =>
    called === operation && response.status === status
      ? { ...response, body: change(response.body as Json) }
      : response,
})
