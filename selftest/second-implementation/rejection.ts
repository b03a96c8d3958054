/** A rejection, thrown at any depth. */
export interface FieldFault {
  readonly field: string
  readonly constraint: Readonly<Record<string, unknown>>
  readonly message: string
}

export class Rejection extends Error {
  readonly status: number
  readonly code: string
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(status: number, code: string, text: string, details?: Readonly<Record<string, unknown>>) {
    super(text)
    this.status = status
    this.code = code
    this.details = details
  }
}

/** 400 with one FieldError for each invalid field (contract: Errors). */
export const invalidFields = (faults: readonly FieldFault[]): Rejection =>
  new Rejection(400, 'INVALID_INPUT', `Please correct: ${faults.map(({ field }) => field).join(', ')}.`, {
    errors: faults,
  })

export const invalidField = (
  field: string,
  constraint: FieldFault['constraint'],
  message: string,
): Rejection => invalidFields([{ field, constraint, message }])

/** The same text for nonexistent resources and for resources of others, so that a caller cannot distinguish them. */
export const notFound = (): Rejection =>
  new Rejection(404, 'NOT_FOUND', 'There is nothing by that name that you may see.')
