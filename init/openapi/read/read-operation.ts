import { isJsonObject, ownValue } from '../../../fixtures/requests/merge-patch.ts'
import type { Body, Credential, DescribedOperation, DescribedParameter, Method } from './described.ts'
import { factsOf, readBody, textsOf } from './read-schema.ts'
import { membersOf, textAt, type Located, type References } from './references.ts'

export const METHODS = ['get', 'post', 'patch', 'put', 'delete'] as const

const MAX_TEXT = 600

interface Found {
  readonly path: string
  readonly method: (typeof METHODS)[number]
  /** The path item. */
  readonly item: Located
  readonly operation: Located
}

/** An operation of the document, with the shared fields of its path item. */
export function describeOperation(
  references: References,
  { path, method, item, operation }: Found,
): DescribedOperation {
  const request = references.member(operation, 'requestBody')
  return {
    method: method.toUpperCase() as Method,
    path,
    operationId: shortened(textAt(operation, 'operationId')),
    summary: shortened(textAt(operation, 'summary') ?? textAt(item, 'summary')),
    description: shortened(textAt(operation, 'description') ?? textAt(item, 'description')),
    tags: textsOf(isJsonObject(operation.value) ? ownValue(operation.value, 'tags') : undefined).map(
      shortened,
    ),
    credentials: credentialsOf(references, operation),
    parameters: parametersOf(references, [item, operation]),
    request: request && bodyOf(references, request),
    responses: new Map(
      membersOf(references, references.member(operation, 'responses')).map(([status, response]) => [
        status,
        bodyOf(references, response),
      ]),
    ),
  }
}

const shortened = (text: string | undefined) => (text ?? '').slice(0, MAX_TEXT)

function parametersOf(references: References, places: readonly Located[]): readonly DescribedParameter[] {
  const parameters = new Map<string, DescribedParameter>()
  for (const place of places) {
    for (const [, parameter] of membersOf(references, references.member(place, 'parameters'))) {
      const name = textAt(parameter, 'name')
      const where = textAt(parameter, 'in')
      if (name === undefined || where === undefined || !isJsonObject(parameter.value)) continue
      const schema = references.member(parameter, 'schema')
      const { types, enumeration, format, description } = factsOf(references, schema ?? parameter)
      parameters.set(`${where} ${name}`, {
        name,
        in: where,
        required: ownValue(parameter.value, 'required') === true,
        description: shortened(textAt(parameter, 'description') ?? description),
        types,
        enumeration,
        format,
      })
    }
  }
  return [...parameters.values()]
}

/** The JSON body of a request or a response; without JSON, the first content of another type. */
function bodyOf(references: References, located: Located): Body | undefined {
  const contents = membersOf(references, references.member(located, 'content'))
  const [, content] = contents.find(([type]) => /[/+]json\b/i.test(type)) ?? contents[0] ?? []
  if (!content || !isJsonObject(content.value)) return undefined
  const schema = references.member(content, 'schema')
  const many = membersOf(references, references.member(content, 'examples'))
  const examples = [
    ownValue(content.value, 'example'),
    ...many.slice(0, 5).map(([, example]) => references.member(example, 'value')?.value),
    ...(schema && isJsonObject(schema.value) ? [ownValue(schema.value, 'example')] : []),
  ]
  return readBody(
    references,
    schema,
    examples.filter((example) => example !== undefined),
  )
}

/** The credentials of an operation; its own `security` replaces that of the document. */
function credentialsOf(references: References, operation: Located): ReadonlySet<Credential> {
  const security = references.member(operation, 'security') ?? references.member(references.root, 'security')
  const schemes = references.member(references.root, 'components')
  const declared = schemes && references.member(schemes, 'securitySchemes')
  const choices = membersOf(references, security)
  if (security === undefined) return new Set()
  if (choices.length === 0) return new Set(['NONE'])
  return new Set(
    choices.flatMap(([, choice]) => {
      const names = isJsonObject(choice.value) ? Object.keys(choice.value) : []
      if (names.length === 0) return ['NONE' as const]
      return names.map((name) => kindOf(declared && references.member(declared, name)))
    }),
  )
}

function kindOf(scheme: Located | undefined): Credential {
  const type = textAt(scheme, 'type')
  const http = textAt(scheme, 'scheme')?.toLowerCase()
  if (type === 'http' && http === 'basic') return 'BASIC'
  if ((type === 'http' && http === 'bearer') || type === 'oauth2' || type === 'openIdConnect') return 'BEARER'
  if (type === 'apiKey') return 'API_KEY'
  return 'OTHER'
}
