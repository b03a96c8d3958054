/** Reads an OpenAPI 3.0 or 3.1 document, in YAML or JSON, with any number of files. */
import { assayError } from '../../../errors/index.ts'
import { isJsonObject, ownValue } from '../../../fixtures/requests/merge-patch.ts'
import { describeOperation, METHODS } from './read-operation.ts'
import type { Described } from './described.ts'
import { membersOf, openReferences, textAt, type Located, type References } from './references.ts'

const MAX_OPERATIONS = 2_000

/**
 * @param file of the document; other files are read only from its folder tree
 * @throws AssayError for a document that is not OpenAPI 3.0 or 3.1, and for an unresolved `$ref`
 */
export function readDocument(file: string): Described {
  const references = openReferences(file)
  const { root } = references
  refuseOtherFormats(root, file)
  const operations = membersOf(references, references.member(root, 'paths')).flatMap(([path, item]) =>
    path.startsWith('/')
      ? METHODS.flatMap((method) => {
          const operation = references.member(item, method)
          return operation && isJsonObject(operation.value) ? [{ path, method, item, operation }] : []
        })
      : [],
  )
  if (operations.length > MAX_OPERATIONS)
    throw assayError('openapi-too-many-operations', {
      file,
      operations: operations.length,
      max: MAX_OPERATIONS,
    })
  if (operations.length === 0) throw assayError('openapi-without-operations', { file })
  return {
    title: textAt(references.member(root, 'info'), 'title') ?? '',
    servers: serversOf(references),
    operations: operations.map((found) => describeOperation(references, found)),
    webhookHeaders: webhookHeadersOf(references),
  }
}

function refuseOtherFormats(root: Located, file: string): void {
  const { value } = root
  const version = isJsonObject(value) ? ownValue(value, 'openapi') : undefined
  const swagger = isJsonObject(value) ? ownValue(value, 'swagger') : undefined
  if (swagger !== undefined)
    throw assayError('openapi-is-swagger', { file, version: typeof swagger === 'string' ? swagger : '2.0' })
  if (typeof version !== 'string') throw assayError('openapi-key-missing', { file })
  if (!/^3\.[01](?:\.|$)/.test(version))
    throw assayError('openapi-version-unsupported', { file, version: version.slice(0, 20) })
}

/** Addresses of the servers, with the defaults of their variables. */
function serversOf(references: References): readonly string[] {
  return membersOf(references, references.member(references.root, 'servers')).flatMap(([, server]) => {
    const url = textAt(server, 'url')
    if (url === undefined) return []
    const variables = references.member(server, 'variables')
    return [
      url.replace(/\{([^{}]*)\}/g, (written, name: string) => {
        const variable = variables && references.member(variables, name)
        return textAt(variable, 'default') ?? written
      }),
    ]
  })
}

/** Headers of webhook requests in the document (OpenAPI 3.1). */
function webhookHeadersOf(references: References): readonly string[] {
  const items = membersOf(references, references.member(references.root, 'webhooks'))
  const headers = items.flatMap(([, item]) =>
    METHODS.flatMap((method) => {
      const operation = references.member(item, method)
      return operation ? describeOperation(references, { path: '/', method, item, operation }).parameters : []
    }),
  )
  return [...new Set(headers.filter((header) => header.in === 'header').map(({ name }) => name))]
}
