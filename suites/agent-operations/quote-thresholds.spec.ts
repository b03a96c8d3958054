/** Which amounts need approval, to the smallest unit (contract: Endpoints 3, introduction). */
import { Blocked, check, expect, whenFound, type Stage } from '../../fixtures/index.ts'
import { AMOUNT, executableQuote, type ExecutableQuote } from '../agent-management/executable-quote.ts'
import { listedAction } from '../agent-management/listed-action.ts'
import { paidInFull, watchSpending } from '../agent-management/spending.ts'
import { createdQuote } from './created-quote.ts'
import { quoteRequest } from './quote-request.ts'

/** Executes a quote that may not have reached every server yet. */
const execute = (stage: Stage, { agent, quoteId }: Pick<ExecutableQuote, 'agent' | 'quoteId'>) =>
  whenFound(stage, () => agent.executeQuote(quoteId))

check('QUO-84', 'an amount of one unit more than the threshold awaits approval', async (stage) => {
  const quote = await executableQuote(stage, { executionMode: 'AUTO', approvalThreshold: AMOUNT - 1 })

  await execute(stage, quote)

  await expect(() => listedAction(quote.agent, quote.quoteId)).toReachStatus('PENDING_APPROVAL')
})

check('QUO-87', 'an amount of one unit less than the threshold is paid without approval', async (stage) => {
  const quote = await executableQuote(stage, { executionMode: 'AUTO', approvalThreshold: AMOUNT + 1 })
  const spent = await watchSpending(stage, quote.holder.sourceAccountId)

  const executed = await execute(stage, quote)

  expect(executed).toSucceed()
  expect(await paidInFull(stage, spent, quote.totalSendingAmount)).toBe(quote.totalSendingAmount)
})

check('QUO-86', 'with RECEIVING locked, one unit more than the threshold awaits approval', async (stage) => {
  const quote = await receivingQuote(stage, -1)

  await execute(stage, quote)

  await expect(() => listedAction(quote.agent, quote.quoteId)).toReachStatus('PENDING_APPROVAL')
})

check('QUO-86', 'with RECEIVING locked, exactly the threshold is paid without approval', async (stage) => {
  const quote = await receivingQuote(stage, 0)
  const spent = await watchSpending(stage, quote.sourceAccountId)

  const executed = await execute(stage, quote)

  expect(executed).toSucceed()
  expect(await paidInFull(stage, spent, quote.totalSendingAmount)).toBe(quote.totalSendingAmount)
})

/**
 * A quote with the receiving side locked, of an agent whose threshold is what the same quote sends, and more by so much.
 *
 * @throws Blocked when the two quotes send different amounts, since the rate has moved
 */
async function receivingQuote(stage: Stage, more: number) {
  const changes = { lockedCurrencySide: 'RECEIVING' }
  const request = async (approvalThreshold?: number) => {
    const holder = await stage.arrange('agent', {
      executionMode: 'AUTO',
      ...(approvalThreshold !== undefined && { approvalThreshold }),
    })
    const agent = stage.agent(holder.accessToken)
    const created = createdQuote(await agent.createQuote(quoteRequest(holder, changes), stage.random.uuid()))
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
