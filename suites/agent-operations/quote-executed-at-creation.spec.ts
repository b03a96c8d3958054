/** Quotes that are executed at creation (contract: Endpoints 3, immediatelyExecute): when no money may move. */
import { check, expect, retryUntilFound } from '../../fixtures/index.ts'
import { executeAnotherQuote, waitUntilPaid, watchSpending } from '../agent-management/spending.ts'
import { createdQuote } from './created-quote.ts'
import { expectAcceptedOrRejected } from './quote-expectations.ts'
import { quoteRequest } from './quote-request.ts'
import { ACCEPTED_OR_REJECTED } from '../rejections.ts'

const PAID = 'paid by the source account'

check('QUO-67', 'a quote that was executed at creation is not paid again', async (context) => {
  const holder = await context.arrange('agent', {})
  const agent = context.agent(holder.accessToken)
  const spent = await watchSpending(context, holder.sourceAccountId)
  const request = quoteRequest(holder, { immediatelyExecute: true })
  const { id, totalSendingAmount } = createdQuote(await agent.createQuote(request, context.random.uuid()))
  await waitUntilPaid(context, spent, totalSendingAmount)

  const again = await retryUntilFound(context, () => agent.executeQuote(id))

  expectAcceptedOrRejected(again)
  await executeAnotherQuote(context)
  expect(await spent(), PAID).toBe(totalSendingAmount)
})

check('QUO-68', 'without funds an execution at creation moves no money', async (context) => {
  const holder = await context.arrange('agent', {})
  const { agentId, sourceAccountId } = holder
  await context.arrange('drain-source', { agentId, sourceAccountId })
  const spent = await watchSpending(context, sourceAccountId)

  const response = await context
    .agent(holder.accessToken)
    .createQuote(quoteRequest(holder, { immediatelyExecute: true }), context.random.uuid())

  expectAcceptedOrRejected(response)
  await executeAnotherQuote(context)
  expect(await spent(), PAID).toBe(0)
})

check('APR-56', 'an agent without the permission to execute does not pay at creation', async (context) => {
  const holder = await context.arrange('agent', { permissions: ['CREATE_QUOTES'] })
  const spent = await watchSpending(context, holder.sourceAccountId)

  const response = await context
    .agent(holder.accessToken)
    .createQuote(quoteRequest(holder, { immediatelyExecute: true }), context.random.uuid())

  expect(response).toHaveStatus(...ACCEPTED_OR_REJECTED, 401)
  await executeAnotherQuote(context)
  expect(await spent(), PAID).toBe(0)
})
