import {
  Blocked,
  expect,
  isList,
  listItemsOf,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'
import { logInCustomer } from './logged-in.ts'

/**
 * The number of listed factors of a customer.
 *
 * @throws Blocked when the response is not a list
 */
export async function countListedFactors(
  { platform }: Pick<CheckContext, 'platform'>,
  customerId: string,
): Promise<number> {
  const page = await platform.sca.factors(customerId)
  expect(page).toSucceed()
  if (isList(page)) return listItemsOf(page).length
  throw new Blocked(
    'deployment-file',
    `the factors of a customer are in another shape than an array or an object with data (exchange ${page.exchange})`,
    'The deployment file binds no fields of responses: allow the requirement with --allow-blocked.',
  )
}

/**
 * Passes a response that depends on the customer, and not on the default parameter of the request for factors.
 *
 * @throws Blocked when the same request is rejected for a customer with factors too
 */
export async function requireKnownRequest(context: CheckContext, response: CheckedResponse): Promise<void> {
  if (response.status !== 400 && response.status !== 404) return
  const { customerId } = await logInCustomer(context)
  const { status, exchange } = await context.platform.sca.factors(customerId)
  if (status < 300) return
  throw new Blocked(
    'deployment-file',
    `the request for factors was rejected with ${response.status} here and with ${status} in a region that requires SCA (exchanges ${response.exchange} and ${exchange}); its parameter customerId is a default`,
    'Bind operations.listScaFactors in the deployment file, or to null.',
  )
}

/**
 * Enrols another factor of the customer, and waits until it is listed.
 *
 * @throws Blocked when it is not
 */
export async function enrolListedFactor(context: CheckContext, customerId: string): Promise<void> {
  const before = await countListedFactors(context, customerId)
  expect(await context.platform.sca.enrolFactor(customerId, 'TOTP')).toSucceed()
  const after = await context.poll(
    () => countListedFactors(context, customerId),
    (count) => count > before,
  )
  if (after > before) return
  throw new Blocked(
    'deployment-file',
    'a factor that was enrolled is not listed',
    'No change is needed if a factor is listed only after its confirmation.',
  )
}
