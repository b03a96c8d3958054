import { Blocked, type Stage } from '../../fixtures/index.ts'
import { createdCustomer, type CreatedCustomer } from './created-customer.ts'
import { customerChange, type Body } from './customer-fields.ts'

/** A customer, and a change that is seen to be accepted for another one like it. */
export interface UpdatableCustomer extends CreatedCustomer {
  readonly change: Body
}

/** @throws Blocked when the change is refused */
export async function updatable(stage: Stage): Promise<UpdatableCustomer> {
  const change = await customerChange(stage)
  const sample = await createdCustomer(stage)
  const answer = await stage.platform.customers.update(sample.customerId, change)
  if (answer.status < 300) return { ...(await createdCustomer(stage)), change }
  throw new Blocked(
    'implementation',
    `the change that customer-fields tells was answered with ${answer.status} (exchange ${answer.exchange})`,
    'See why a customer cannot be updated; CUS-08 judges it.',
  )
}
