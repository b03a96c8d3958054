import type { CheckContext } from '../../fixtures/index.ts'
import { untilPaid, watchSpending, type Spending } from '../agent-management/spending.ts'
import { executeKnown, platformQuote, type PlatformQuote } from './platform-quote.ts'

/** A quote whose execution has moved its money; what else moves shows in what `spent` gives. */
export interface ExecutedQuote extends PlatformQuote {
  readonly spent: Spending
}

/**
 * A new quote of the platform, executed.
 *
 * @throws Blocked when the money does not move
 */
export async function executedQuote(context: CheckContext): Promise<ExecutedQuote> {
  const quote = await platformQuote(context)
  const spent = await watchSpending(context, quote.payer.sourceAccountId)
  await context.platform.transfers.execute(quote.quoteId)
  await untilPaid(context, spent, quote.totalSendingAmount)
  return { ...quote, spent }
}

/**
 * Lets an execution that has wrongly been begun show itself: another one is begun now, and what was begun earlier is
 * taken to be done when this one has moved its money, or after the time that a status may take to be seen.
 */
export async function asLongAsAnExecutionTakes(context: CheckContext): Promise<void> {
  await context.jointly('an-execution', async (itsStage) => {
    const { payer, quoteId } = await platformQuote(itsStage)
    const spent = await watchSpending(itsStage, payer.sourceAccountId)
    await executeKnown(itsStage, quoteId)
    await itsStage.poll(spent, (amount) => amount > 0)
  })
}
