/** Compiles a JSON Schema when its first value is validated: that takes 5 to 80 ms, and a command needs few schemas. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

/** The schemas of Assay are valid, and compiling the schema of schemas would take longer than most of them. */
const OPTIONS = { strict: false, validateFormats: false, meta: false, validateSchema: false } as const

export function compiledOnUse<Value>(schema: object): () => ValidateFunction<Value> {
  let compiled: ValidateFunction<Value> | undefined
  return () => (compiled ??= new Ajv2020(OPTIONS).compile<Value>(schema))
}
