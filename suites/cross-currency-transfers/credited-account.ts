/** A transfer that credits an internal account (contract: Resources, Quote, totalReceivingAmount). */
import { Blocked, valueAt, type CheckContext } from '../../fixtures/index.ts'
import { waitUntilPaid, watchSpending } from '../agent-management/spending.ts'
import { readBalance } from '../agent-operations/balance.ts'
import { executeUntilFound, requestQuote, usableQuote } from './platform-quote.ts'

/**
 * Executes a quote to an internal account of another customer, whose balance can be read.
 *
 * @param isWithinCurrency the account has the currency of the source
 * @returns `receive` waits for the payment, and returns what the account received
 * @throws Blocked when the deployment quotes no such transfer
 */
export async function executeCreditingQuote(context: CheckContext, isWithinCurrency: boolean) {
  const quote = await createCreditingQuote(context, isWithinCurrency)
  const { quoteId, totalSendingAmount, spent, accountId } = quote
  const before = await readBalance(context.arrange, accountId)
  const response = await executeUntilFound(context, quoteId)
  return {
    ...quote,
    response,
    receive: async () => {
      await waitUntilPaid(context, spent, totalSendingAmount)
      return requireReceipt(context, quoteId, { accountId, before })
    },
  }
}

/**
 * @throws Blocked when the deployment quotes no such transfer: the contract does not show which accounts it connects
 */
async function createCreditingQuote(context: CheckContext, isWithinCurrency: boolean) {
  const payer = await context.arrange('agent', {})
  const sendingCurrency = isWithinCurrency ? payer.sendingCurrency : payer.receivingCurrency
  const { sourceAccountId: accountId } = await context.arrange('agent', { sendingCurrency })
  const created = await requestQuote(context, payer, {
    destination: { destinationType: 'ACCOUNT', accountId },
  })
  return {
    ...usableQuote(created),
    totalReceivingAmount: valueAt(created.body, 'totalReceivingAmount'),
    spent: await watchSpending(context, payer.sourceAccountId),
    accountId,
  }
}

/**
 * The amount that an account received until the quote is completed, within the longest wait.
 *
 * @throws Blocked when nothing arrived, and the quote is not completed either
 */
async function requireReceipt(
  { arrange, poll, platform, maxWaitMs }: CheckContext,
  quoteId: string,
  { accountId, before }: { readonly accountId: string; readonly before: number },
): Promise<number> {
  const receive = async () => (await readBalance(arrange, accountId)) - before
  const received = await poll(receive, (amount) => amount !== 0, maxWaitMs)
  const { body, exchange } = await platform.transfers.quote(quoteId)
  if (received !== 0 || valueAt(body, 'status') === 'COMPLETED') return received
  throw new Blocked(
    'implementation',
    `the quote is ${String(valueAt(body, 'status'))} after ${maxWaitMs / 1000} s (exchange ${exchange})`,
    'If a transfer takes longer, raise limits.maxWaitSeconds.',
  )
}
