/** Updating a customer (contract: What the service does, row Customers; Other endpoints that are referenced). */
import {
  changeNew,
  check,
  expect,
  nonexistentId,
  retryInConflict,
  valueAt,
  retryUntilFound,
} from '../../fixtures/index.ts'
import { arrangeNamesake, createCustomer, readCustomer, readFields } from './created-customer.ts'
import { expectCustomerNotFound, expectNamesakeRejected, expectUpdated } from './expectations.ts'
import { arrangeCustomerChange } from './customer-fields.ts'
import { folded } from './field-expectations.ts'
import { arrangeUpdatableCustomer, takeIdentifier } from './updatable-customer.ts'

check('CUS-08', 'a customer is updated', async (context) => {
  const { customers } = context.platform
  const change = await arrangeCustomerChange(context)
  const other = await createCustomer(context)
  const { customerId } = await createCustomer(context)
  await retryInConflict(context, () => customers.update(other.customerId, change))

  const response = await changeNew(context, () =>
    retryUntilFound(context, () => customers.update(customerId, change)),
  )

  expectUpdated(response, customerId)
})

check('CUS-09', 'updated fields are read afterwards', async (context) => {
  const { customerId, change } = await arrangeUpdatableCustomer(context)
  await readCustomer(context, customerId)

  await retryUntilFound(context, () => context.platform.customers.update(customerId, change))

  const read = await context.poll(
    () => context.platform.customers.get(customerId),
    ({ body }) => holds(body, change),
  )
  expect(folded(read.body)).toMatchObject(folded(change) as Record<string, unknown>)
})

check('CUS-10', 'an update leaves the customers created before and after unchanged', async (context) => {
  const earlier = await createCustomer(context)
  const { customerId, change } = await arrangeUpdatableCustomer(context)
  const later = await createCustomer(context)
  const fields = { ...later.body, ...change }
  const readOthers = () =>
    Promise.all([earlier, later].map((other) => readFields(context, other.customerId, fields)))
  const before = await readOthers()

  expect(
    await retryUntilFound(context, () => context.platform.customers.update(customerId, change)),
  ).toSucceed()

  const after = await readOthers()
  expect(after).toEqual(before)
  expect(after[0], 'the change, in another customer').not.toMatchObject(change)
})

check('CUS-40', 'an update keeps the fields that it does not name', async (context) => {
  const { customerId, change, body } = await arrangeUpdatableCustomer(context)
  const others = Object.fromEntries(Object.entries(body).filter(([field]) => !(field in change)))
  const before = await readFields(context, customerId, others)

  expect(
    await retryUntilFound(context, () => context.platform.customers.update(customerId, change)),
  ).toSucceed()

  await context.poll(
    () => context.platform.customers.get(customerId),
    (read) => holds(read.body, change),
  )
  expect(await readFields(context, customerId, others)).toEqual(before)
})

check('CUS-11', 'a customer does not get the platformCustomerId of another', async (context) => {
  const { customers } = context.platform
  const other = await context.arrange('customer', {})
  const own = await context.arrange('customer', {})
  await createCustomer(context)

  const response = await takeIdentifier(context, own, other.platformCustomerId)

  expect(response.status, 'status of the update').toBeLessThan(500)
  const namesake = await customers.create(await arrangeNamesake(context, own.platformCustomerId))
  expectNamesakeRejected(namesake)
})

check('CUS-12', 'an unknown customer is not found', async (context) => {
  const { customerId, change } = await arrangeUpdatableCustomer(context)

  const response = await context.platform.customers.update(nonexistentId(customerId, context), change)

  expectCustomerNotFound(response)
})

const holds = (body: unknown, change: object): boolean =>
  Object.entries(change).every(
    ([field, value]) => JSON.stringify(folded(valueAt(body, field))) === JSON.stringify(folded(value)),
  )
