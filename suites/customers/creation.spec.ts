/** Creating a customer (contract: What the service does, row Customers; Errors, 409 codes, CONFLICT). */
import { check, expect, identifierOfNobody, valueAt } from '../../fixtures/index.ts'
import {
  acceptable,
  conflictingCreation,
  createdCustomer,
  FIELD_REJECTIONS,
  readFields,
  shownId,
} from './created-customer.ts'
import { customerChange, newCustomerBody } from './customer-fields.ts'

check('CUS-01', 'a customer is created', async (stage) => {
  const body = await newCustomerBody(stage)

  const answer = acceptable(await stage.platform.customers.create(body))

  expect(answer).toSucceed()
  expect(shownId(answer), 'its identifier').toMatch(/^Customer:/)
})

check('CUS-02', 'the customer that is answered has its platformCustomerId', async (stage) => {
  const body = await newCustomerBody(stage)

  const answer = acceptable(await stage.platform.customers.create(body))

  expect(answer).toSucceed()
  expect([body.platformCustomerId, null, undefined]).toContain(valueAt(answer.body, 'platformCustomerId'))
})

check('CUS-03', 'two creations make two customers', async (stage) => {
  const first = await createdCustomer(stage)

  const second = await createdCustomer(stage)

  expect(second.customerId).not.toBe(first.customerId)
})

check('CUS-03', 'creations at once make customers with different identifiers', async (stage) => {
  const customers = await Promise.all([1, 2, 3, 4, 5].map(() => createdCustomer(stage)))

  const identifiers = customers.map(({ customerId }) => customerId)
  expect(new Set(identifiers).size, `of ${identifiers.join(', ')}`).toBe(identifiers.length)
})

check('CUS-04', 'a customer is read by its identifier', async ({ poll, ...stage }) => {
  const { customerId } = await createdCustomer(stage)

  const read = await poll(
    () => stage.platform.customers.get(customerId),
    ({ status }) => status === 200,
  )

  expect(read).toHaveStatus(200)
  expect(shownId(read)).toBe(customerId)
})

check('CUS-05', 'the platformCustomerId of an active customer is in conflict', async (stage) => {
  const { platformCustomerId } = await stage.arrange('customer', {})
  const { body } = await createdCustomer(stage)

  const again = await stage.platform.customers.create({ ...body, platformCustomerId })

  expect(again).toBeError(409)
  expect(again).toHaveCode('CONFLICT')
})

check('CUS-06', 'a creation in conflict leaves the other customer as it was', async (stage) => {
  const { customerId, body } = await createdCustomer(stage)
  const other = { ...body, ...(await customerChange(stage)) }
  const before = await readFields(stage, customerId, other)

  await stage.platform.customers.create(other)

  expect(await readFields(stage, customerId, other)).toEqual(before)
})

check('CUS-07', 'of creations at once only one succeeds', async (stage) => {
  const { platform } = stage
  await conflictingCreation(stage)
  const body = await newCustomerBody(stage)

  const answers = await Promise.all([1, 2, 3, 4].map(() => platform.customers.create(body)))

  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status < 300).length, `of ${statuses.join(', ')}`).toBeLessThan(2)
})

for (const { of, value } of [
  { of: 'an object', value: { id: 'customer' } },
  { of: 'an array', value: ['customer'] },
]) {
  check('CUS-20', `a platformCustomerId that is ${of} is refused`, async (stage) => {
    const { body } = await createdCustomer(stage)

    const answer = await stage.platform.customers.create({ ...body, platformCustomerId: value })

    expect(answer).toBeError(...FIELD_REJECTIONS)
  })
}

for (const { of, wrong } of [
  { of: 'an array', wrong: [] },
  { of: 'text', wrong: 'customer' },
]) {
  check('CUS-21', `a body that is ${of} creates nothing`, async (stage) => {
    await createdCustomer(stage)

    const answer = await stage.platform.customers.create(wrong)

    expect(answer).toBeError(...FIELD_REJECTIONS)
  })
}

check('CUS-23', 'a bulk upload that there is none of is not found', async ({ arrange, platform, random }) => {
  const { jobId } = await arrange('customer-upload-job', {})
  expect(await platform.customers.uploadJob(jobId)).toSucceed()

  const answer = await platform.customers.uploadJob(identifierOfNobody(jobId, { random }))

  expect(answer).toBeError(404)
  expect(answer).toHaveCode('BULK_UPLOAD_JOB_NOT_FOUND', 'REFERENCE_NOT_FOUND', 'NOT_FOUND')
})
