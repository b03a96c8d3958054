import type { CheckContext } from '../../fixtures/index.ts'
import { requestQuote, usableQuote, type Payer } from './platform-quote.ts'

/**
 * A customer whose ordinary request for a quote is accepted, so that the rejection of another request is meaningful.
 *
 * @throws Blocked when it is not accepted
 */
export async function arrangeAcceptedPayer(context: CheckContext): Promise<Payer> {
  const payer = await context.arrange('agent', {})
  usableQuote(await requestQuote(context, payer))
  return payer
}
