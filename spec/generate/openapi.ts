/** Queries on the OpenAPI document: documented operations, responses, enums and properties. */
import type { JsonSchema, OpenApi, OpenApiOperation, OpenApiResponse } from './sources.ts'

const METHODS = ['get', 'post', 'patch', 'put', 'delete'] as const

export interface DocumentedOperation {
  readonly name: string
  readonly method: (typeof METHODS)[number]
  readonly path: string
  /** JSON pointer into the document, without `#`. */
  readonly pointer: string
  readonly operation: OpenApiOperation
}

/** Every operation of the document, in its order. */
export function documentedOperations(openapi: OpenApi): readonly DocumentedOperation[] {
  return Object.entries(openapi.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method]
      return operation
        ? [
            {
              name: operation.operationId,
              method,
              path,
              pointer: `/paths/${escape(path)}/${method}`,
              operation,
            },
          ]
        : []
    }),
  )
}

export interface DocumentedSchema {
  readonly status: string
  /** Pointer to the schema, or undefined when no JSON body is documented. */
  readonly pointer: string | undefined
  readonly schema: JsonSchema | undefined
}

/** The documented responses of an operation, with `$ref` to `components/responses` resolved. */
export function documentedResponses(
  openapi: OpenApi,
  { pointer, operation }: DocumentedOperation,
): readonly DocumentedSchema[] {
  return Object.entries(operation.responses).map(([status, response]) => {
    const name = response.$ref?.split('/').at(-1)
    const resolved: OpenApiResponse | undefined =
      name === undefined ? response : openapi.components.responses?.[name]
    const base = name === undefined ? `${pointer}/responses/${status}` : `/components/responses/${name}`
    const schema = resolved?.content?.['application/json']?.schema
    return { status, schema, pointer: schema && `${base}/content/${escape('application/json')}/schema` }
  })
}

export interface PropertySite {
  readonly schema: string
  readonly operation: string
  /** Dotted path into the body of a 2xx response; `*` matches every element. */
  readonly path: string
  readonly properties: readonly string[]
}

export interface EnumSite {
  readonly name: string
  readonly operation: string
  readonly path: string
  readonly values: readonly string[]
}

/** Paths of schema properties and enums in successful responses, for the coverage of a run. */
export function coverageSites(openapi: OpenApi): {
  readonly properties: readonly PropertySite[]
  readonly enums: readonly EnumSite[]
} {
  const properties: PropertySite[] = []
  const enums: EnumSite[] = []
  const visit = (schema: JsonSchema, operation: string, path: string, name: string, depth: number): void => {
    if (depth > 11) return
    const ref = schema.$ref as string | undefined
    if (ref) {
      const target = ref.split('/').at(-1) ?? ''
      const resolved = openapi.components.schemas[target]
      if (resolved) visit(resolved, operation, path, target, depth + 1)
      return
    }
    for (const part of [
      ...asList(schema.allOf),
      ...asList(schema.oneOf),
      ...asList(schema.anyOf),
      ...recognised(schema),
      ...(schema.else === undefined ? [] : [schema.else as JsonSchema]),
    ]) {
      visit(part, operation, path, name, depth + 1)
    }
    if (Array.isArray(schema.enum)) {
      enums.push({
        name,
        operation,
        path,
        values: schema.enum.filter((value): value is string => typeof value === 'string'),
      })
    }
    if (schema.items) visit(schema.items as JsonSchema, operation, join(path, '*'), name, depth + 1)
    const fields = schema.properties as Readonly<Record<string, JsonSchema>> | undefined
    if (!fields) return
    properties.push({ schema: name, operation, path, properties: Object.keys(fields) })
    for (const [key, field] of Object.entries(fields)) {
      if (typeof field === 'object') visit(field, operation, join(path, key), `${name}.${key}`, depth + 1)
    }
  }
  for (const operation of documentedOperations(openapi)) {
    const success = documentedResponses(openapi, operation).find((response) =>
      response.status.startsWith('2'),
    )
    if (success?.schema) visit(success.schema, operation.name, '', `${operation.name} body`, 0)
  }
  return { properties, enums }
}

/** The shape that a condition identifies; undefined for a condition that only extends a shape. */
const recognised = ({ then }: JsonSchema) =>
  (then as JsonSchema | undefined)?.$ref === undefined ? [] : [then as JsonSchema]

const escape = (segment: string) => segment.replaceAll('~', '~0').replaceAll('/', '~1')
const join = (path: string, segment: string) => (path === '' ? segment : `${path}.${segment}`)
const asList = (value: unknown) => (Array.isArray(value) ? (value as readonly JsonSchema[]) : [])
