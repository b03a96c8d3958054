/** `details.errors` of customer create and update (contract: Errors, body shape; Resources, FieldError). */
import { check, expect, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import { requireCreationConflict, createCustomer, explained, readFields } from './created-customer.ts'
import { FIELD_REJECTIONS } from './expectations.ts'
import { arrangeInvalidFields, arrangeCustomerBody } from './customer-fields.ts'
import {
  expectFieldNamed,
  expectFieldsNamed,
  expectOnlyFields,
  INVALID_FIELD,
  isOf,
  isRejected,
  refusedAlone,
  withFields,
  type InvalidField,
} from './field-expectations.ts'
import { arrangeUpdatableCustomer } from './updatable-customer.ts'

/** Submits a new customer with each of several sets of invalid fields. */
async function submitCreations(
  context: CheckContext,
  sets: readonly (readonly InvalidField[])[],
): Promise<readonly CheckedResponse[]> {
  const body = await arrangeCustomerBody(context)
  const bodies = sets.map((fields) =>
    withFields({ ...body, platformCustomerId: context.random.name() }, fields),
  )
  return Promise.all(
    bodies.map(async (one) =>
      explained(context, await context.platform.customers.create(one), FIELD_REJECTIONS),
    ),
  )
}

/**
 * Submits an update of the customer with each of several sets of invalid fields. One after the other: a deployment may
 * reject an update while another one of the same customer is in progress.
 */
async function submitUpdates(
  { platform }: CheckContext,
  customerId: string,
  sets: readonly (readonly InvalidField[])[],
): Promise<readonly CheckedResponse[]> {
  const responses: CheckedResponse[] = []
  for (const fields of sets)
    responses.push(await platform.customers.update(customerId, withFields({}, fields)))
  return responses
}

/** Fields for which creations are rejected, one at a time. */
async function findRefusedFields(context: CheckContext): Promise<readonly InvalidField[]> {
  const fields = await arrangeInvalidFields(context)
  return refusedAlone(fields, await submitCreations(context, oneByOne(fields)))
}

const oneByOne = (fields: readonly InvalidField[]) => fields.map((field) => [field])

check('CUS-13', 'a creation with an invalid field names it', async (context) => {
  const fields = await arrangeInvalidFields(context)
  await createCustomer(context)

  const responses = await submitCreations(context, oneByOne(fields))

  responses.forEach((response, index) => expectFieldNamed(response, fields[index]!.field))
})

check('CUS-14', 'a creation with several invalid fields lists them all', async (context) => {
  const fields = await findRefusedFields(context)

  const [response] = await submitCreations(context, [fields])

  expectFieldsNamed(response!, fields)
})

check('CUS-15', 'an update with an invalid field names it', async (context) => {
  const fields = await arrangeInvalidFields(context)
  const { customerId, change } = await arrangeUpdatableCustomer(context)

  const responses = await submitUpdates(context, customerId, oneByOne(fields))

  const updated = fields.map(({ field }, index) => ({ field, response: responses[index]! }))
  const judged = updated.filter(({ field, response }) => isOf(change, field) || isRejected(response))
  expect(judged.length, 'fields that an update takes').toBeGreaterThan(0)
  judged.forEach(({ response, field }) => expectFieldNamed(response, field))
})

check('CUS-16', 'an update with several invalid fields lists them all', async (context) => {
  const { customerId } = await arrangeUpdatableCustomer(context)
  const all = await arrangeInvalidFields(context)
  const fields = refusedAlone(all, await submitUpdates(context, customerId, oneByOne(all)))

  const [response] = await submitUpdates(context, customerId, [fields])

  expectFieldsNamed(response!, fields)
})

check('CUS-17', 'each invalid field is listed once, and no valid field', async (context) => {
  const fields = await findRefusedFields(context)

  const [response] = await submitCreations(context, [fields])

  expectOnlyFields(response!, fields)
})

check('CUS-18', 'a creation rejected for a field creates nothing', async (context) => {
  const fields = await findRefusedFields(context)
  const body = await arrangeCustomerBody(context)
  await requireCreationConflict(context)
  await context.platform.customers.create(withFields(body, fields))

  const response = await explained(context, await context.platform.customers.create(body))

  expect(response).toSucceed()
})

check(
  'CUS-19',
  'an update rejected for the platformCustomerId of another customer changes nothing',
  async (context) => {
    const { body, customerId } = await createCustomer(context)
    const { change } = await arrangeUpdatableCustomer(context)
    const taken = await createCustomer(context)
    const wrong = { ...change, platformCustomerId: taken.body.platformCustomerId }
    const fields = { ...body, ...wrong }
    const before = await readFields(context, customerId, fields)

    const response = await context.platform.customers.update(customerId, wrong)

    // The contract leaves open whether an update names a platformCustomerId; CUS-11 judges one that is accepted.
    const after = response.status < 300 ? before : await readFields(context, customerId, fields)
    expect(after).toEqual(before)
  },
)

check('CUS-19', 'an update rejected for a field changes nothing', async (context) => {
  const { customerId, change, updatedId } = await arrangeUpdatableCustomer(context)
  const all = await arrangeInvalidFields(context)
  const fields = refusedAlone(all, await submitUpdates(context, updatedId, oneByOne(all)))
  const wrong = withFields(change, fields)
  const before = await readFields(context, customerId, wrong)

  const response = await context.platform.customers.update(customerId, wrong)

  expect(response).toBeError(...INVALID_FIELD)
  expect(await readFields(context, customerId, wrong)).toEqual(before)
})
