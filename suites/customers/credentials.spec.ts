/** Customers are the platform's: its credentials, and no others (contract: Authentication, row Basic). */
import { check, expect, STRANGERS } from '../../fixtures/index.ts'
import { createdCustomer } from './created-customer.ts'
import { newCustomerBody } from './customer-fields.ts'

for (const { name, authorization } of STRANGERS) {
  check('CUS-22', `with ${name} no customer is created`, async (stage) => {
    await createdCustomer(stage)
    const stranger = stage.platform.presenting(authorization(stage))

    const answer = await stranger.customers.create(await newCustomerBody(stage))

    expect(answer).toBeError(401)
  })

  check('CUS-22', `with ${name} no customer is updated`, async (stage) => {
    const { customerId, platformCustomerId } = await createdCustomer(stage)
    const stranger = stage.platform.presenting(authorization(stage))

    const answer = await stranger.customers.update(customerId, { platformCustomerId })

    expect(answer).toBeError(401)
  })
}
