import { Blocked, expect, isList, listItemsOf, type Answer, type Stage } from '../../fixtures/index.ts'
import { loggedIn } from './logged-in.ts'

/**
 * How many factors of a customer are listed.
 *
 * @throws Blocked when the response is no list
 */
export async function listedFactors(
  { platform }: Pick<Stage, 'platform'>,
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
 * Lets pass a response that is one to the customer, and not to our request for factors, whose parameter is a default.
 *
 * @throws Blocked when it may be one to our request, which is rejected for a customer who has factors too
 */
export async function requireKnownRequest(stage: Stage, answer: Answer): Promise<void> {
  if (answer.status !== 400 && answer.status !== 404) return
  const { customerId } = await loggedIn(stage)
  const { status, exchange } = await stage.platform.sca.factors(customerId)
  if (status < 300) return
  throw new Blocked(
    'deployment-file',
    `the request for factors was rejected with ${answer.status} here and with ${status} in a region that requires SCA (exchanges ${answer.exchange} and ${exchange}); its parameter customerId is a default`,
    'Bind operations.listScaFactors in the deployment file, or to null.',
  )
}

/**
 * Enrols another factor of the customer, and waits until it is listed.
 *
 * @throws Blocked when it is not
 */
export async function enrolledFactor(stage: Stage, customerId: string): Promise<void> {
  const before = await listedFactors(stage, customerId)
  expect(await stage.platform.sca.enrolFactor(customerId, 'TOTP')).toSucceed()
  const after = await stage.poll(
    () => listedFactors(stage, customerId),
    (count) => count > before,
  )
  if (after > before) return
  throw new Blocked(
    'deployment-file',
    'a factor that was enrolled is not listed',
    'Nothing to change where a factor is listed only once it was confirmed.',
  )
}
