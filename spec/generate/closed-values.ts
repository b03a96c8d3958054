/** Closed lists of values, from the OpenAPI document. */
import type { ErrorSources } from './source-schemas.ts'
import type { JsonSchema, OpenApi } from './sources.ts'

/**
 * @param at a schema or an operation (its request body), then property names, with dots between
 * @throws Error when the document lists no values there
 */
export function valuesAt(at: string, openapi: OpenApi): readonly string[] {
  const [root = '', ...properties] = at.split('.')
  const begin = openapi.components.schemas[root] ?? requestSchemaOf(root, openapi)
  const schema = properties.reduce<JsonSchema | undefined>(
    (parent, name) => (parent?.properties as Readonly<Record<string, JsonSchema>> | undefined)?.[name],
    begin,
  )
  const values = listedValues(schema ?? {})
  if (values.length === 0) throw new Error(`openapi lists no values at ${at}; name a schema with an enum`)
  return values
}

const requestSchemaOf = (operation: string, { paths }: OpenApi) =>
  Object.values(paths)
    .flatMap((item) => Object.values(item))
    .find(({ operationId }) => operationId === operation)?.requestBody?.content['application/json']?.schema

/** Includes alternatives, next to which the document allows other values. */
const listedValues = ({ enum: values, anyOf }: JsonSchema): readonly string[] => [
  ...((values as readonly string[] | undefined) ?? []),
  ...((anyOf as readonly JsonSchema[] | undefined) ?? []).flatMap(listedValues),
]

/** The document with a schema for the codes of each status: `ErrorCode409`. */
export const withErrorCodes = (openapi: OpenApi, errors: ErrorSources): OpenApi => ({
  ...openapi,
  components: {
    ...openapi.components,
    schemas: {
      ...openapi.components.schemas,
      ...Object.fromEntries(
        Object.entries(errors).map(([status, codes]) => [
          `ErrorCode${status}`,
          { type: 'string', enum: Object.keys(codes) },
        ]),
      ),
    },
  },
})
