/** Which amounts need approval, to the smallest unit (contract: Endpoints 3, introduction). */
import { Blocked, check, expect, retryUntilFound, type CheckContext } from '../../fixtures/index.ts'
import { AMOUNT, createExecutableQuote, type ExecutableQuote } from '../agent-management/executable-quote.ts'
import { findListedAction } from '../agent-management/listed-action.ts'
import { pollPayment, watchSpending } from '../agent-management/spending.ts'
import { lockedReceiving, quoteToExecute } from './created-quote.ts'
import { quoteRequest, type QuoteRequest } from './quote-request.ts'

/** Executes a quote that may not be visible on every server yet. */
const execute = (context: CheckContext, { agent, quoteId }: Pick<ExecutableQuote, 'agent' | 'quoteId'>) =>
  retryUntilFound(context, () => agent.executeQuote(quoteId))

check('QUO-84', 'an amount of one unit more than the threshold awaits approval', async (context) => {
  const quote = await createExecutableQuote(context, { executionMode: 'AUTO', approvalThreshold: AMOUNT - 1 })

  await execute(context, quote)

  await expect(() => findListedAction(quote.agent, quote.quoteId)).toReachStatus('PENDING_APPROVAL')
})

check('QUO-87', 'an amount of one unit less than the threshold is paid without approval', async (context) => {
  const quote = await createExecutableQuote(context, { executionMode: 'AUTO', approvalThreshold: AMOUNT + 1 })
  const spent = await watchSpending(context, quote.holder.sourceAccountId)

  const executed = await execute(context, quote)

  expect(executed).toSucceed()
  expect(await pollPayment(context, spent, quote.totalSendingAmount)).toBe(quote.totalSendingAmount)
})

check(
  'QUO-86',
  'with RECEIVING locked, one unit more than the threshold awaits approval',
  async (context) => {
    const quote = await createReceivingQuote(context, -1)

    await execute(context, quote)

    await expect(() => findListedAction(quote.agent, quote.quoteId)).toReachStatus('PENDING_APPROVAL')
  },
)

check('QUO-86', 'with RECEIVING locked, exactly the threshold is paid without approval', async (context) => {
  const quote = await createReceivingQuote(context, 0)
  const spent = await watchSpending(context, quote.sourceAccountId)

  const executed = await execute(context, quote)

  expect(executed).toSucceed()
  expect(await pollPayment(context, spent, quote.totalSendingAmount)).toBe(quote.totalSendingAmount)
})

/**
 * A quote with the receiving side locked, of an agent whose threshold is the sent amount of the same quote plus `more`.
 *
 * @throws Blocked when the two quotes send different amounts because the rate has moved
 */
async function createReceivingQuote(context: CheckContext, more: number) {
  const request = async (approvalThreshold?: number) => {
    const holder = await context.arrange('agent', {
      executionMode: 'AUTO',
      ...(approvalThreshold !== undefined && { approvalThreshold }),
    })
    const agent = context.agent(holder.accessToken)
    const create = (changes: QuoteRequest = {}) =>
      agent.createQuote(quoteRequest(holder, changes), context.random.uuid())
    const created = quoteToExecute(await create(lockedReceiving(await create())))
    return { ...created, quoteId: created.id, agent, sourceAccountId: holder.sourceAccountId }
  }
  const plain = await request()
  const quote = await request(plain.totalSendingAmount + more)
  if (quote.totalSendingAmount === plain.totalSendingAmount) return quote
  throw new Blocked(
    'environment',
    `two quotes of the same amount send ${plain.totalSendingAmount} and ${quote.totalSendingAmount}: the rate has moved between them`,
    'Run the check again.',
  )
}
