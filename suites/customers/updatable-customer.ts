import { Blocked, changeNew, isConflict, retryInConflict } from '../../fixtures/index.ts'
import type { CheckedResponse, CheckContext } from '../../fixtures/index.ts'
import { createCustomer, type CreatedCustomer } from './created-customer.ts'
import { arrangeCustomerChange } from './customer-fields.ts'
import { type Body } from './field-expectations.ts'

/** A customer, and a change that the deployment accepted for a similar customer. */
export interface UpdatableCustomer extends CreatedCustomer {
  readonly change: Body
  /** The similar customer. */
  readonly updatedId: string
}

/**
 * The similar customer is created later: when it can be updated, a review of the other one has ended too.
 *
 * @throws Blocked when the change is rejected
 */
export async function arrangeUpdatableCustomer(context: CheckContext): Promise<UpdatableCustomer> {
  const change = await arrangeCustomerChange(context)
  const customer = await createCustomer(context)
  const { customerId: updatedId } = await createCustomer(context)
  const response = await changeNew(context, () => context.platform.customers.update(updatedId, change))
  if (response.status < 300) return { ...customer, change, updatedId }
  throw new Blocked(
    'implementation',
    `the change of customer-fields returned ${response.status} (exchange ${response.exchange})`,
    'See in the requests of this check why a customer cannot be updated. CUS-08 judges this step.',
  )
}

/**
 * Updates the platformCustomerId of a customer to that of another one. The rejection of a review looks the same, so the
 * request is sent again once the customer accepts its own.
 */
export async function takeIdentifier(
  context: CheckContext,
  { customerId, platformCustomerId }: Pick<CreatedCustomer, 'customerId' | 'platformCustomerId'>,
  taken: string,
): Promise<CheckedResponse> {
  const { customers } = context.platform
  const take = () => customers.update(customerId, { platformCustomerId: taken })
  const response = await take()
  if (!isConflict(response)) return response
  await retryInConflict(context, () => customers.update(customerId, { platformCustomerId }))
  return take()
}
