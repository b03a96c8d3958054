/** What the platform's decision does (contract: States, Agent action status rows 2 to 4). */
import { check, expect, valueAt } from '../../fixtures/index.ts'
import { historyOf } from './action-history.ts'
import { strayMoves } from '../../spec/monitors/action-moves.ts'
import {
  approval,
  approvalWithoutFunds,
  decided,
  decidedAction,
  rejection,
  rejectionOf,
} from './decided-action.ts'
import { AMOUNT, quoteOf } from './executable-quote.ts'
import { pendingAction, submitted } from './pending-action.ts'
import { asLongAsAnExecutionTakes, untilPaid, watchSpending } from './spending.ts'

check('APR-17', 'approved without funds, the action fails and no money moves', async (stage) => {
  const pending = await pendingAction(stage)
  const { agentId, sourceAccountId } = pending.holder
  await stage.arrange('drain-source', { agentId, sourceAccountId })
  const spent = await watchSpending(stage, sourceAccountId)

  await stage.platform.approve(pending.transactionId)

  await expect(pending.action).toReachStatus('FAILED', stage.maxWaitMs)
  expect(await spent(), 'paid by the source account').toBe(0)
})

check('APR-09', 'one approval leaves another pending action alone', async (stage) => {
  const { platform, random } = stage
  const one = await pendingAction(stage)
  const other = await submitted(stage, await quoteOf(one.holder, one.agent, random), [one.actionId])
  const spent = await watchSpending(stage, one.holder.sourceAccountId)

  await platform.approve(one.transactionId)

  await untilPaid(stage, spent, one.totalSendingAmount)
  await asLongAsAnExecutionTakes(stage)
  expect(await other.action()).toHold({ status: 'PENDING_APPROVAL' })
  expect(await spent(), 'paid by the source account').toBe(one.totalSendingAmount)
})

const approvable = [
  { of: 'an agent in mode APPROVAL_REQUIRED', policy: {} },
  {
    of: 'an amount over the threshold',
    policy: { executionMode: 'AUTO', approvalThreshold: AMOUNT / 10 },
  },
] as const

for (const { of, policy } of approvable) {
  check('APR-10', `approved, the action of ${of} becomes APPROVED`, async (stage) => {
    const pending = await pendingAction(stage, policy)

    const answer = await stage.platform.approve(pending.transactionId)

    expect(answer).toSucceed()
    await expect(pending.action).toReachStatus('APPROVED')
  })

  check('APR-11', `approved, the transaction of ${of} is paid`, async (stage) => {
    const pending = await pendingAction(stage, policy)
    const spent = await watchSpending(stage, pending.holder.sourceAccountId)

    await stage.platform.approve(pending.transactionId)

    const paid = await stage.poll(spent, (amount) => amount >= pending.totalSendingAmount, stage.maxWaitMs)
    expect(paid, 'paid by the source account').toBe(pending.totalSendingAmount)
  })
}

check('APR-12', 'rejected by the platform, the action becomes REJECTED', async (stage) => {
  const pending = await pendingAction(stage)

  await stage.arrange('reject-action', rejectionOf(pending))

  await expect(pending.action).toReachStatus('REJECTED')
})

check('APR-13', 'rejecting the transaction makes the action REJECTED', async (stage) => {
  const pending = await pendingAction(stage)

  const answer = await stage.platform.reject(pending.transactionId, 'Unknown supplier')

  expect(answer).toSucceed()
  await expect(pending.action).toReachStatus('REJECTED')
})

check('APR-14', 'a rejected transaction moves no money', async (stage) => {
  const pending = await pendingAction(stage)
  const spent = await watchSpending(stage, pending.holder.sourceAccountId)

  await stage.arrange('reject-action', rejectionOf(pending))

  await asLongAsAnExecutionTakes(stage)
  expect(await spent(), 'paid by the source account').toBe(0)
})

check('APR-15', 'the reason of a rejection is text, or not told', async (stage) => {
  const rejected = await decidedAction(stage, rejection)

  const action = await rejected.action()

  expect(action).toHold({ status: 'REJECTED' })
  expect(valueAt(action.body, 'rejectionReason') ?? '').toEqual(expect.any(String))
})

for (const decision of [approval, rejection, approvalWithoutFunds]) {
  check(
    'APR-18',
    `on its way to ${decision.status}, and afterwards, an action only moves along the table`,
    async (stage) => {
      const pending = await pendingAction(stage)
      const { look, statuses } = historyOf(pending.action)
      await look()

      await decided(stage, { ...pending, action: look }, decision)
      await look()
      await stage.platform.approve(pending.transactionId)
      await look()
      await asLongAsAnExecutionTakes(stage)
      await look()

      expect(statuses).toContain(decision.status)
      expect(strayMoves(statuses)).toEqual([])
    },
  )
}
