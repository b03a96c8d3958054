import type { ErrorCode } from '../spec/index.ts'

/** One field-level validation failure (contract: FieldError). The form of the constraint is a default of Assay. */
export interface FieldError {
  readonly field: string
  readonly constraint: Readonly<Record<string, unknown>>
  readonly message: string
}

/** The reason of a rejection, independent of the error shape of the operation. */
export interface Refusal {
  readonly status: number
  readonly code: ErrorCode
  readonly reason: string
  readonly fieldErrors?: readonly FieldError[]
}

/** A row of a table of rejections. */
export const refusal = (
  status: number,
  code: ErrorCode,
  reason: string,
  fieldErrors?: readonly FieldError[],
): Refusal => ({ status, code, reason, ...(fieldErrors && { fieldErrors }) })

/** Thrown by an operation that rejects a request; every other error is an internal error. */
export class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}
