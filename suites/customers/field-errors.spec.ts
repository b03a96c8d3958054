/** `details.errors` of customer create and update (contract: Errors, body shape; Resources, FieldError). */
import { check, expect, type Stage } from '../../fixtures/index.ts'
import { createdCustomer, readCustomer } from './created-customer.ts'
import { invalidFields, newCustomerBody, shownOf, withFields, type InvalidField } from './customer-fields.ts'
import { fieldsNamed, refusedAlone } from './field-errors.ts'
import { updatable } from './updatable-customer.ts'

/** Submits a new customer with invalid fields. */
const create = async (stage: Stage, fields: readonly InvalidField[]) =>
  stage.platform.customers.create(withFields(await newCustomerBody(stage), fields))

check('CUS-13', 'a creation with an invalid field says which', async (stage) => {
  const fields = await invalidFields(stage)
  await createdCustomer(stage)

  const answers = await Promise.all(fields.map((field) => create(stage, [field])))

  expect(answers.map(({ status }) => status)).toEqual(fields.map(() => 400))
  expect(answers.map(fieldsNamed)).toEqual(fields.map(({ field }) => expect.arrayContaining([field])))
})

check('CUS-14', 'a creation with several invalid fields lists them all', async (stage) => {
  const fields = await refusedAlone(await invalidFields(stage), (field) => create(stage, [field]))

  const answer = await create(stage, fields)

  expect(answer).toBeError(400)
  expect(fieldsNamed(answer)).toEqual(expect.arrayContaining(fields.map(({ field }) => field)))
})

check('CUS-15', 'an update with an invalid field says which', async (stage) => {
  const fields = await invalidFields(stage)
  const { customerId } = await updatable(stage)

  const answers = await Promise.all(
    fields.map((field) => stage.platform.customers.update(customerId, withFields({}, [field]))),
  )

  expect(answers.map(({ status }) => status)).toEqual(fields.map(() => 400))
  expect(answers.map(fieldsNamed)).toEqual(fields.map(({ field }) => expect.arrayContaining([field])))
})

check('CUS-16', 'an update with several invalid fields lists them all', async (stage) => {
  const { customerId } = await updatable(stage)
  const update = (fields: readonly InvalidField[]) =>
    stage.platform.customers.update(customerId, withFields({}, fields))
  const fields = await refusedAlone(await invalidFields(stage), (field) => update([field]))

  const answer = await update(fields)

  expect(answer).toBeError(400)
  expect(fieldsNamed(answer)).toEqual(expect.arrayContaining(fields.map(({ field }) => field)))
})

check('CUS-17', 'each invalid field is listed once, and no other is', async (stage) => {
  const fields = await refusedAlone(await invalidFields(stage), (field) => create(stage, [field]))

  const answer = await create(stage, fields)

  const named = fieldsNamed(answer)
  expect(new Set(named)).toEqual(new Set(fields.map(({ field }) => field)))
  expect(named).toHaveLength(fields.length)
})

check('CUS-18', 'a creation that is refused for a field creates nothing', async (stage) => {
  const body = await newCustomerBody(stage)
  const fields = await refusedAlone(await invalidFields(stage), (field) => create(stage, [field]))
  await stage.platform.customers.create(withFields(body, fields))

  const answer = await stage.platform.customers.create(body)

  expect(answer).toSucceed()
})

check('CUS-19', 'an update that is refused for a field changes nothing', async (stage) => {
  const { customerId, change } = await updatable(stage)
  const fields = await refusedAlone(await invalidFields(stage), (field) => create(stage, [field]))
  const wrong = withFields(change, fields)
  const before = await readCustomer(stage, customerId)

  const answer = await stage.platform.customers.update(customerId, wrong)

  expect(answer).toBeError(400)
  const after = await readCustomer(stage, customerId)
  expect(shownOf(after.body, wrong)).toEqual(shownOf(before.body, wrong))
})
