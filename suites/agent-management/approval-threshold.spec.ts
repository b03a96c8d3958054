/** The approval threshold, one unit above and below (contract: Endpoints 3, introduction). */
import { check, expect, firstPageWithItems } from '../../fixtures/index.ts'
import { findListedAction } from './listed-action.ts'
import { createQuoteAbove, createQuoteBelow } from './quote-near-threshold.ts'
import { watchSpending } from './spending.ts'
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
