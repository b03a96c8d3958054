import type { CheckContext } from '../../fixtures/index.ts'
import { waitUntilPaid, watchSpending, type Spending } from '../agent-management/spending.ts'
import { executeUntilFound, createPlatformQuote, type PlatformQuote } from './platform-quote.ts'

/** A quote whose execution was paid; `spent` returns the total that the account has paid. */
export interface ExecutedQuote extends PlatformQuote {
  readonly spent: Spending
}

/**
 * Creates and executes a new quote of the platform.
 *
 * @throws Blocked when the money does not move
 */
export async function createAndExecuteQuote(context: CheckContext): Promise<ExecutedQuote> {
  const quote = await createPlatformQuote(context)
  const spent = await watchSpending(context, quote.payer.sourceAccountId)
  await context.platform.transfers.execute(quote.quoteId)
  await waitUntilPaid(context, spent, quote.totalSendingAmount)
  return { ...quote, spent }
}

/**
 * Executes another quote and waits for its payment. Both payments take about the same time, so a wrong earlier
 * execution is visible by then.
 *
 * @throws Blocked when it is not paid within the longest wait
 */
export async function executeAnotherQuote(context: CheckContext): Promise<void> {
  await context.jointly('an-execution', async (sharedContext) => {
    const { payer, quoteId, totalSendingAmount } = await createPlatformQuote(sharedContext)
    const spent = await watchSpending(sharedContext, payer.sourceAccountId)
    await executeUntilFound(sharedContext, quoteId)
    await waitUntilPaid(sharedContext, spent, totalSendingAmount)
  })
}
