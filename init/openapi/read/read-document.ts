/** Reads an OpenAPI 3.0 or 3.1 document, in YAML or JSON, with any number of files. */
import { isJsonObject, ownValue } from '../../../fixtures/requests/merge-patch.ts'
import { describeOperation, METHODS } from './read-operation.ts'
import type { Described } from './described.ts'
import { membersOf, openReferences, textAt, type Located, type References } from './references.ts'
import { unreadable } from './unreadable.ts'
import { count } from '../../../spec/count.ts'

const MAX_OPERATIONS = 2_000

/**
 * @param file of the document; other files are read only from its folder tree
 * @throws InitError for a document that is not OpenAPI 3.0 or 3.1, and for an unresolved `$ref`
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
    throw unreadable(
      file,
      `it has ${count(operations.length, 'operation')}; at most ${MAX_OPERATIONS} are matched.`,
      'Give a document of the payments API only.',
    )
  if (operations.length === 0)
    throw unreadable(file, 'it has no operations under paths.', 'Give the document that describes the API.')
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
    throw unreadable(
      file,
      `it is Swagger ${typeof swagger === 'string' ? swagger : '2.0'}, not OpenAPI 3.`,
      `Convert it: npx swagger2openapi --yaml --outfile openapi.yaml ${file}, then give openapi.yaml.`,
    )
  if (typeof version !== 'string')
    throw unreadable(
      file,
      'it is not an OpenAPI document: it has no key openapi.',
      'Give a document that begins with openapi: 3.0.x or openapi: 3.1.x.',
    )
  if (!/^3\.[01](?:\.|$)/.test(version))
    throw unreadable(
      file,
      `it is OpenAPI ${version.slice(0, 20)}; 3.0 and 3.1 are read.`,
      'Export it as OpenAPI 3.1.',
    )
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
