/** Renders one Ajv standalone validator per operation and documented status, and per request body. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import type { Validate } from '../response-rules/validators.ts'
import { documentedOperations, documentedResponses } from './openapi.ts'
import type { Sources } from './sources.ts'
import { spelledOut } from './spelled-out.ts'

const standaloneCode = standalone as unknown as (
  ajv: Ajv2020,
  names: Readonly<Record<string, string>>,
) => string

/** @returns CommonJS text exporting a validate function by the name `<operation>_<status>` or `<operation>_request` */
export function renderValidators(sources: Sources): string {
  const { ajv, names } = schemasOf(sources)
  return standaloneCode(ajv, Object.fromEntries([...names].map((name) => [name, name])))
}

/** The same functions, each compiled at first use. */
export function validatorsOf(sources: Sources): (name: string) => Validate | undefined {
  const { ajv, names } = schemasOf(sources)
  return (name) => (names.has(name) ? (ajv.getSchema(name) as Validate | undefined) : undefined)
}

/** @throws Error naming a schema that cannot be compiled, such as one with an unknown type or reference */
export function compileAll(sources: Sources): void {
  const { ajv, names } = schemasOf(sources)
  for (const name of names)
    try {
      ajv.getSchema(name)
    } catch (error) {
      throw new Error(`${name}: ${(error as Error).message}`, { cause: error })
    }
}

/** A schema for each operation and documented status, and for each request body. */
function schemasOf({ openapi }: Sources): { readonly ajv: Ajv2020; readonly names: ReadonlySet<string> } {
  const ajv = new Ajv2020({
    strict: false,
    // 1e400 parses as Infinity, which is not a JSON number.
    strictNumbers: true,
    allErrors: true,
    inlineRefs: false,
    validateFormats: false,
    code: { source: true },
  })
  ajv.addSchema(spelledOut(openapi), 'openapi')
  const names = new Set<string>()
  const add = (name: string, pointer: string) => {
    ajv.addSchema({ $id: name, $ref: `openapi#${encodeURI(pointer)}` })
    names.add(name)
  }
  for (const operation of documentedOperations(openapi)) {
    for (const { status, pointer } of documentedResponses(openapi, operation)) {
      if (pointer !== undefined) add(`${operation.name}_${status}`, pointer)
    }
    if (operation.operation.requestBody) {
      add(`${operation.name}_request`, `${operation.pointer}/requestBody/content/application~1json/schema`)
    }
  }
  return { ajv, names }
}
