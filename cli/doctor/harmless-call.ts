import { randomUUID } from 'node:crypto'
import { type OperationName } from '../../spec/index.ts'
import type { Call } from '../../fixtures/caller.ts'
import type { Deployment } from '../../fixtures/deployment/deployment.ts'

/** Operations that refuse an empty body, and do nothing by that (contract: Endpoints 3, required fields). */
const REFUSES_EMPTY_BODY: ReadonlySet<OperationName> = new Set(['createAgentQuote'])

/** Resource types of identifiers, where the placeholder is not called after them. */
const RESOURCE_TYPES: Readonly<Record<string, string>> = { actionId: 'AgentAction' }

/**
 * A call that shows whether an operation is served, and changes nothing: it reads, or names a resource that nobody
 * has, or sends a body that must be refused. Undefined where there is no such call.
 */
export function harmlessCall(
  { operations, names }: Deployment,
  operation: OperationName,
  authorization: string | undefined,
): Call | undefined {
  const binding = operations[operation]
  if (binding === null) return undefined
  const placeholders = [...binding.path.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name)
  const path = Object.fromEntries(placeholders.map((name) => [name, madeUp(name)]))
  if (binding.method === 'GET') return { operation, path, authorization }
  if (placeholders.length > 0) return { operation, path, body: {}, authorization }
  if (!REFUSES_EMPTY_BODY.has(operation)) return undefined
  return {
    operation,
    body: {},
    headers: { [names.requestIdHeader.toLowerCase()]: randomUUID() },
    authorization,
  }
}

/** An identifier as the contract forms it, of a resource that is nobody's. */
export function madeUp(placeholder: string): string {
  const word = placeholder.replace(/Id$/, '')
  return `${RESOURCE_TYPES[placeholder] ?? word.charAt(0).toUpperCase() + word.slice(1)}:${randomUUID()}`
}
