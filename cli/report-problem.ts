import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'

interface ReportSchema {
  readonly properties: object
}

const SCHEMA = new URL('../reports/conformance.schema.json', import.meta.url)
const schema = JSON.parse(readFileSync(SCHEMA, 'utf8')) as ReportSchema
// A report of another version of the contract is valid; the reader decides what that means.
const validate = new Ajv2020({ strict: false, validateFormats: false }).compile({
  ...schema,
  properties: { ...schema.properties, contractVersion: { type: 'string' } },
})

/** Why a value is no conformance.json, with the place; undefined: it is one. */
export function reportProblem(value: unknown): string | undefined {
  if (validate(value)) return undefined
  const { instancePath = '', message = 'is invalid' } = validate.errors?.[0] ?? {}
  return `${instancePath || 'the report'} ${message}`
}
