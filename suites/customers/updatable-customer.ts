import { Blocked, type CheckContext } from '../../fixtures/index.ts'
import { createCustomer, type CreatedCustomer } from './created-customer.ts'
import { arrangeCustomerChange, type Body } from './customer-fields.ts'

/** A customer, and a change that is seen to be accepted for another one like it. */
export interface UpdatableCustomer extends CreatedCustomer {
  readonly change: Body
}

/** @throws Blocked when the change is rejected */
export async function arrangeUpdatableCustomer(context: CheckContext): Promise<UpdatableCustomer> {
  const change = await arrangeCustomerChange(context)
  const sample = await createCustomer(context)
  const response = await context.platform.customers.update(sample.customerId, change)
  if (response.status < 300) return { ...(await createCustomer(context)), change }
  throw new Blocked(
    'implementation',
    `the change that customer-fields tells returned ${response.status} (exchange ${response.exchange})`,
    'See why a customer cannot be updated; CUS-08 judges it.',
  )
}
