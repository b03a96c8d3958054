import addFormats from 'ajv-formats'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import type { Schema } from '../json-schema.ts'

const ajv = new Ajv2020({ strict: false, verbose: true })
addFormats.default(ajv)

/** A content without the form of its schema. */
export class ShapeError extends Error {
  /** JSON pointer to the place. */
  readonly pointer: string
  readonly problem: string

  constructor(entry: readonly string[], pointer: string, problem: string) {
    super(`${entry.join(', ')}: ${problem}`)
    this.pointer = pointer
    this.problem = problem
  }
}

/**
 * The content of a file of a contract, when it has the form of the schema.
 *
 * @throws ShapeError that names file, entry, key and allowed values
 */
export function shaped<Value>(schema: Schema<Value>, content: unknown, file: string): Value {
  const validate = ajv.compile<Value>(schema)
  if (validate(content)) return content
  const [error] = validate.errors ?? []
  if (!error) throw new Error(`${file}: it has another form`)
  const { entry, key } = placeOf(error.instancePath, content)
  throw new ShapeError([file, ...entry], error.instancePath, problemOf(error, key))
}

function problemOf({ keyword, params, parentSchema, data, message }: ErrorObject, key: string): string {
  const { properties = {}, description } = parentSchema as Schema
  const named = params as Readonly<Record<string, unknown>>
  if (keyword === 'additionalProperties')
    return `unknown key ${String(named.additionalProperty)}; allowed are ${Object.keys(properties).join(', ')}`
  if (keyword === 'required') return `${String(named.missingProperty)} is missing`
  if (keyword === 'minLength') return `${key} is missing`
  return `${key} is ${JSON.stringify(data)}, and ${description ?? `it ${message}`}`
}

/** Entries are named by their id, name, section or place where they have one, and else by their place in the file. */
function placeOf(
  pointer: string,
  content: unknown,
): { readonly entry: readonly string[]; readonly key: string } {
  const entry: string[] = []
  let current = content
  const parts = pointer.split('/').slice(1)
  for (const part of parts) {
    current = (current as Readonly<Record<string, unknown>>)[part]
    if (typeof current !== 'object' || current === null) continue
    const { id, name, section, place } = current as Readonly<Record<string, unknown>>
    const shown = [id, name, section, place].find(
      (one): one is string => typeof one === 'string' && one !== '',
    )
    entry.push(shown ?? part)
  }
  return { entry, key: parts.at(-1) ?? 'it' }
}
