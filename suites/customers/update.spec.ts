/** Updating a customer (contract: What the service does, row Customers; Other endpoints that are referenced). */
import { check, expect, identifierOfNobody, valueAt, whenFound } from '../../fixtures/index.ts'
import { createdCustomer, FIELD_REJECTIONS, readCustomer, readFields } from './created-customer.ts'
import { customerChange } from './customer-fields.ts'
import { updatable } from './updatable-customer.ts'

check('CUS-08', 'a customer is updated', async (stage) => {
  const { customers } = stage.platform
  const change = await customerChange(stage)
  const other = await createdCustomer(stage)
  const { customerId } = await createdCustomer(stage)
  await customers.update(other.customerId, change)

  const answer = await whenFound(stage, () => customers.update(customerId, change))

  expect(answer).toSucceed()
  expect([customerId, null, undefined]).toContain(valueAt(answer.body, 'id'))
})

check('CUS-09', 'what an update changes is read afterwards', async (stage) => {
  const { customerId, change } = await updatable(stage)
  await readCustomer(stage, customerId)

  await whenFound(stage, () => stage.platform.customers.update(customerId, change))

  const read = await stage.poll(
    () => stage.platform.customers.get(customerId),
    ({ body }) => holds(body, change),
  )
  expect(read.body).toMatchObject(change)
})

check('CUS-10', 'an update leaves the customers created before and after as they were', async (stage) => {
  const earlier = await createdCustomer(stage)
  const { customerId, change } = await updatable(stage)
  const later = await createdCustomer(stage)
  const fields = { ...later.body, ...change }
  const readOthers = () =>
    Promise.all([earlier, later].map((other) => readFields(stage, other.customerId, fields)))
  const before = await readOthers()

  expect(await whenFound(stage, () => stage.platform.customers.update(customerId, change))).toSucceed()

  const after = await readOthers()
  expect(after).toEqual(before)
  expect(after[0], 'the change, in another customer').not.toMatchObject(change)
})

check('CUS-40', 'an update keeps the fields that it does not name', async (stage) => {
  const { customerId, change, body } = await updatable(stage)
  const others = Object.fromEntries(Object.entries(body).filter(([field]) => !(field in change)))
  const before = await readFields(stage, customerId, others)

  expect(await whenFound(stage, () => stage.platform.customers.update(customerId, change))).toSucceed()

  await stage.poll(
    () => stage.platform.customers.get(customerId),
    (read) => holds(read.body, change),
  )
  expect(await readFields(stage, customerId, others)).toEqual(before)
})

check('CUS-11', 'a customer does not get the platformCustomerId of another', async (stage) => {
  const { customers } = stage.platform
  const other = await stage.arrange('customer', {})
  const { customerId, platformCustomerId } = await stage.arrange('customer', {})
  const { body } = await createdCustomer(stage)

  const answer = await customers.update(customerId, { platformCustomerId: other.platformCustomerId })

  expect(answer.status, 'status of the update').toBeLessThan(500)
  const namesake = await customers.create({ ...body, platformCustomerId })
  expect(namesake, 'creation with its own platformCustomerId').toBeError(403, 409, ...FIELD_REJECTIONS)
})

check('CUS-12', 'an unknown customer is not found', async (stage) => {
  const { customerId, change } = await updatable(stage)

  const answer = await stage.platform.customers.update(identifierOfNobody(customerId, stage), change)

  expect(answer).toBeError(404)
  expect(answer).toHaveCode('USER_NOT_FOUND', 'CUSTOMER_NOT_FOUND', 'REFERENCE_NOT_FOUND', 'NOT_FOUND')
})

const holds = (body: unknown, change: object): boolean =>
  Object.entries(change).every(
    ([field, value]) => JSON.stringify(valueAt(body, field)) === JSON.stringify(value),
  )
