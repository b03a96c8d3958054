/** The responses that the OpenAPI document describes, one per operation and status, in its order. */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { grouped } from '../spec/grouped.ts'
import { operations, type OperationName } from '../spec/index.ts'

/** The OpenAPI document as a file that other tools read. */
export const documentFile = fileURLToPath(new URL('../spec/generated/openapi.json', import.meta.url))

interface Described {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, { readonly schema?: object; readonly example?: unknown }>>
}

interface DocumentedOperation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, Described>>
}

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>
    readonly responses: Readonly<Record<string, Described>>
  }
}

export interface DocumentedAnswer {
  readonly operation: string
  readonly method: string
  /** With placeholders, as in the document; bindings of the deployment file do not matter here. */
  readonly path: string
  readonly status: number
  /** undefined: the document has no schema of the body. */
  readonly schema: object | undefined
  readonly example: unknown
}

export const openApiDocument = createRequire(import.meta.url)(
  '../spec/generated/openapi.json',
) as OpenApiDocument

const METHODS = ['get', 'post', 'patch', 'put', 'delete']

export const documentedAnswers: readonly DocumentedAnswer[] = Object.entries(openApiDocument.paths).flatMap(
  ([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      .flatMap(([method, { operationId, responses }]) =>
        Object.entries(responses).map(([status, response]) => {
          const body = resolved(response).content?.['application/json']
          return {
            operation: operationId,
            method: method.toUpperCase(),
            path,
            status: Number(status),
            schema: body?.schema,
            example: body?.example,
          }
        }),
      ),
)

const byOperation = grouped(documentedAnswers, ({ operation }) => operation)
const byAddress = grouped(documentedAnswers, ({ method, path }) => `${method} ${path}`)

/**
 * The documented response of an operation with a status. Two operations may share a method and a path, and thus one
 * entry.
 */
export function documentedAnswer(operation = '', status: number): DocumentedAnswer | undefined {
  const bound = operations[operation as OperationName] as { method: string; path: string } | undefined
  const responses = byOperation.get(operation) ?? byAddress.get(`${bound?.method} ${bound?.path}`)
  return responses?.find((response) => response.status === status)
}

function resolved(response: Described): Described {
  const name = response.$ref?.split('/').at(-1)
  return name === undefined ? response : (openApiDocument.components.responses[name] ?? {})
}
