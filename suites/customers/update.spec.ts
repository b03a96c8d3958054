/** Updating a customer (contract: What the service does, row Customers; Other endpoints that are referenced). */
import { check, expect, identifierOfNobody, valueAt } from '../../fixtures/index.ts'
import { createdCustomer, readCustomer } from './created-customer.ts'
import { customerChange, shownOf } from './customer-fields.ts'
import { updatable } from './updatable-customer.ts'

check('CUS-08', 'a customer is updated', async (stage) => {
  const { customers } = stage.platform
  const change = await customerChange(stage)
  const other = await createdCustomer(stage)
  const { customerId } = await createdCustomer(stage)
  await customers.update(other.customerId, change)

  const answer = await customers.update(customerId, change)

  expect(answer).toSucceed()
  expect([customerId, undefined]).toContain(valueAt(answer.body, 'id'))
})

check('CUS-09', 'what an update changes is read afterwards', async (stage) => {
  const { customerId, change } = await updatable(stage)

  await stage.platform.customers.update(customerId, change)

  const read = await stage.poll(
    () => stage.platform.customers.get(customerId),
    ({ body }) => holds(body, change),
  )
  expect(read.body).toMatchObject(change)
})

check('CUS-10', 'an update leaves another customer as it was', async (stage) => {
  const other = await createdCustomer(stage)
  const before = await readCustomer(stage, other.customerId)
  const { customerId, change } = await updatable(stage)
  const fields = { ...other.body, ...change }

  expect(await stage.platform.customers.update(customerId, change)).toSucceed()

  const after = await readCustomer(stage, other.customerId)
  expect(shownOf(after.body, fields)).toEqual(shownOf(before.body, fields))
  expect(shownOf(after.body, change), 'the change, in another customer').not.toEqual(change)
})

check('CUS-11', 'a customer does not get the platformCustomerId of another', async (stage) => {
  const { customers } = stage.platform
  const other = await stage.arrange('customer', {})
  const { customerId, platformCustomerId } = await stage.arrange('customer', {})
  const { body } = await createdCustomer(stage)

  const answer = await customers.update(customerId, { platformCustomerId: other.platformCustomerId })

  expect(answer.status, 'status of the update').toBeLessThan(500)
  const namesake = await customers.create({ ...body, platformCustomerId })
  expect(namesake, 'creation with its own platformCustomerId').toBeError(400, 409)
})

check('CUS-12', 'an unknown customer is not found', async (stage) => {
  const { customerId, change } = await updatable(stage)

  const answer = await stage.platform.customers.update(identifierOfNobody(customerId, stage), change)

  expect(answer).toBeError(404)
  expect(answer).toHaveCode('USER_NOT_FOUND', 'CUSTOMER_NOT_FOUND', 'NOT_FOUND')
})

const holds = (body: unknown, change: object): boolean =>
  Object.entries(change).every(
    ([field, value]) => JSON.stringify(valueAt(body, field)) === JSON.stringify(value),
  )
