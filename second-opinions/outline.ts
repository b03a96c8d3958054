import type { DocumentedAnswer } from './documented-answers.ts'

/**
 * An OpenAPI document of the same operations and statuses, without schemas: Dredd copies all of its document again and
 * again, and takes the schema of each response from the plan.
 */
export function outlineOf(documented: readonly DocumentedAnswer[]): object {
  const paths: Record<string, Record<string, { responses: Record<string, object> }>> = {}
  for (const { method, path, status, schema } of documented) {
    const operation = ((paths[path] ??= { ...placeholdersOf(path) })[method.toLowerCase()] ??= {
      responses: {},
    })
    operation.responses[status] = {
      description: String(status),
      ...(schema && { content: { 'application/json': {} } }),
    }
  }
  return { openapi: '3.0.3', info: { title: 'Outline', version: '1' }, paths }
}

/** The parameters of a path: the replayer looks at no value. */
function placeholdersOf(path: string): object {
  const parameters = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    example: 'any',
  }))
  return { parameters }
}
