import { randomUUID } from 'node:crypto'
import type { OperationName } from '../spec/index.ts'
import type { Call } from '../fixtures/caller.ts'
import type { Deployment } from '../fixtures/config/deployment.ts'

/** Not JSON: no server can read from it what to create. */
export const MALFORMED_BODY = '{'

/** Operations that may do something without reading a body: they send a message, or create with defaults. */
const MAY_IGNORE_BODY: ReadonlySet<OperationName> = new Set([
  'createInvitation',
  'createToken',
  'enrolScaFactor',
  'startScaLogin',
  'testWebhook',
])

/** Resource types of identifiers, where the placeholder is not called after them. */
const RESOURCE_TYPES: Readonly<Record<string, string>> = { actionId: 'AgentAction' }

/**
 * A call that shows whether an operation is served, and changes nothing: it reads, or names a resource that does not
 * exist. Undefined where there is no such call.
 */
export function harmlessCall(
  { operations }: Deployment,
  operation: OperationName,
  authorization: string | undefined,
): Call | undefined {
  const binding = operations[operation]
  if (binding === null) return undefined
  const placeholders = [...binding.path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name)
  const path = Object.fromEntries(placeholders.map((name) => [name, madeUp(name)]))
  if (binding.method === 'GET') return { operation, path, authorization }
  return placeholders.length > 0 ? { operation, path, body: {}, authorization } : undefined
}

/**
 * The calls that may show whether an operation is there, the most telling first. None can create or move anything:
 * they read, name a resource that does not exist, or send a body that is not JSON, first without credentials.
 *
 * @param mayCreate whether an operation that creates may get credentials and a body that is not JSON; default: true
 */
export function harmlessCalls(
  deployment: Deployment,
  operation: OperationName,
  authorization: string | undefined,
  mayCreate = true,
): readonly Call[] {
  const withoutCredentials = authorization === undefined ? [] : [undefined]
  const call = harmlessCall(deployment, operation, authorization)
  if (call) return [call, ...withoutCredentials.map(() => ({ ...call, authorization: undefined }))]
  const malformed = { operation, text: MALFORMED_BODY }
  return [
    ...withoutCredentials.map(() => ({ ...malformed, authorization: undefined })),
    ...(MAY_IGNORE_BODY.has(operation) || !mayCreate ? [] : [{ ...malformed, authorization }]),
  ]
}

/** An identifier as the contract forms it, of a resource that does not exist. */
export function madeUp(placeholder: string): string {
  const word = placeholder.replace(/Id$/, '')
  return `${RESOURCE_TYPES[placeholder] ?? word.charAt(0).toUpperCase() + word.slice(1)}:${randomUUID()}`
}
