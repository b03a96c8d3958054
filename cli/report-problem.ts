import { Ajv2020 } from 'ajv/dist/2020.js'
import { conformanceSchema } from '../reports/conformance-schema.ts'
import { text } from '../spec/json-schema.ts'

// A report of another version of the contract is valid; the reader decides what that means.
const validate = new Ajv2020({ strict: false, validateFormats: false }).compile({
  ...conformanceSchema,
  properties: { ...conformanceSchema.properties, contractVersion: text() },
})

/** The error in a value that should be a conformance.json, with its place; undefined: it has none. */
export function reportProblem(value: unknown): string | undefined {
  if (validate(value)) return undefined
  const { instancePath = '', message = 'is invalid' } = validate.errors?.[0] ?? {}
  return `${instancePath || 'the report'} ${message}`
}
