/**
 * Expectations of rejections of invalid fields, for checks and for exploration (contract: Errors, body shape; FieldError).
 * Pure.
 */
import { Blocked, expect, valueAt, type CheckedResponse } from '../../fixtures/index.ts'

export type Body = Readonly<Record<string, unknown>>

/** A field that has an invalid value. */
export interface InvalidField {
  /** Path in dot notation. */
  readonly field: string
  readonly value: unknown
}

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
    `${refused.length} of ${fields.length} invalid fields are rejected with their names in details.errors (exchange ${responses[0]?.exchange ?? 'none'})`,
    'See the reason in the requests of this check. CUS-13 and CUS-15 judge this step.',
  )
}

/** A request with an invalid field is rejected, and details.errors names the field. */
export function expectFieldNamed(response: CheckedResponse, field: string): void {
  expect(response).toHaveStatus(...INVALID_FIELD)
  expect(fieldsNamed(response), 'fields in details.errors').toContainEqual(field)
}

/** A request with several invalid fields is rejected, and details.errors names each of them. */
export function expectFieldsNamed(response: CheckedResponse, fields: readonly InvalidField[]): void {
  expect(response).toBeError(...INVALID_FIELD)
  expect(fieldsNamed(response)).toEqual(expect.arrayContaining(fields.map(({ field }) => field)))
}

/** details.errors names each invalid field once, and no valid field. */
export function expectOnlyFields(response: CheckedResponse, fields: readonly InvalidField[]): void {
  const named = fieldsNamed(response)
  expect(new Set(named)).toEqual(new Set(fields.map(({ field }) => field)))
  expect(named).toHaveLength(fields.length)
}

/** Whether the change has the field; an update may ignore other fields. */
export const isOf = (change: object, field: string): boolean => (field.split('.')[0] ?? '') in change

/** The body with values at dotted paths; missing objects on the way are added. */
export const withFields = (body: Body, fields: readonly InvalidField[]): Body =>
  fields.reduce<Body>((changed, { field, value }) => withValue(changed, field.split('.'), value), body)

function withValue(body: Body, [key = '', ...rest]: readonly string[], value: unknown): Body {
  if (rest.length === 0) return { ...body, [key]: value }
  const inner = body[key]
  const object = typeof inner === 'object' && inner !== null ? (inner as Body) : {}
  return { ...body, [key]: withValue(object, rest, value) }
}

/** A JSON value whose texts have no case and no surrounding space: a deployment may store a name in capitals. */
export function folded(value: unknown): unknown {
  if (typeof value === 'string') return value.trim().toLowerCase()
  if (Array.isArray(value)) return value.map(folded)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, folded(one)]))
}
