/** The approval threshold, one unit above and below (contract: Endpoints 3, introduction). */
import { check, expect, firstPageWithItems } from '../../fixtures/index.ts'
import { findListedAction } from './listed-action.ts'
import { createQuoteFor } from './executable-quote.ts'
import { createQuoteAbove, createQuoteBelow, THRESHOLD } from './quote-near-threshold.ts'
import { pollPayment, waitUntilPaid, watchSpending } from './spending.ts'
import { expectNoPendingAction, expectPaid } from './expectations.ts'

for (const side of ['SENDING', 'RECEIVING'] as const) {
  check('APR-50', `with ${side} locked, one unit above the threshold awaits approval`, async (context) => {
    const { agent, quoteId } = await createQuoteAbove(context, side)

    const executed = await agent.executeQuote(quoteId)

    expect(executed).toSucceed()
    await expect(() => findListedAction(agent, quoteId)).toReachStatus('PENDING_APPROVAL')
  })

  check('APR-51', `with ${side} locked, one unit below the threshold is paid`, async (context) => {
    const { agent, quoteId, totalSendingAmount, holder } = await createQuoteBelow(context, side)
    const spent = await watchSpending(context, holder.sourceAccountId)

    const executed = await agent.executeQuote(quoteId)

    expect(executed).toSucceed()
    const paid = await context.poll(spent, (amount) => amount >= totalSendingAmount, context.maxWaitMs)
    expectPaid(paid, totalSendingAmount)
    const waiting = await firstPageWithItems(agent, { status: 'PENDING_APPROVAL' })
    expectNoPendingAction(waiting, quoteId)
  })
}

check('APR-62', 'two executions under the threshold are not added up', async (context) => {
  const { agent, quoteId, totalSendingAmount, holder } = await createQuoteBelow(context, 'SENDING')
  const spent = await watchSpending(context, holder.sourceAccountId)
  expect(await agent.executeQuote(quoteId)).toSucceed()
  await waitUntilPaid(context, spent, totalSendingAmount)
  const next = await createQuoteFor(context, holder, agent, { lockedCurrencyAmount: THRESHOLD / 2 })

  const executed = await agent.executeQuote(next.quoteId)

  expect(executed).toSucceed()
  const total = totalSendingAmount + next.totalSendingAmount
  expectPaid(await pollPayment(context, spent, total), total)
})
