import { isDeepStrictEqual } from 'node:util'
import { type Body, type InvalidField } from './field-expectations.ts'
import { Blocked, conforming, valueAt, withUnique, type CheckContext } from '../../fixtures/index.ts'

/** The fields that create a customer, as the deployment names them. */
export async function arrangeCustomerBody({
  arrange,
  random,
}: Pick<CheckContext, 'arrange' | 'random'>): Promise<Body & { readonly platformCustomerId: string }> {
  const { request } = await arrange('customer-fields', {})
  return conforming({ ...withUnique(request, () => random.uuid()), platformCustomerId: random.name() })
}

/**
 * A change of such a customer.
 *
 * @throws Blocked when the deployment names none
 */
export async function arrangeCustomerChange({ arrange }: Pick<CheckContext, 'arrange'>): Promise<Body> {
  const { request, change = {} } = await arrange('customer-fields', {})
  const differs = Object.entries(change).some(
    ([field, value]) => !isDeepStrictEqual(valueAt(request, field), value),
  )
  if (differs) return change
  throw untold('no change that a customer shows afterwards')
}

/**
 * Fields with values that are invalid for them.
 *
 * @throws Blocked when the deployment names fewer than two
 */
export async function arrangeInvalidFields({
  arrange,
}: Pick<CheckContext, 'arrange'>): Promise<readonly InvalidField[]> {
  const { invalid = {} } = await arrange('customer-fields', {})
  const fields = Object.entries(invalid).map(([field, value]) => ({ field, value }))
  if (fields.length >= 2) return fields
  throw untold('fewer than two fields with an invalid value')
}

const untold = (what: string) =>
  new Blocked(
    'deployment-file',
    `the state customer-fields has ${what}, and the contract does not show the fields of a customer`,
    'Name request, change and invalid in the provider state customer-fields, or under given.customer-fields in the deployment file.',
  )

/** The values of some fields in a body; other fields may change on their own. */
export const shownOf = (body: unknown, fields: Body): Body =>
  Object.fromEntries(Object.keys(fields).map((field) => [field, valueAt(body, field)]))
