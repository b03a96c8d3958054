/** What the platform's decision does (contract: States, Agent action status rows 2 to 4). */
import { check, expect, valueAt, type Answer, type Stage } from '../../fixtures/index.ts'
import { historyOf } from './action-history.ts'
import { strayMoves } from '../../spec/monitors/action-moves.ts'
import {
  approval,
  approvalWithoutFunds,
  decided,
  decidedAction,
  rejection,
  isFailed,
  rejectionOf,
  statusesAfter,
  type Decision,
} from './decided-action.ts'
import { AMOUNT, quoteOf } from './executable-quote.ts'
import { pendingAction, submitted } from './pending-action.ts'
import { asLongAsAnExecutionTakes, untilPaid, watchSpending } from './spending.ts'

check('APR-17', 'approved without funds, the action fails and no money moves', async (stage) => {
  const pending = await pendingAction(stage)
  const { agentId, sourceAccountId } = pending.holder
  await stage.arrange('drain-source', { agentId, sourceAccountId })
  const spent = await watchSpending(stage, sourceAccountId)

  const approved = await stage.platform.approve(pending.transactionId)

  const seen = await stage.poll(pending.action, isFailed, stage.maxWaitMs)
  expect(statusesAfter(approved)).toContain(valueAt(seen.body, 'status'))
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

  await expect(pending.action).toReachStatus('REJECTED')
  await asLongAsAnExecutionTakes(stage)
  expect(await spent(), 'paid by the source account').toBe(0)
})

check('APR-15', 'the reason of a rejection is text, or not told', async (stage) => {
  const rejected = await decidedAction(stage, rejection)

  const action = await rejected.action()

  expect(action).toHold({ status: 'REJECTED' })
  expect(valueAt(action.body, 'rejectionReason') ?? '').toEqual(expect.any(String))
})

/** An approval that cannot be executed may be rejected: then the action still awaits a decision. */
const allowedInstead = ({ status }: Decision) => (status === 'FAILED' ? ['PENDING_APPROVAL'] : [])

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

      expect([decision.status, ...allowedInstead(decision)]).toContain(statuses.at(-1))
      expect(strayMoves(statuses)).toEqual([])
    },
  )
}

const REASON = 'Unknown supplier'

const races: readonly {
  readonly first: string
  readonly decide: (
    platform: Stage['platform'],
    transactionId: string,
  ) => Promise<{ readonly approved: Answer; readonly rejected: Answer }>
}[] = [
  {
    first: 'the approval',
    decide: async (platform, transactionId) => {
      const sent = [platform.approve(transactionId), platform.reject(transactionId, REASON)] as const
      const [approved, rejected] = await Promise.all(sent)
      return { approved, rejected }
    },
  },
  {
    first: 'the rejection',
    decide: async (platform, transactionId) => {
      const sent = [platform.reject(transactionId, REASON), platform.approve(transactionId)] as const
      const [rejected, approved] = await Promise.all(sent)
      return { approved, rejected }
    },
  },
]

for (const { first, decide } of races) {
  check('APR-53', `of two decisions at once, ${first} sent first, one decides`, async (stage) => {
    const pending = await pendingAction(stage)
    const { transactionId, totalSendingAmount, holder } = pending
    const spent = await watchSpending(stage, holder.sourceAccountId)
    const { look, statuses } = historyOf(pending.action)
    await look()

    const { approved, rejected } = await decide(stage.platform, transactionId)

    const allowed = allowedAfter(approved, rejected)
    const seen = await stage.poll(look, ({ body }) => allowed.includes(valueAt(body, 'status')))
    const status = valueAt(seen.body, 'status')
    const paid = status === 'APPROVED' ? totalSendingAmount : 0
    const payment = await stage.poll(spent, (amount) => amount === paid, stage.maxWaitMs)
    await asLongAsAnExecutionTakes(stage)
    await look()
    expect(allowed, 'what may come of the decisions').toContain(status)
    expect(payment, 'paid by the source account').toBe(paid)
    expect(await spent(), 'paid by the source account in the end').toBe(paid)
    expect(statuses.at(-1), 'the status in the end').toBe(status)
    expect(strayMoves(statuses)).toEqual([])
  })
}

/**
 * The statuses that may come of two opposite decisions, by which of them were accepted: both may be taken for
 * processing, and both may be rejected while the other is under way.
 */
function allowedAfter(approved: Answer, rejected: Answer): readonly unknown[] {
  const accepted = [
    ...(approved.status < 300 ? ['APPROVED'] : []),
    ...(rejected.status < 300 ? ['REJECTED'] : []),
  ]
  return accepted.length > 0 ? accepted : ['PENDING_APPROVAL']
}
