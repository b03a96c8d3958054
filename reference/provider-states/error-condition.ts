import { randomUUID } from 'node:crypto'
import { operations, type ErrorCode, type OperationName, type StateValues } from '../../spec/index.ts'
import type { OperationBinding } from '../../spec/model.ts'
import type { ServerContext } from '../call.ts'
import { errorConditions } from '../error-conditions/index.ts'
import { addressIn } from './address-in.ts'
import { text, Unsupported, type Params } from './params.ts'

/** Creates a real condition; its requests are judged like any other request. */
export function setUpErrorCondition(server: ServerContext, params: Params): StateValues['error-condition'] {
  const code = text(params, 'code')
  const condition = errorConditions[code as ErrorCode]
  if (!condition || !server.rules.meetsCode(code)) throw new Unsupported(`No request meets ${code} here.`)
  const described = condition(server)
  const operation = params.operation === undefined ? undefined : text(params, 'operation')
  if (operation !== undefined && !isAnsweredBy(operation, described))
    throw new Unsupported(`${operation} never returns ${code}.`)
  const request = { ...described, path: addressIn(server.version, described) }
  // A complete request, so that no other rule rejects it first.
  return request.method === 'POST'
    ? { ...request, headers: { 'idempotency-key': randomUUID(), ...request.headers } }
    : request
}

/** Whether the request is one for the operation. */
function isAnsweredBy(operation: string, { method, path }: StateValues['error-condition']): boolean {
  const binding = operations[operation as OperationName] as OperationBinding | undefined
  const pattern = binding?.path.replaceAll(/\{[^}]*\}/g, '[^/]+')
  return method === binding?.method && new RegExp(`^${pattern}(?:\\?|$)`).test(path)
}
