/** Faults in the responses of an operation; the operation itself conforms to the contract. */
import type { OperationName } from '../../spec/index.ts'
import type { Rules } from '../../reference/rules/index.ts'

export type Json = Readonly<Record<string, unknown>>

type Value = string | number | boolean | null | undefined | readonly unknown[] | Json

/** Fields to set: a value, or a function of the object; undefined omits the field. */
type Fields = Readonly<Record<string, Value | ((object: Json) => unknown)>>

export type Change = Fields | ((object: Json) => unknown)

/** The object with some fields changed, or the result of the function. */
export function changed(object: Json, change: Change): unknown {
  if (typeof change === 'function') return change(object)
  const fields = Object.entries(change).map(([name, value]) => [
    name,
    typeof value === 'function' ? value(object) : value,
  ])
  return { ...object, ...Object.fromEntries(fields) }
}

/** Changes the body of every successful response of the operations. */
export const rewriting = (
  operations: OperationName | readonly OperationName[],
  change: Change,
): Pick<Rules, 'respond'> => ({
  respond: (called, response) =>
    called !== undefined && [operations].flat().includes(called) && response.status < 400
      ? { ...response, body: changed(response.body as Json, change) }
      : response,
})

/** Changes every item of a list. */
export const rewritingItems = (operation: OperationName, change: Change): Pick<Rules, 'respond'> =>
  rewriting(operation, { data: ({ data }) => (data as readonly Json[]).map((item) => changed(item, change)) })

/** Changes every action of the agent's list. */
export const rewritingActions = (change: Change): Pick<Rules, 'respond'> =>
  rewritingItems('listAgentActions', change)

/** Changes every action in a response, alone or in a list. */
export const rewritingEveryAction = (change: Change): Pick<Rules, 'respond'> => ({
  respond: (called, ...of) =>
    (called === 'listAgentActions'
      ? rewritingActions(change)
      : rewriting(['getAgentAction', 'executeAgentQuote'], change)
    ).respond(called, ...of),
})

/** Changes the body of every rejection with one status of the operations. */
export const rewritingErrors = (
  operations: OperationName | readonly OperationName[],
  status: number,
  change: Change,
): Pick<Rules, 'respond'> => ({
  respond: (called, response) =>
    called !== undefined && [operations].flat().includes(called) && response.status === status
      ? { ...response, body: changed(response.body as Json, change) }
      : response,
})
