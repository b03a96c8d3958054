/** The generated Ajv validators: one for each operation and status, and one for each request body. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { compileFunction } from 'node:vm'
import type { OperationName } from '../generated/catalogue.ts'

export interface SchemaError {
  readonly instancePath: string
  readonly keyword: string
  readonly message?: string
  readonly params: Readonly<Record<string, unknown>>
}

export interface Validate {
  (body: unknown): boolean
  errors?: readonly SchemaError[] | null
}

/** Finds a validator by its name. */
export type FindValidator = (name: string) => Validate | undefined

type Validators = Readonly<Record<string, Validate>>

let loaded: Validators | undefined

/** Loaded on first use: two megabytes of code that some processes of a run never need. */
const validators = (): Validators =>
  (loaded ??= load(new URL('../generated/validators.cjs', import.meta.url)))

/**
 * Does the same as `require`, without its hooks: a test runner's hook would translate the file in every worker, which
 * takes as long as the checks.
 */
function load(url: URL): Validators {
  const filename = fileURLToPath(url)
  const module = { exports: {} }
  const evaluate = compileFunction(readFileSync(filename, 'utf8'), ['module', 'exports', 'require'], {
    filename,
  })
  evaluate(module, module.exports, createRequire(url))
  return module.exports
}

/** A validator of the default version of the contract. */
export const generatedValidator = (name: string): Validate | undefined => validators()[name]

/** true when the OpenAPI document describes a body for this operation and status. */
export const hasSchema = (
  operation: OperationName,
  status: number,
  validator: FindValidator = generatedValidator,
): boolean => validator(`${operation}_${status}`) !== undefined

/** A creation may return any 2xx: the schema is that of the documented success. */
export const validatorOf = (
  operation: OperationName | undefined,
  status: number,
  validator: FindValidator,
): Validate | undefined =>
  validator(`${operation}_${status}`) ?? validator(`${operation}_200`) ?? validator(`${operation}_201`)

/** Errors in a request body of Assay; empty if the document describes none. */
export function requestFindings(operation: OperationName, body: unknown): readonly string[] {
  const validate = validators()[`${operation}_request`]
  if (!validate || validate(body)) return []
  return (validate.errors ?? []).map(
    (error) => `${error.instancePath || '/'}: ${error.message ?? error.keyword}`,
  )
}
