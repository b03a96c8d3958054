import { Blocked, valueAt, type CheckContext } from '../../fixtures/index.ts'
import { pollPayment, type Spending } from '../agent-management/spending.ts'
import { executeUntilFound, type UsableQuote } from './platform-quote.ts'

/** The quotes whose concurrent executions the server accepted. */
export async function executeTogether(
  context: CheckContext,
  quotes: readonly UsableQuote[],
): Promise<readonly UsableQuote[]> {
  const responses = await context.concurrently(
    ...quotes.map(
      ({ quoteId }) =>
        () =>
          executeUntilFound(context, quoteId),
    ),
  )
  return quotes.filter((_, index) => (responses[index]?.status ?? 0) < 300)
}

/**
 * The total of the executed quotes, without those whose execution failed.
 *
 * @throws Blocked when an execution is still in progress after the longest wait
 */
export async function requireDue(
  context: CheckContext,
  quotes: readonly UsableQuote[],
  spent: Spending,
): Promise<number> {
  const total = quotes.reduce((sum, { totalSendingAmount }) => sum + totalSendingAmount, 0)
  if ((await pollPayment(context, spent, total)) >= total) return total
  const statuses = await Promise.all(
    quotes.map(async ({ quoteId }) =>
      valueAt((await context.platform.transfers.quote(quoteId)).body, 'status'),
    ),
  )
  if (statuses.every((status) => status === 'COMPLETED' || status === 'FAILED'))
    return quotes.reduce(
      (sum, { totalSendingAmount }, index) => sum + (statuses[index] === 'FAILED' ? 0 : totalSendingAmount),
      0,
    )
  throw new Blocked(
    'implementation',
    `two executions are ${statuses.map(String).join(' and ')} after ${context.maxWaitMs / 1000} s`,
    'See the reason in the requests of this check. If execution takes longer, raise limits.maxWaitSeconds.',
  )
}
