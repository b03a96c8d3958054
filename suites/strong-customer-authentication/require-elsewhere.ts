import { Blocked, type CheckContext, type CheckedResponse } from '../../fixtures/index.ts'
import { needsSession } from '../expectations.ts'
import { awaits } from './expectations.ts'

/**
 * Passes unless a quote awaits authorization, and its customer has factors: everything then looks as in a region that
 * requires SCA.
 *
 * @throws Blocked when the customer seems to be in such a region
 */
export async function requireElsewhere(
  { platform }: Pick<CheckContext, 'platform'>,
  customerId: string,
  quote: CheckedResponse,
): Promise<void> {
  if (awaits(quote)) requireNoFactors(await platform.sca.factors(customerId), quote)
}

/** @throws Blocked when the response lists factors, and the quote awaits authorization */
export function requireNoFactors(factors: CheckedResponse, quote: CheckedResponse): void {
  const hasFactors = factors.status < 300 || needsSession(factors)
  if (!hasFactors || !awaits(quote)) return
  throw new Blocked(
    'deployment-file',
    `the customer seems to be in a region that requires SCA: its quote awaits authorization (exchange ${quote.exchange}), and its factors are listed (exchange ${factors.exchange})`,
    'Serve the provider states with a customer elsewhere. If all customers are in such a region, list sca.elsewhere under notOffered.',
  )
}
