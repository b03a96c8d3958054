import type { OperationName } from '../../spec/index.ts'
import type { Answer } from '../answer.ts'
import type { Rules } from '../rules/index.ts'

export type Json = Readonly<Record<string, unknown>>

/** Replaces the last word on the successful answers of one operation. */
export const rewriting = (
  operation: OperationName,
  change: (body: Json) => unknown,
): Pick<Rules, 'respond'> => ({
  respond: (called, answer) =>
    called === operation && answer.status < 400 ? { ...answer, body: change(answer.body as Json) } : answer,
})

/** Replaces every action of the agent's list. */
export const rewritingActions = (change: (action: Json) => unknown): Pick<Rules, 'respond'> =>
  rewriting('listAgentActions', (list) => ({ ...list, data: (list.data as readonly Json[]).map(change) }))

/** Replaces the last word on the refusals of one operation with one status. */
export const rewritingErrors = (
  operation: OperationName,
  status: number,
  change: (error: Json) => Answer['body'],
): Pick<Rules, 'respond'> => ({
  respond: (called, answer) =>
    called === operation && answer.status === status
      ? { ...answer, body: change(answer.body as Json) }
      : answer,
})
