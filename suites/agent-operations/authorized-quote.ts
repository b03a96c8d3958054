import { Blocked, valueAt, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import type { StateValues } from '../../spec/index.ts'
import { sendLoggedIn } from '../strong-customer-authentication/logged-in.ts'
import { isUnauthorized } from './created-quote.ts'
import type { Requester } from './requester.ts'

/**
 * The quote that a check executes. If it awaits authorization, its customer authorizes it: all customers of a deployment
 * may be in a region that requires SCA.
 *
 * @param created the response to its creation
 * @param requester reads the quote
 * @returns the quote as it is read afterwards; otherwise the response to its creation
 * @throws Blocked when it is not authorized, or the provider state returned no code
 */
export async function authorizedQuote(
  context: Pick<CheckContext, 'platform' | 'poll'>,
  created: CheckedResponse,
  customer: Pick<StateValues['agent'], 'customerId' | 'scaCode'>,
  requester: Pick<Requester, 'quote'>,
): Promise<CheckedResponse> {
  const quoteId = valueAt(created.body, 'id')
  const { scaCode } = customer
  if (!isUnauthorized(created) || typeof quoteId !== 'string') return created
  if (scaCode === undefined) {
    throw new Blocked(
      'deployment-file',
      `the quote to execute awaits authorization (exchange ${created.exchange}), and the provider state returned no scaCode`,
      'Return scaCode, or serve customers outside the regions that require SCA.',
    )
  }
  const response = await sendLoggedIn(context, customer, () =>
    context.platform.sca.authorize(quoteId, { code: scaCode }),
  )
  const seen = await context.poll(
    () => requester.quote(quoteId),
    (read) => read.status === 200 && !isUnauthorized(read),
  )
  if (seen.status === 200 && !isUnauthorized(seen)) return seen
  throw new Blocked(
    'implementation',
    `the right code returned ${response.status}, and the quote to execute still awaits authorization (exchange ${response.exchange})`,
    'See the reason in the requests of this check. SCA-04 judges this step.',
  )
}
