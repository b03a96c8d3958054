/** Creating a customer (contract: What the service does, row Customers; Errors, 409 codes, CONFLICT). */
import { check, expect, nonexistentId } from '../../fixtures/index.ts'
import { expectRead } from '../expectations.ts'
import {
  expectConflict,
  expectCustomerCreated,
  expectMalformedRejected,
  expectOneCreation,
  expectOwnIdentifier,
  expectUploadNotFound,
} from './expectations.ts'
import {
  acceptable,
  arrangeNamesake,
  requireCreationConflict,
  createCustomer,
  explained,
  readFields,
} from './created-customer.ts'
import { arrangeCustomerChange, arrangeCustomerBody } from './customer-fields.ts'

check('CUS-01', 'a customer is created', async (context) => {
  const body = await arrangeCustomerBody(context)

  const response = acceptable(await context.platform.customers.create(body))

  expectCustomerCreated(response)
})

check('CUS-02', 'the returned customer has its platformCustomerId', async (context) => {
  const body = await arrangeCustomerBody(context)

  const response = acceptable(await context.platform.customers.create(body))

  expect(response).toSucceed()
  expectOwnIdentifier(response, body.platformCustomerId)
})

check('CUS-03', 'two creations make two customers', async (context) => {
  const first = await createCustomer(context)

  const second = await createCustomer(context)

  expect(second.customerId).not.toBe(first.customerId)
})

check('CUS-03', 'platformCustomerIds that differ at the end make two customers', async (context) => {
  const common = context.random.uuid().slice(0, -1)
  await createCustomer(context, `${common}a`)
  const body = { ...(await arrangeCustomerBody(context)), platformCustomerId: `${common}b` }

  const second = await explained(context, await context.platform.customers.create(body))

  expect(second).toSucceed()
})

check('CUS-03', 'concurrent creations return different identifiers', async (context) => {
  const customers = await Promise.all([1, 2, 3, 4, 5].map(() => createCustomer(context)))

  const identifiers = customers.map(({ customerId }) => customerId)
  expect(new Set(identifiers).size, `different identifiers of ${identifiers.join(', ')}`).toBe(
    identifiers.length,
  )
})

check('CUS-04', 'a customer is read by its identifier', async ({ poll, ...context }) => {
  const { customerId } = await createCustomer(context)

  const read = await poll(
    () => context.platform.customers.get(customerId),
    ({ status }) => status === 200,
  )

  expectRead(read, customerId)
})

check('CUS-05', 'the platformCustomerId of an active customer conflicts', async (context) => {
  const { platformCustomerId } = await context.arrange('customer', {})
  await createCustomer(context)
  const namesake = await arrangeNamesake(context, platformCustomerId)

  const again = await explained(context, await context.platform.customers.create(namesake), [409])

  expectConflict(again)
})

check('CUS-06', 'a conflicting creation leaves the other customer unchanged', async (context) => {
  const { customerId, body } = await createCustomer(context)
  const other = { ...body, ...(await arrangeCustomerChange(context)) }
  const before = await readFields(context, customerId, other)

  await context.platform.customers.create(other)

  expect(await readFields(context, customerId, other)).toEqual(before)
})

check('CUS-07', 'of concurrent creations only one succeeds', async (context) => {
  await requireCreationConflict(context)
  const platformCustomerId = context.random.name()
  const bodies = await Promise.all([1, 2, 3, 4].map(() => arrangeNamesake(context, platformCustomerId)))

  const responses = await context.concurrently(
    ...bodies.map((body) => () => context.platform.customers.create(body)),
  )

  expectOneCreation(responses)
})

for (const { of, value } of [
  { of: 'an object', value: { id: 'customer' } },
  { of: 'an array', value: ['customer'] },
]) {
  check('CUS-20', `a platformCustomerId that is ${of} is rejected`, async (context) => {
    await createCustomer(context)
    const body = await arrangeCustomerBody(context)

    const response = await context.platform.customers.create({ ...body, platformCustomerId: value })

    expectMalformedRejected(response)
  })
}

for (const { of, wrong } of [
  { of: 'an array', wrong: [] },
  { of: 'text', wrong: 'customer' },
]) {
  check('CUS-21', `a body that is ${of} creates nothing`, async (context) => {
    await createCustomer(context)

    const response = await context.platform.customers.create(wrong)

    expectMalformedRejected(response)
  })
}

check('CUS-23', 'a nonexistent bulk upload is not found', async ({ arrange, platform, random }) => {
  const { jobId } = await arrange('customer-upload-job', {})
  expect(await platform.customers.uploadJob(jobId)).toSucceed()

  const response = await platform.customers.uploadJob(nonexistentId(jobId, { random }))

  expectUploadNotFound(response, jobId)
})
