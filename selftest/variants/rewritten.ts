import type { OperationName } from '../../spec/index.ts'
import type { ReferenceResponse } from '../../reference/reference-response.ts'
import { isObject } from '../../reference/is-object.ts'
import type { Rules } from '../../reference/rules/index.ts'

export type Json = Readonly<Record<string, unknown>>
type Change = (
  response: ReferenceResponse,
  operation: OperationName | undefined,
) => ReferenceResponse | Promise<ReferenceResponse>

/** Changes every response, after the changes of other variants. */
export const answersChanged = (rules: Rules, change: Change): Pick<Rules, 'respond'> => ({
  respond: async (operation, response, request) =>
    change(await rules.respond(operation, response, request), operation),
})

/** Changes every successful response of some operations, or of all. */
export const successesChanged = (
  rules: Rules,
  change: Change,
  operations?: readonly OperationName[],
): Pick<Rules, 'respond'> =>
  answersChanged(rules, (response, operation) =>
    response.status < 400 && operation !== undefined && (operations?.includes(operation) ?? true)
      ? change(response, operation)
      : response,
  )

/** Changes every error with the status; default: every error. */
export const errorsChanged = (rules: Rules, change: Change, status?: number): Pick<Rules, 'respond'> =>
  answersChanged(rules, (response, operation) =>
    response.status >= 400 && (status === undefined || response.status === status)
      ? change(response, operation)
      : response,
  )

/** Changes every object of the successful responses, the innermost first. */
export const objectsChanged = (rules: Rules, change: (object: Json) => Json): Pick<Rules, 'respond'> =>
  successesChanged(rules, (response) => ({ ...response, body: eachObject(response.body, change) }))

/** A JSON value with each object in it changed, the innermost first. */
export function eachObject(value: unknown, change: (object: Json) => Json): unknown {
  if (Array.isArray(value)) return value.map((item) => eachObject(item, change))
  if (!isObject(value)) return value
  const copy: Record<string, unknown> = { ...value }
  for (const [key, one] of Object.entries(value))
    if (typeof one === 'object') copy[key] = eachObject(one, change)
  return change(copy)
}

/** The object without some of its fields. */
export const without = (object: Json, ...names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))

/** The object with some of its fields only. */
export const only = (object: Json, ...names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)))

/** Lists are bare arrays, without a page envelope. */
export const listedInArrays = (rules: Rules, operations: readonly OperationName[]): Pick<Rules, 'respond'> =>
  successesChanged(rules, (response) => ({ ...response, body: (response.body as Json).data }), operations)

export const isQuote = (object: Json) => 'totalSendingAmount' in object
export const isAction = ({ id }: Json) => String(id).startsWith('AgentAction:')
export const isTransaction = ({ id }: Json) => String(id).startsWith('Transaction:')
export const isExternalAccount = (object: Json) => 'accountInfo' in object
