import { randomUUID } from 'node:crypto'
import type { OperationName } from '../spec/index.ts'
import type { Call } from '../fixtures/caller.ts'
import type { Deployment } from '../fixtures/config/deployment.ts'

/** Invalid JSON, from which a server cannot create anything. */
export const MALFORMED_BODY = '{'

/** Operations that may act without a valid body: they send a message, or create with defaults. */
const MAY_IGNORE_BODY: ReadonlySet<OperationName> = new Set([
  'createInvitation',
  'createToken',
  'enrolScaFactor',
  'startScaLogin',
  'testWebhook',
])

/** Resource types of identifiers whose placeholder has another name. */
const RESOURCE_TYPES: Readonly<Record<string, string>> = { actionId: 'AgentAction' }

/**
 * A request that shows whether an operation exists, and changes nothing: it reads, or names a nonexistent resource.
 * Undefined if there is no such request.
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
 * Requests that may show whether an operation exists, the most conclusive first. None can create or move anything: they
 * read, name a nonexistent resource, or send invalid JSON, first without credentials.
 *
 * @param mayCreate whether an operation that creates may get credentials and invalid JSON; default: true
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

/** An identifier in the contract's format, of a nonexistent resource. */
export function madeUp(placeholder: string): string {
  const word = placeholder.replace(/Id$/, '')
  return `${RESOURCE_TYPES[placeholder] ?? word.charAt(0).toUpperCase() + word.slice(1)}:${randomUUID()}`
}
