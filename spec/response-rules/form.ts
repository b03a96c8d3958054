/** A format that the contract gives certain values anywhere. */
import type { RequirementId } from '../generated/catalogue.ts'
import type { SchemaError } from './validators.ts'

export interface Form {
  readonly requirement: RequirementId
  /** Whether a field with this name has the format, if the contract shows the body. */
  readonly isKey: (key: string) => boolean
  /** The violation, if a schema error is about the format. */
  readonly messageOf: (error: SchemaError) => string | undefined
}
