import { Blocked, type CheckContext } from '../../fixtures/index.ts'
import { readBalance } from '../agent-operations/balance.ts'
import { authorizedQuote } from '../agent-operations/authorized-quote.ts'
import { quoteRequest } from '../agent-operations/quote-request.ts'
import { requesterOf } from '../agent-operations/requester.ts'
import { usableQuoteIn } from './executable-quote.ts'

/** The total that an account has paid since the watch started, in the smallest unit of its currency. */
export type Spending = () => Promise<number>

/** Starts to watch an account. */
export async function watchSpending({ arrange }: CheckContext, accountId: string): Promise<Spending> {
  const before = await readBalance(arrange, accountId)
  return async () => before - (await readBalance(arrange, accountId))
}

/** The paid amount, once it reaches the given amount or the wait is over. One payment may have several entries. */
export const pollPayment = (
  { poll, maxWaitMs }: Pick<CheckContext, 'poll' | 'maxWaitMs'>,
  spent: Spending,
  amount: number,
): Promise<number> => poll(spent, (paid) => paid >= amount, maxWaitMs)

/**
 * Waits until an amount is paid.
 *
 * @throws Blocked when it is not paid within the longest wait
 */
export async function waitUntilPaid(context: CheckContext, spent: Spending, amount: number): Promise<void> {
  if ((await pollPayment(context, spent, amount)) < amount) {
    throw new Blocked(
      'implementation',
      `the execution that this check needs was not paid within ${context.maxWaitMs / 1000} s`,
      'See the reason in the requests of this check. APR-04 and APR-11 judge this step. If execution takes longer, raise limits.maxWaitSeconds.',
    )
  }
}

/**
 * Executes another quote and waits for its whole payment, which may have several entries. Both payments take about the
 * same time, so an earlier execution is completely visible by then.
 *
 * @throws Blocked when it is not paid within the longest wait
 */
export async function executeAnotherQuote(context: CheckContext): Promise<void> {
  await context.jointly('an-agents-execution', async (sharedContext) => {
    const holder = await sharedContext.arrange('agent', {})
    const requester = requesterOf(sharedContext, holder)
    const created = await requester.createQuote(quoteRequest(holder), sharedContext.random.uuid())
    const quote = await authorizedQuote(sharedContext, created, holder, requester)
    const { quoteId, totalSendingAmount } = usableQuoteIn(quote)
    const spent = await watchSpending(sharedContext, holder.sourceAccountId)
    await requester.executeQuote(quoteId)
    await waitUntilPaid(sharedContext, spent, totalSendingAmount)
  })
}
