import { Blocked, type CheckContext } from '../../fixtures/index.ts'
import { createCustomer, type CreatedCustomer } from './created-customer.ts'
import { arrangeCustomerChange } from './customer-fields.ts'
import { type Body } from './field-expectations.ts'

/** A customer, and a change that the deployment accepted for a similar customer. */
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
    `the change of customer-fields returned ${response.status} (exchange ${response.exchange})`,
    'See in the requests of this check why a customer cannot be updated. CUS-08 judges this step.',
  )
}
