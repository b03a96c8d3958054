/** Effects of the platform's decision (contract: States, Agent action status rows 2 to 4). */
import { check, expect, valueAt, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import { disallowedTransitions } from '../../spec/invariants/action-transitions.ts'
import type { CapabilityId, StateParams } from '../../spec/index.ts'
import {
  approval,
  approvalWithoutFunds,
  decidePending,
  createDecidedAction,
  executeAction,
  rejection,
  rejectionByOperation,
  isFailed,
  rejectionOf,
  statusesAfter,
  type Decision,
} from './decided-action.ts'
import { AMOUNT, createAnotherQuote } from './executable-quote.ts'
import {
  createPendingAction,
  createWatchedAction,
  createWatchedActionAtCreation,
  pendingActionOf,
  submitQuote,
  submitWatchedQuote,
} from './pending-action.ts'
import { kindsOfTransfer } from './kinds-of-transfer.ts'
import { findListedAction } from './listed-action.ts'
import { requireUnreserved, spentUnreserved } from './reservation.ts'
import { executeAnotherQuote, pollPayment, waitUntilPaid, watchSpending } from './spending.ts'
import { expectNothingPaid, expectPaid } from './expectations.ts'

/** Records the statuses of an action. */
interface ActionHistory {
  /** Reads the action, and records its status. */
  readonly look: () => Promise<CheckedResponse>
  /** In the order of observation; undefined: not listed. */
  readonly statuses: readonly (string | undefined)[]
}

/** @param action reads the action */
function historyOf(action: () => Promise<CheckedResponse>): ActionHistory {
  const statuses: (string | undefined)[] = []
  return {
    statuses,
    look: async () => {
      const response = await action()
      const status = valueAt(response.body, 'status')
      // A failed read reveals no status.
      if (response.status === 200) statuses.push(typeof status === 'string' ? status : undefined)
      return response
    },
  }
}

check('APR-17', 'an action that is approved without funds fails, and no money moves', async (context) => {
  const pending = await createWatchedAction(context)
  const { agentId, sourceAccountId } = pending.holder
  const reserved = await pending.spent()
  await context.arrange('drain-source', { agentId, sourceAccountId })
  const spent = await watchSpending(context, sourceAccountId)

  const approved = await context.platform.approve(pending.transactionId)

  const seen = await context.poll(pending.action, isFailed, context.maxWaitMs)
  requireUnreserved(reserved, seen.body)
  expect(statusesAfter(approved)).toContain(valueAt(seen.body, 'status'))
  expectNothingPaid(await spent())
})

check('APR-09', 'one approval leaves another pending action unchanged', async (context) => {
  const { platform } = context
  const one = await createWatchedAction(context)
  const { spent } = one
  const other = await submitQuote(context, await createAnotherQuote(context, one.holder, one.agent), [
    one.actionId,
  ])

  await platform.approve(one.transactionId)

  await waitUntilPaid(context, spent, one.totalSendingAmount)
  await executeAnotherQuote(context)
  expect(await other.action()).toMatchFields({ status: 'PENDING_APPROVAL' })
  const paid = await spentUnreserved(context, spent, async () => other, one.totalSendingAmount)
  expectPaid(paid, one.totalSendingAmount)
})

check('APR-59', 'one rejection leaves another pending action unchanged', async (context) => {
  const one = await createPendingAction(context)
  const quote = await createAnotherQuote(context, one.holder, one.agent)
  const other = await submitQuote(context, quote, [one.actionId])

  await context.arrange('reject-action', rejectionOf(one))

  const statuses = await context.poll(
    async () => [await one.action(), await other.action()].map(({ body }) => valueAt(body, 'status')),
    ([ofOne, ofOther]) => ofOne === 'REJECTED' && ofOther === 'REJECTED',
  )
  expect(statuses[1], 'status of the other action').toBe('PENDING_APPROVAL')
})

check('APR-60', 'after one approval the next execution awaits approval too', async (context) => {
  const { agent, holder, spent, actionId } = await executeAction(context)
  const paid = await spent()
  const quote = await createAnotherQuote(context, holder, agent)

  const executed = await agent.executeQuote(quote.quoteId)

  expect(executed).toSucceed()
  await expect(() => findListedAction(agent, quote.quoteId, undefined, [actionId])).toReachStatus(
    'PENDING_APPROVAL',
  )
  await executeAnotherQuote(context)
  const pending = () => pendingActionOf(context, quote, executed, [actionId])
  expectPaid(await spentUnreserved(context, spent, pending, paid), paid)
})

const approvable: readonly {
  readonly of: string
  readonly policy: StateParams['agent']
  readonly needs?: CapabilityId
}[] = [
  { of: 'an agent in mode APPROVAL_REQUIRED', policy: {} },
  {
    of: 'an amount over the threshold',
    policy: { executionMode: 'AUTO', approvalThreshold: AMOUNT / 10 },
    needs: 'agents.approval-threshold',
  },
]

for (const { of, policy, needs } of approvable) {
  check('APR-10', `after approval, the action of ${of} becomes APPROVED`, { needs }, async (context) => {
    const pending = await createPendingAction(context, policy)

    const response = await context.platform.approve(pending.transactionId)

    expect(response).toSucceed()
    await expect(pending.action).toReachStatus('APPROVED')
  })

  check('APR-11', `after approval, the transaction of ${of} is paid`, { needs }, async (context) => {
    const pending = await createWatchedAction(context, policy)

    await context.platform.approve(pending.transactionId)

    const paid = await pollPayment(context, pending.spent, pending.totalSendingAmount)
    expectPaid(paid, pending.totalSendingAmount)
  })
}

const AT_CREATION = 'of a quote that was executed at its creation, or else later,'

check('APR-11', `after approval, the transaction ${AT_CREATION} is paid`, async (context) => {
  const pending = await createWatchedActionAtCreation(context)

  await context.platform.approve(pending.transactionId)

  const paid = await pollPayment(context, pending.spent, pending.totalSendingAmount)
  expectPaid(paid, pending.totalSendingAmount)
})

for (const { kind, options, create } of kindsOfTransfer) {
  check(
    'APR-11',
    `after approval, a transfer ${kind}, or else an ordinary one, is paid`,
    options,
    async (context) => {
      const pending = await submitWatchedQuote(context, await create(context))

      await context.platform.approve(pending.transactionId)

      const paid = await pollPayment(context, pending.spent, pending.totalSendingAmount)
      expectPaid(paid, pending.totalSendingAmount)
    },
  )

  check(
    'APR-14',
    `a rejected transfer ${kind}, or else an ordinary one, moves no money`,
    options,
    async (context) => {
      const pending = await submitWatchedQuote(context, await create(context))

      await context.arrange('reject-action', rejectionOf(pending))

      await expect(pending.action).toReachStatus('REJECTED')
      await executeAnotherQuote(context)
      expectPaid(await spentUnreserved(context, pending.spent, async () => pending), 0)
    },
  )
}

check('APR-12', 'an action becomes REJECTED when the platform rejects it', async (context) => {
  const pending = await createPendingAction(context)

  await context.arrange('reject-action', rejectionOf(pending))

  await expect(pending.action).toReachStatus('REJECTED')
})

check('APR-13', 'rejecting the transaction makes the action REJECTED', async (context) => {
  const pending = await createPendingAction(context)

  const response = await context.platform.reject(pending.transactionId, 'Unknown supplier')

  expect(response).toSucceed()
  await expect(pending.action).toReachStatus('REJECTED')
})

check('APR-14', 'a rejected transaction moves no money', async (context) => {
  const pending = await createWatchedAction(context)

  await context.arrange('reject-action', rejectionOf(pending))

  await expect(pending.action).toReachStatus('REJECTED')
  await executeAnotherQuote(context)
  expectPaid(await spentUnreserved(context, pending.spent, async () => pending), 0)
})

check(
  'APR-14',
  `a rejected transaction ${AT_CREATION} moves no money`,
  { operations: ['rejectTransaction'] },
  async (context) => {
    const pending = await createWatchedActionAtCreation(context)

    await decidePending(context, pending, rejectionByOperation)

    await executeAnotherQuote(context)
    expectPaid(await spentUnreserved(context, pending.spent, async () => pending), 0)
  },
)

check('APR-15', 'the rejection reason is text or absent', async (context) => {
  const rejected = await createDecidedAction(context, rejection)

  const action = await rejected.action()

  expect(action).toMatchFields({ status: 'REJECTED' })
  expect(valueAt(action.body, 'rejectionReason') ?? '').toEqual(expect.any(String))
})

/** A deployment may reject an approval that cannot be executed: then the action still awaits a decision. */
const allowedInstead = ({ status }: Decision) => (status === 'FAILED' ? ['PENDING_APPROVAL'] : [])

for (const decision of [approval, rejection, approvalWithoutFunds]) {
  check(
    'APR-18',
    `until ${decision.status}, and afterwards, an action only follows the table of transitions`,
    async (context) => {
      const pending = await createPendingAction(context)
      const { look, statuses } = historyOf(pending.action)
      await look()

      await decidePending(context, { ...pending, action: look }, decision)
      await look()
      await context.platform.approve(pending.transactionId)
      await look()
      await executeAnotherQuote(context)
      await look()

      expect([decision.status, ...allowedInstead(decision)]).toContain(statuses.at(-1))
      expect(disallowedTransitions(statuses)).toEqual([])
    },
  )
}

const REASON = 'Unknown supplier'

const races: readonly {
  readonly first: string
  readonly decide: (
    { platform, concurrently }: CheckContext,
    transactionId: string,
  ) => Promise<{ readonly approved: CheckedResponse; readonly rejected: CheckedResponse }>
}[] = [
  {
    first: 'the approval',
    decide: async ({ platform, concurrently }, transactionId) => {
      const [approved, rejected] = await concurrently(
        () => platform.approve(transactionId),
        () => platform.reject(transactionId, REASON),
      )
      return { approved, rejected }
    },
  },
  {
    first: 'the rejection',
    decide: async ({ platform, concurrently }, transactionId) => {
      const [rejected, approved] = await concurrently(
        () => platform.reject(transactionId, REASON),
        () => platform.approve(transactionId),
      )
      return { approved, rejected }
    },
  },
]

for (const { first, decide } of races) {
  check('APR-53', `of two concurrent decisions, ${first} sent first, one takes effect`, async (context) => {
    const pending = await createWatchedAction(context)
    const { transactionId, totalSendingAmount, spent } = pending
    const { look, statuses } = historyOf(pending.action)
    await look()

    const { approved, rejected } = await decide(context, transactionId)

    const allowed = allowedAfter(approved, rejected)
    const seen = await context.poll(look, ({ body }) => allowed.includes(valueAt(body, 'status')))
    const status = valueAt(seen.body, 'status')
    const paid = status === 'APPROVED' ? totalSendingAmount : 0
    const payment = await context.poll(spent, (amount) => amount === paid, context.maxWaitMs)
    await executeAnotherQuote(context)
    await look()
    expect(allowed, 'what may come of the decisions').toContain(status)
    expect(payment, 'paid by the source account').toBe(paid)
    expect(await spent(), 'paid by the source account in the end').toBe(paid)
    expect(statuses.at(-1), 'the status in the end').toBe(status)
    expect(disallowedTransitions(statuses)).toEqual([])
  })
}

/**
 * The statuses that two opposite decisions may lead to, by which of them were accepted. Both may be accepted for
 * processing, and each may be rejected while the other is in progress.
 */
function allowedAfter(approved: CheckedResponse, rejected: CheckedResponse): readonly unknown[] {
  const accepted = [
    ...(approved.status < 300 ? ['APPROVED'] : []),
    ...(rejected.status < 300 ? ['REJECTED'] : []),
  ]
  return accepted.length > 0 ? accepted : ['PENDING_APPROVAL']
}
