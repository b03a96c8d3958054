/** Which executions need approval (contract: Endpoints 3, introduction; States, Agent action status row 1). */
import {
  undefinedIfBlocked,
  check,
  expect,
  firstPageWithItems,
  itemsOf,
  type CheckContext,
  type CheckedResponse,
  type CheckOptions,
} from '../../fixtures/index.ts'
import type { CapabilityId, RequirementId, StateParams, StateValues } from '../../spec/index.ts'
import { requestAsAgent, requestQuote } from '../cross-currency-transfers/platform-quote.ts'
import { AMOUNT, createExecutableQuote, usableQuoteIn } from './executable-quote.ts'
import { measureFarThresholds, type FarThresholds } from './far-thresholds.ts'
import { createQuoteToUmaAddress, createQuoteWithinCurrency } from './kinds-of-transfer.ts'
import { findListedAction } from './listed-action.ts'
import { decidePending, rejection, rejectionByOperation, type Decision } from './decided-action.ts'
import { createQuoteToOwnAccount } from './own-account.ts'
import {
  createPendingAction,
  createWatchedAction,
  pendingActionAtCreation,
  pendingActionOf,
  submitQuote,
} from './pending-action.ts'
import { spentUnreserved } from './reservation.ts'
import { executeAnotherQuote, watchSpending } from './spending.ts'
import { expectNoPendingAction, expectPaid } from './expectations.ts'

interface PolicyCase {
  readonly id: RequirementId
  readonly of: string
  readonly policy: (thresholds: FarThresholds) => StateParams['agent']
  readonly needs?: CapabilityId
}

const needingApproval: readonly PolicyCase[] = [
  {
    id: 'APR-01',
    of: 'an agent in mode APPROVAL_REQUIRED',
    policy: () => ({ executionMode: 'APPROVAL_REQUIRED' }),
  },
  {
    id: 'APR-02',
    of: 'an amount over the threshold',
    policy: ({ below }) => ({ executionMode: 'AUTO', approvalThreshold: below }),
    needs: 'agents.approval-threshold',
  },
  {
    id: 'APR-03',
    of: 'an agent in mode APPROVAL_REQUIRED, under its threshold,',
    policy: ({ above }) => ({ executionMode: 'APPROVAL_REQUIRED', approvalThreshold: above }),
    needs: 'agents.approval-threshold',
  },
]

for (const { id, of, policy } of needingApproval) {
  check(id, `an execution of ${of} awaits approval`, async (context) => {
    const { agent, quoteId } = await createExecutableQuote(
      context,
      policy(await measureFarThresholds(context)),
    )

    await agent.executeQuote(quoteId)

    await expect(() => findListedAction(agent, quoteId)).toReachStatus('PENDING_APPROVAL')
  })
}

const needingNone: readonly PolicyCase[] = [
  {
    id: 'APR-04',
    of: 'an agent in mode AUTO without a threshold',
    policy: () => ({ executionMode: 'AUTO' }),
  },
  {
    id: 'APR-05',
    of: 'an amount under the threshold',
    policy: ({ above }) => ({ executionMode: 'AUTO', approvalThreshold: above }),
  },
  {
    id: 'APR-06',
    of: 'an amount equal to the threshold',
    policy: () => ({ executionMode: 'AUTO', approvalThreshold: AMOUNT }),
  },
]

for (const { id, of, policy } of needingNone) {
  check(id, `an execution of ${of} is paid without approval`, async (context) => {
    const { agent, quoteId, totalSendingAmount, holder } = await createExecutableQuote(
      context,
      policy(await measureFarThresholds(context)),
    )
    const spent = await watchSpending(context, holder.sourceAccountId)

    const executed = await agent.executeQuote(quoteId)

    expect(executed).toSucceed()
    const waiting = await context.poll(
      () => firstPageWithItems(agent, { status: 'PENDING_APPROVAL' }),
      (list) => itemsOf(list).length === 0,
    )
    expectNoPendingAction(waiting, quoteId)
    const paid = await context.poll(spent, (amount) => amount >= totalSendingAmount, context.maxWaitMs)
    expectPaid(paid, totalSendingAmount)
  })
}

for (const { of, policy, needs } of needingApproval) {
  check(
    'APR-07',
    `while an execution of ${of} awaits approval no money moves`,
    { needs },
    async (context) => {
      const quote = await createExecutableQuote(context, policy(await measureFarThresholds(context)))
      const spent = await watchSpending(context, quote.holder.sourceAccountId)

      const pending = await submitQuote(context, quote)
      await executeAnotherQuote(context)

      expect(await pending.action()).toMatchFields({ status: 'PENDING_APPROVAL' })
      expectPaid(await spentUnreserved(context, spent, async () => pending), 0)
    },
  )
}

check('APR-08', 'the filters of the list reflect the decision', async (context) => {
  const { agent, quoteId, transactionId } = await createPendingAction(context)
  await expect(() => findListedAction(agent, quoteId, 'PENDING_APPROVAL')).toReachStatus('PENDING_APPROVAL')

  await context.platform.approve(transactionId)

  await expect(() => findListedAction(agent, quoteId, 'APPROVED')).toReachStatus('APPROVED')
  const waiting = await context.poll(
    () => firstPageWithItems(agent, { status: 'PENDING_APPROVAL' }),
    (list) => itemsOf(list).length === 0,
  )
  expect(waiting).toHaveStatus(200)
  expect(itemsOf(waiting), 'actions that await approval').toEqual([])
})

