import { Blocked, valueAt, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import type { StateValues } from '../../spec/index.ts'
import { authorizeAndRead } from '../strong-customer-authentication/authorize-quote.ts'
import { awaits } from '../strong-customer-authentication/expectations.ts'
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
  { customerId, scaCode }: Pick<StateValues['agent'], 'customerId' | 'scaCode'>,
  requester: Pick<Requester, 'quote'>,
): Promise<CheckedResponse> {
  const quoteId = valueAt(created.body, 'id')
  if (!awaits(created) || typeof quoteId !== 'string') return created
  if (scaCode !== undefined)
    return authorizeAndRead(context, { customer: { customerId, scaCode }, quoteId }, () =>
      requester.quote(quoteId),
    )
  throw new Blocked(
    'deployment-file',
    `the quote to execute awaits authorization (exchange ${created.exchange}), and the provider state returned no scaCode`,
    'Return scaCode, or serve customers outside the regions that require SCA.',
  )
}
