import { valueAt, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import { authorizeAndRead } from '../strong-customer-authentication/authorize-quote.ts'
import type { Receiver } from '../strong-customer-authentication/sca-customer.ts'
import { awaits } from '../strong-customer-authentication/expectations.ts'
import type { Requester } from './requester.ts'

/**
 * The quote that a check executes. If it awaits authorization, its customer authorizes it: all customers of a deployment
 * may be in a region that requires SCA.
 *
 * @param created the response to its creation
 * @param requester reads the quote
 * @returns the quote as it is read afterwards; otherwise the response to its creation
 * @throws Blocked when it is not authorized, or the deployment does not return the code
 */
export async function authorizedQuote(
  context: Pick<CheckContext, 'platform' | 'poll' | 'arrange'>,
  created: CheckedResponse,
  customer: Receiver,
  requester: Pick<Requester, 'quote'>,
): Promise<CheckedResponse> {
  const quoteId = valueAt(created.body, 'id')
  if (!awaits(created) || typeof quoteId !== 'string') return created
  return authorizeAndRead(context, { customer, quoteId }, () => requester.quote(quoteId))
}
