import {
  Blocked,
  valueAt,
  WRITE_UNIQUE,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'
import { FIELD_REJECTIONS } from './expectations.ts'
import { arrangeCustomerBody, shownOf } from './customer-fields.ts'
import { type Body } from './field-expectations.ts'

/** A customer that was created for the check. */
export interface CreatedCustomer {
  readonly customerId: string
  readonly platformCustomerId: string
  /** The body of its creation. */
  readonly body: Body
}

/** @throws Blocked when no customer can be created */
export async function createCustomer(
  context: Pick<CheckContext, 'arrange' | 'platform' | 'random'>,
  platformCustomerId?: string,
): Promise<CreatedCustomer> {
  const arranged = await arrangeCustomerBody(context)
  const body = { ...arranged, platformCustomerId: platformCustomerId ?? arranged.platformCustomerId }
  const response = acceptable(await context.platform.customers.create(body))
  const customerId = valueAt(response.body, 'id')
  if (response.status < 300 && typeof customerId === 'string') {
    return { customerId, platformCustomerId: body.platformCustomerId, body }
  }
  throw new Blocked(
    'implementation',
    `creating a customer returned ${response.status} and no id (exchange ${response.exchange})`,
    'See in the requests of this check why no customer can be created. CUS-01 judges this step.',
  )
}

/**
 * The response to a creation with the fields that the deployment names.
 *
 * @throws Blocked when they are rejected: the contract does not show the fields of a customer, so it may need others,
 *   or some of them may have to be unique
 */
export function acceptable(response: CheckedResponse): CheckedResponse {
  if (response.status === 409)
    throw new Blocked(
      'deployment-file',
      `the fields of customer-fields conflict with those of another customer, although platformCustomerId is new (exchange ${response.exchange})`,
      `${WRITE_UNIQUE} Such a field may be in customer-fields, or under requests.createCustomer. If the deployment limits the number of customers, raise the limit.`,
    )
  if (!FIELD_REJECTIONS.includes(response.status)) return response
  throw new Blocked(
    'deployment-file',
    `the fields of customer-fields create no customer (exchange ${response.exchange})`,
    `Serve the state customer-fields with the fields that a customer needs, or set them under requests.createCustomer. ${WRITE_UNIQUE}`,
  )
}

/**
 * The response to a creation that may be rejected for another reason than the one that the check judges: the deployment
 * may limit the number of customers.
 *
 * @param judged statuses that the check expects
 * @throws Blocked when it is rejected with another status, and so is a creation with a new platformCustomerId
 */
export async function explained(
  context: CheckContext,
  response: CheckedResponse,
  judged: readonly number[] = [],
): Promise<CheckedResponse> {
  if ([409, ...FIELD_REJECTIONS].includes(response.status) && !judged.includes(response.status))
    acceptable(await context.platform.customers.create(await arrangeCustomerBody(context)))
  return response
}

/** The request for another customer with a platformCustomerId: fields that must be unique have new values. */
export const arrangeNamesake = async (
  context: Pick<CheckContext, 'arrange' | 'random'>,
  platformCustomerId: string,
): Promise<Body> => ({ ...(await arrangeCustomerBody(context)), platformCustomerId })

/**
 * A customer whose identifier conflicts as soon as it is created.
 *
 * @throws Blocked when it does not: the contract does not show when a customer becomes active
 */
export async function requireCreationConflict(context: CheckContext): Promise<void> {
  const { platformCustomerId } = await createCustomer(context)
  const again = await context.platform.customers.create(await arrangeNamesake(context, platformCustomerId))
  if (again.status === 409) return
  throw new Blocked(
    'implementation',
    `a second creation with the platformCustomerId of a new customer returned ${again.status} instead of 409 (exchange ${again.exchange})`,
    'See whether the customer is active by then; CUS-05 judges conflicts with an active customer.',
  )
}

/**
 * The values of some fields when the customer is read.
 *
 * @throws Blocked when it shows none of them: then no change would be visible
 */
export async function readFields(context: CheckContext, customerId: string, fields: Body): Promise<Body> {
  const { body, exchange } = await readCustomer(context, customerId)
  const shown = shownOf(body, fields)
  if (hasValue(shown)) return shown
  throw new Blocked(
    'deployment-file',
    `reading a customer returned no field of ${Object.keys(fields).join(', ')} (exchange ${exchange})`,
    'Serve customer-fields with fields that a customer shows when it is read.',
  )
}

const hasValue = (shown: Body): boolean =>
  Object.values(shown).some((value) => value !== undefined && value !== null)

/**
 * The customer as read.
 *
 * @throws Blocked when it cannot be read
 */
export async function readCustomer(
  { platform, poll }: CheckContext,
  customerId: string,
): Promise<CheckedResponse> {
  const read = await poll(
    () => platform.customers.get(customerId),
    ({ status }) => status === 200,
  )
  if (read.status === 200) return read
  throw new Blocked(
    'implementation',
    `reading a customer returned ${read.status} (exchange ${read.exchange})`,
    'See the reason in the requests of this check. CUS-04 judges this step. Bind operations.getCustomer to null if a customer cannot be read.',
  )
}
