import { conformanceSchema } from './conformance-schema.ts'
import { compiledOnUse } from '../spec/compiled-on-use.ts'
import { text } from '../spec/json-schema.ts'

// A report of another version of the contract is valid; the reader decides what that means.
const validator = compiledOnUse({
  ...conformanceSchema,
  properties: { ...conformanceSchema.properties, contractVersion: text() },
})

/** The error in a value that should be a conformance.json, with its place; undefined: it has none. */
export function reportProblem(value: unknown): string | undefined {
  const validate = validator()
  if (validate(value)) return undefined
  const { instancePath = '', message = 'is invalid' } = validate.errors?.[0] ?? {}
  return `${instancePath || 'the report'} ${message}`
}