check('APR-68', 'an execution that awaits approval, requested again, moves no money', async (context) => {
  const pending = await createWatchedAction(context)

  await pending.agent.executeQuote(pending.quoteId)

  await executeAnotherQuote(context)
  expectPaid(await spentUnreserved(context, pending.spent, () => Promise.resolve(pending)), 0)
})

const rejections: readonly {
  readonly how: string
  readonly decision: Decision
  readonly options: CheckOptions
}[] = [
  { how: 'was rejected', decision: rejection, options: {} },
  {
    how: 'the operation rejected',
    decision: rejectionByOperation,
    options: { operations: ['rejectTransaction'] },
  },
]

for (const { how, decision, options } of rejections) {
  check('APR-68', `an execution that ${how}, requested again, moves no money`, options, async (context) => {
    const pending = await createWatchedAction(context)
    await decidePending(context, pending, decision)

    const executed = await pending.agent.executeQuote(pending.quoteId)

    await executeAnotherQuote(context)
    const renewed = () =>
      pendingActionOf(context, pending, executed, [pending.actionId]).catch(undefinedIfBlocked)
    const submitted = async () => (await renewed()) ?? pending
    expectPaid(await spentUnreserved(context, pending.spent, submitted), 0)
  })
}

/** Policies that require approval of any other transfer of this amount. */
const ofAnyTransfer: readonly (Pick<PolicyCase, 'of' | 'needs'> & {
  readonly policy: StateParams['agent']
})[] = [
  { of: 'the execution mode requires it', policy: { executionMode: 'APPROVAL_REQUIRED' } },
  {
    of: 'the amount is over the threshold',
    policy: { executionMode: 'AUTO', approvalThreshold: AMOUNT / 100 },
    needs: 'agents.approval-threshold',
  },
]

for (const { of, policy, needs } of ofAnyTransfer) {
  check('APR-65', `an execution within one currency awaits approval if ${of}`, { needs }, async (context) => {
    const quote = await createQuoteWithinCurrency(context, policy)

    const executed = await quote.agent.executeQuote(quote.quoteId)

    expect(executed).toSucceed()
    await expect(() => findListedAction(quote.agent, quote.quoteId)).toReachStatus('PENDING_APPROVAL')
  })

  check('APR-66', `an execution to a UMA address awaits approval if ${of}`, { needs }, async (context) => {
    const { agent, quoteId } = await createQuoteToUmaAddress(context, policy)

    const executed = await agent.executeQuote(quoteId)

    expect(executed).toSucceed()
    await expect(() => findListedAction(agent, quoteId)).toReachStatus('PENDING_APPROVAL')
  })
}

check('APR-71', 'an execution from an account in another currency awaits approval', async (context) => {
  const ordinary = await context.arrange('agent', {})
  const corridor = {
    sendingCurrency: ordinary.receivingCurrency,
    receivingCurrency: ordinary.sendingCurrency,
  }
  const { below } = await measureFarThresholds(context, corridor)
  const { agent, quoteId } = await createExecutableQuote(context, {
    ...corridor,
    executionMode: 'AUTO',
    approvalThreshold: below,
  })

  const executed = await agent.executeQuote(quoteId)

  expect(executed).toSucceed()
  await expect(() => findListedAction(agent, quoteId)).toReachStatus('PENDING_APPROVAL')
})

for (const { of, policy, needs } of ofAnyTransfer) {
  check('APR-72', `an execution to an own account awaits approval if ${of}`, { needs }, async (context) => {
    const { agent, quoteId } = await createQuoteToOwnAccount(context, policy)

    const executed = await agent.executeQuote(quoteId)

    expect(executed).toSucceed()
    await expect(() => findListedAction(agent, quoteId)).toReachStatus('PENDING_APPROVAL')
  })
}

/** Quotes of the customer that the agent did not create. */
const quotesOfOthers: readonly {
  readonly whose: string
  readonly options: CheckOptions
  readonly create: (context: CheckContext, holder: StateValues['agent']) => Promise<CheckedResponse>
}[] = [
  {
    whose: 'quote of the platform',
    options: { operations: ['createQuote'], areas: ['cross-currency-transfers'] },
    create: requestQuote,
  },
  {
    whose: 'quote of another agent of its customer',
    options: { needs: 'agents.several' },
    create: async (context, { agentId }) =>
      requestAsAgent(context, await context.arrange('sibling-agent', { agentId })),
  },
]

for (const { whose, options, create } of quotesOfOthers) {
  check('APR-70', `an agent that needs approval pays no ${whose} without it`, options, async (context) => {
    const holder = await context.arrange('agent', { executionMode: 'APPROVAL_REQUIRED' })
    const created = await create(context, holder)
    const { quoteId } = usableQuoteIn(created)
    const spent = await watchSpending(context, holder.sourceAccountId)

    const executed = await context.agent(holder.accessToken).executeQuote(quoteId)

    expect(executed.status).toBeLessThan(500)
    await executeAnotherQuote(context)
    const pending = () => pendingActionAtCreation(context, created, holder)
    expectPaid(await spentUnreserved(context, spent, pending), 0)
  })
}

check('APR-55', 'with a threshold of zero every execution awaits approval', async (context) => {
  const { agent, quoteId } = await createExecutableQuote(context, {
    executionMode: 'AUTO',
    approvalThreshold: 0,
  })

  const executed = await agent.executeQuote(quoteId)

  expect(executed).toSucceed()
  await expect(() => findListedAction(agent, quoteId)).toReachStatus('PENDING_APPROVAL')
})
