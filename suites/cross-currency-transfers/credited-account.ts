/** A transfer that credits an internal account (contract: Resources, Quote, totalReceivingAmount). */
import { Blocked, valueAt, type CheckContext } from '../../fixtures/index.ts'
import { waitUntilPaid, watchSpending } from '../agent-management/spending.ts'
import { readBalance } from '../agent-operations/balance.ts'
import { executeUntilFound, requestExecutable, requestQuote, usableQuote } from './platform-quote.ts'

/** Which transfer, and when it is executed. */
interface Crediting {
  /** Whether the account has the currency of the source; default: it has another one. */
  readonly isWithinCurrency?: boolean
  /** Default: the quote is executed in a second step. */
  readonly atCreation?: boolean
}

/**
 * Executes a quote to an internal account of another customer, whose balance can be read.
 *
 * @returns `receive` waits for the payment, and returns what the account received
 * @throws Blocked when the deployment quotes no such transfer: the contract does not show which accounts it connects
 */
export async function executeCreditingQuote(
  context: CheckContext,
  { isWithinCurrency = false, atCreation = false }: Crediting,
) {
  const payer = await context.arrange('agent', {})
  const sendingCurrency = isWithinCurrency ? payer.sendingCurrency : payer.receivingCurrency
  const { sourceAccountId: accountId } = await context.arrange('agent', { sendingCurrency })
  const before = await readBalance(context.arrange, accountId)
  const spent = await watchSpending(context, payer.sourceAccountId)
  const destination = { destinationType: 'ACCOUNT', accountId }
  const created = atCreation
    ? await requestQuote(context, payer, { destination, immediatelyExecute: true })
    : await requestExecutable(context, payer, { destination })
  const { quoteId, totalSendingAmount } = usableQuote(created)
  return {
    response: atCreation ? created : await executeUntilFound(context, quoteId),
    totalReceivingAmount: valueAt(created.body, 'totalReceivingAmount'),
    receive: async () => {
      await waitUntilPaid(context, spent, totalSendingAmount)
      return requireReceipt(context, quoteId, { accountId, before })
    },
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
