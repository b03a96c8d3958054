/** Bindings: method, path and names of each operation that the contract leaves open. */
import type { Credentials, OperationBinding, RequestNames } from '../model.ts'
import { documentedOperations, documentedResponses, type DocumentedOperation } from './openapi.ts'
import type { JsonSchema, OpenApi } from './sources.ts'

export interface NameSource {
  readonly default: string
  readonly meaning: string
  /** true: it names a value. */
  readonly isValue?: true
}

const CREDENTIALS: Readonly<Record<string, Credentials>> = {
  platformCredentials: 'PLATFORM',
  agentToken: 'AGENT',
}

/** Shape of an operation's error bodies, by the schema of its 400 response. */
const ERROR_SHAPES: Readonly<Record<string, OperationBinding['errors']>> = {
  Error400: 'PLATFORM',
  AgentListError400: 'AGENT_LIST',
  AgentError400: 'EITHER',
}

/** The default of every operation, from the OpenAPI document. */
export function operationsIn(openapi: OpenApi): Readonly<Record<string, OperationBinding>> {
  return Object.fromEntries(
    documentedOperations(openapi).flatMap((documented) => {
      const binding = bindingOf(openapi, documented)
      return (documented.operation['x-operations'] ?? [documented.name]).map((name) => [name, binding])
    }),
  )
}

function bindingOf(openapi: OpenApi, documented: DocumentedOperation): OperationBinding {
  const { name, method, path, operation } = documented
  const place = `openapi, ${name}`
  const [scheme] = (operation.security ?? []).flatMap((one) => Object.keys(one))
  const credentials = scheme === undefined ? 'NONE' : CREDENTIALS[scheme]
  if (credentials === undefined)
    throw new Error(
      `${place}: unknown security scheme ${scheme}; use ${Object.keys(CREDENTIALS).join(' or ')}`,
    )
  const rejected = documentedResponses(openapi, documented).find(({ status }) => status === '400')?.schema
  const errors = ERROR_SHAPES[String(rejected?.$ref).split('/').at(-1) ?? '']
  if (errors === undefined)
    throw new Error(
      `${place}: the 400 response must have one of the schemas ${Object.keys(ERROR_SHAPES).join(', ')}`,
    )
  return {
    method: method.toUpperCase() as OperationBinding['method'],
    path,
    credentials,
    shown: operation['x-shown'] ?? true,
    movesMoney: operation['x-moves-money'] ?? false,
    errors,
    ...(operation['x-only-arranges'] && { onlyArranges: true }),
  }
}

/**
 * The names that a deployment file can change: parameters, properties and values (`x-value`) with `x-name`.
 *
 * @param openapi the document, or a part of it
 */
export function namesIn(openapi: object): Readonly<Record<string, NameSource>> {
  const names: Record<string, NameSource> = {}
  const visit = (node: unknown, key: string): void => {
    if (typeof node !== 'object' || node === null) return
    const { 'x-name': binding, 'x-value': value, name, description } = node as JsonSchema
    if (typeof binding === 'string') {
      const shown = [value, name].find((one): one is string => typeof one === 'string')
      const found = {
        default: shown ?? key,
        meaning: String(description),
        ...(typeof value === 'string' && { isValue: true as const }),
      }
      const known = names[binding] ?? found
      if (known.default !== found.default)
        throw new Error(`openapi: ${binding} is the name of ${known.default} and of ${found.default}`)
      names[binding] = known
    }
    for (const [member, inner] of Object.entries(node)) visit(inner, member)
  }
  visit(openapi, '')
  return names
}

/** The names of the body of every request that has any, by operation. */
export function requestNamesIn(openapi: OpenApi): Readonly<Record<string, RequestNames>> {
  return Object.fromEntries(
    documentedOperations(openapi).flatMap(({ name, operation }) => {
      const body = operation.requestBody?.content['application/json']?.schema
      const found = Object.entries(namesIn(withReferences(openapi, body ?? {})))
      if (found.length === 0) return []
      const names = {
        fields: found.filter(([, { isValue }]) => !isValue).map(([binding]) => binding),
        values: found.filter(([, { isValue }]) => isValue).map(([binding]) => binding),
      }
      return (operation['x-operations'] ?? [name]).map((each) => [each, names])
    }),
  )
}

/** A schema that contains what it refers to; a schema within itself is left out. */
function withReferences({ components }: OpenApi, schema: JsonSchema): JsonSchema {
  const resolve = (node: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(node)) return node.map((item) => resolve(item, within))
    if (typeof node !== 'object' || node === null) return node
    const { $ref } = node as JsonSchema
    const target = typeof $ref === 'string' ? $ref.split('/').at(-1)! : ''
    if (within.includes(target)) return {}
    if (Object.hasOwn(components.schemas, target))
      return resolve(components.schemas[target], [...within, target])
    return Object.fromEntries(Object.entries(node).map(([key, member]) => [key, resolve(member, within)]))
  }
  return resolve(schema, []) as JsonSchema
}
