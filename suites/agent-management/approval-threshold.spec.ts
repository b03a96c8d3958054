/** The approval threshold, one unit above and below (contract: Endpoints 3, introduction). */
import { check, expect, itemsOf } from '../../fixtures/index.ts'
import { actionsOn, findListedAction } from './listed-action.ts'
import { quoteAbove, quoteBelow } from './quote-near-threshold.ts'
import { watchSpending } from './spending.ts'

for (const side of ['SENDING', 'RECEIVING'] as const) {
  check('APR-50', `with ${side} locked, one unit above the threshold awaits approval`, async (context) => {
    const { agent, quoteId } = await quoteAbove(context, side)

    const executed = await agent.executeQuote(quoteId)

    expect(executed).toSucceed()
    await expect(() => findListedAction(agent, quoteId)).toReachStatus('PENDING_APPROVAL')
  })

  check('APR-51', `with ${side} locked, one unit below the threshold is paid`, async (context) => {
    const { agent, quoteId, totalSendingAmount, holder } = await quoteBelow(context, side)
    const spent = await watchSpending(context, holder.sourceAccountId)

    const executed = await agent.executeQuote(quoteId)

    expect(executed).toSucceed()
    const paid = await context.poll(spent, (amount) => amount >= totalSendingAmount, context.maxWaitMs)
    expect(paid, 'paid by the source account').toBe(totalSendingAmount)
    const waiting = await agent.actions({ status: 'PENDING_APPROVAL' })
    expect(waiting).toHaveStatus(200)
    expect(actionsOn(itemsOf(waiting), quoteId), 'actions that await approval').toEqual([])
  })
}
