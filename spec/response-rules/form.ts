/** A form that the contract gives certain values, wherever they stand. */
import type { RequirementId } from '../generated/catalogue.ts'
import type { SchemaError } from './validators.ts'

export interface Form {
  readonly requirement: RequirementId
  /** Whether a member of this name has the form, where the contract shows the body. */
  readonly isKey: (key: string) => boolean
  /** What is wrong, where the error of a schema is about the form. */
  readonly messageOf: (error: SchemaError) => string | undefined
}
