import { Blocked, valueAt, type CheckedResponse } from '../../fixtures/index.ts'
import type { InvalidField } from './customer-fields.ts'

/** The fields that `details.errors` names. */
export const fieldsNamed = ({ body }: CheckedResponse): readonly unknown[] => {
  const errors = valueAt(body, 'details.errors')
  return Array.isArray(errors) ? errors.map((error) => valueAt(error, 'field')) : []
}

/** How an invalid field is rejected: 400, or another fitting status; CNV-09 warns about the others. */
export const INVALID_FIELD: readonly number[] = [400, 403, 409, 422]

/** Whether a request was rejected because of its fields. */
export const isRejected = ({ status }: CheckedResponse): boolean => INVALID_FIELD.includes(status)

/**
 * The fields that are rejected when sent one at a time, with their names in `details.errors`.
 *
 * @param responses to one request for each field
 * @throws Blocked when they are fewer than two: then a list of several fields cannot be judged
 */
export function refusedAlone(
  fields: readonly InvalidField[],
  responses: readonly CheckedResponse[],
): readonly InvalidField[] {
  const refused = fields.filter(({ field }, index) => {
    const response = responses[index]
    return response !== undefined && isRejected(response) && fieldsNamed(response).includes(field)
  })
  if (refused.length >= 2) return refused
  throw new Blocked(
    'implementation',
    `of ${fields.length} invalid fields ${refused.length} are rejected by themselves with their names in details.errors (exchange ${responses[0]?.exchange ?? 'none'})`,
    'See why; CUS-13 and CUS-15 judge it.',
  )
}
