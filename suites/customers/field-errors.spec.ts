/** `details.errors` of customer create and update (contract: Errors, body shape; Resources, FieldError). */
import { check, expect, type Answer, type Stage } from '../../fixtures/index.ts'
import { conflictingCreation, createdCustomer, readFields } from './created-customer.ts'
import { invalidFields, newCustomerBody, withFields, type InvalidField } from './customer-fields.ts'
import { fieldsNamed, INVALID_FIELD, isRejected, refusedAlone } from './field-errors.ts'
import { updatable } from './updatable-customer.ts'

/** Submits a new customer with each of some sets of invalid fields. */
async function creations(
  stage: Stage,
  sets: readonly (readonly InvalidField[])[],
): Promise<readonly Answer[]> {
  const body = await newCustomerBody(stage)
  const bodies = sets.map((fields) =>
    withFields({ ...body, platformCustomerId: stage.random.name() }, fields),
  )
  return Promise.all(bodies.map((one) => stage.platform.customers.create(one)))
}

/** Submits an update of the customer with each of some sets of invalid fields. */
const updates = (
  { platform }: Stage,
  customerId: string,
  sets: readonly (readonly InvalidField[])[],
): Promise<readonly Answer[]> =>
  Promise.all(sets.map((fields) => platform.customers.update(customerId, withFields({}, fields))))

/** Fields that creations are refused for, one by one. */
async function fieldsRefused(stage: Stage): Promise<readonly InvalidField[]> {
  const fields = await invalidFields(stage)
  return refusedAlone(fields, await creations(stage, oneByOne(fields)))
}

/** Whether the field stands in the change; others, an update may ignore. */
const isOf = (change: object, field: string): boolean => (field.split('.')[0] ?? '') in change

const oneByOne = (fields: readonly InvalidField[]) => fields.map((field) => [field])

check('CUS-13', 'a creation with an invalid field says which', async (stage) => {
  const fields = await invalidFields(stage)
  await createdCustomer(stage)

  const answers = await creations(stage, oneByOne(fields))

  expect(answers.filter((answer) => !isRejected(answer)).map(({ status }) => status)).toEqual([])
  expect(answers.map(fieldsNamed)).toEqual(fields.map(({ field }) => expect.arrayContaining([field])))
})

check('CUS-14', 'a creation with several invalid fields lists them all', async (stage) => {
  const fields = await fieldsRefused(stage)

  const [answer] = await creations(stage, [fields])

  expect(answer!).toBeError(...INVALID_FIELD)
  expect(fieldsNamed(answer!)).toEqual(expect.arrayContaining(fields.map(({ field }) => field)))
})

check('CUS-15', 'an update with an invalid field says which', async (stage) => {
  const fields = await invalidFields(stage)
  const { customerId, change } = await updatable(stage)

  const answers = await updates(stage, customerId, oneByOne(fields))

  const updated = fields.map(({ field }, index) => ({ field, answer: answers[index]! }))
  const judged = updated.filter(({ field, answer }) => isOf(change, field) || isRejected(answer))
  expect(judged.length, 'fields that an update takes').toBeGreaterThan(0)
  expect(judged.map(({ answer }) => isRejected(answer))).toEqual(judged.map(() => true))
  expect(judged.map(({ answer }) => fieldsNamed(answer))).toEqual(
    judged.map(({ field }) => expect.arrayContaining([field])),
  )
})

check('CUS-16', 'an update with several invalid fields lists them all', async (stage) => {
  const { customerId } = await updatable(stage)
  const all = await invalidFields(stage)
  const fields = refusedAlone(all, await updates(stage, customerId, oneByOne(all)))

  const [answer] = await updates(stage, customerId, [fields])

  expect(answer!).toBeError(...INVALID_FIELD)
  expect(fieldsNamed(answer!)).toEqual(expect.arrayContaining(fields.map(({ field }) => field)))
})

check('CUS-17', 'each invalid field is listed once, and no other is', async (stage) => {
  const fields = await fieldsRefused(stage)

  const [answer] = await creations(stage, [fields])

  const named = fieldsNamed(answer!)
  expect(new Set(named)).toEqual(new Set(fields.map(({ field }) => field)))
  expect(named).toHaveLength(fields.length)
})

check('CUS-18', 'a creation that is refused for a field creates nothing', async (stage) => {
  const fields = await fieldsRefused(stage)
  const body = await newCustomerBody(stage)
  await conflictingCreation(stage)
  await stage.platform.customers.create(withFields(body, fields))

  const answer = await stage.platform.customers.create(body)

  expect(answer).toSucceed()
})

check('CUS-19', 'an update that is refused for a field changes nothing', async (stage) => {
  const sample = await createdCustomer(stage)
  const all = await invalidFields(stage)
  const fields = refusedAlone(all, await updates(stage, sample.customerId, oneByOne(all)))
  const { customerId, change } = await updatable(stage)
  const wrong = withFields(change, fields)
  const before = await readFields(stage, customerId, wrong)

  const answer = await stage.platform.customers.update(customerId, wrong)

  expect(answer).toBeError(...INVALID_FIELD)
  expect(await readFields(stage, customerId, wrong)).toEqual(before)
})
