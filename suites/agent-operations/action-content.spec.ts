/**
 * The fields of an action at each stage of the platform's decision (contract: agent action; Quote; Transaction;
 * States).
 */
import { check, expect, valueAt, type CheckContext } from '../../fixtures/index.ts'
import {
  expectCurrenciesOf,
  expectKeptFields,
  expectNoFailureReason,
  expectNoSettlement,
  expectQuoteNotCompleted,
  expectReceivedAmount,
  expectSameTerms,
  expectSentAmount,
  expectUpdatedLater,
} from './action-expectations.ts'
import { differences } from './agreement.ts'
import { instantAt } from './created-quote.ts'
import { requireTransactionId } from './transaction-id.ts'
import {
  approval,
  approvalWithoutFunds,
  decidePending,
  createDecidedAction,
  executeAction,
  rejection,
} from '../agent-management/decided-action.ts'
import { createExecutableQuote } from '../agent-management/executable-quote.ts'
import { findListedAction } from '../agent-management/listed-action.ts'
import { createPendingAction } from '../agent-management/pending-action.ts'

check('AGA-20', 'the sent amount is totalSendingAmount of the quote', async (context) => {
  const executed = await executeAction(context)

  const { body } = await executed.action()

  expectSentAmount(body, executed.totalSendingAmount)
})

check('AGA-21', 'the received amount is totalReceivingAmount of the quote', async (context) => {
  const executed = await executeAction(context)
  const quote = await executed.agent.quote(executed.quoteId)

  const { body } = await executed.action()

  expect(quote).toSucceed()
  expectReceivedAmount(body, valueAt(quote.body, 'totalReceivingAmount'))
})

check('AGA-22', "the currencies of a transaction are those of the agent's accounts", async (context) => {
  const executed = await executeAction(context)

  const { body } = await executed.action()

  expectCurrenciesOf(body, executed.holder)
})

const moments = [
  { when: 'while it is pending', arranged: createPendingAction },
  { when: 'once it is executed', arranged: executeAction },
  {
    when: 'once it is rejected',
    arranged: (context: CheckContext) => createDecidedAction(context, rejection),
  },
]

for (const { when, arranged } of moments) {
  check('AGA-23', `${when}, the quote in an action equals the quote that was created`, async (context) => {
    const submission = await arranged(context)
    const quote = await submission.agent.quote(submission.quoteId)

    const action = await submission.action()

    expect(quote).toSucceed()
    expect(quote).toMatchFields({ id: submission.quoteId })
    expectSameTerms(action.body, quote.body)
  })
}

const unexecuted = [
  { id: 'AGA-24', what: 'rejected', decision: rejection },
  { id: 'AGA-27', what: 'failed', decision: approvalWithoutFunds },
] as const

for (const { id, what, decision } of unexecuted) {
  check(id, `the quote of a ${what} action is not completed`, async (context) => {
    const { action } = await createDecidedAction(context, decision)

    const { body } = await action()

    expect(valueAt(body, 'status')).toBe(decision.status)
    expectQuoteNotCompleted(body)
  })

  check('AGA-25', `a ${what} transaction shows no settlement`, async (context) => {
    const { action } = await createDecidedAction(context, decision)

    const { body } = await action()

    expect(valueAt(body, 'status')).toBe(decision.status)
    expectNoSettlement(body)
  })
}

check('AGA-25', 'an executed transaction has no failure reason', async (context) => {
  const executed = await executeAction(context)

  const { body } = await executed.action()

  expectNoFailureReason(body)
})

check('AGA-28', 'createdAt of an action is the time of its submission', async (context) => {
  const asked = context.clock.mark()
  const pending = await createPendingAction(context)

  const { body } = await pending.action()

  const createdAt = instantAt(body, 'createdAt') ?? asked()
  expect(createdAt).toBeGreaterThan(asked() - 60_000)
  expect(createdAt).toBeLessThan(context.clock.atLeast() + 60_000)
})

for (const decision of [approval, rejection, approvalWithoutFunds]) {
  check('AGA-29', `an action that becomes ${decision.status} keeps its other fields`, async (context) => {
    const pending = await createPendingAction(context)
    const before = await pending.action()

    await decidePending(context, pending, decision)
    const after = await pending.action()

    expect(after).toMatchFields({ id: pending.actionId })
    expectKeptFields(before.body, after.body)
  })

  check(
    'AGA-30',
    `updatedAt of an action that becomes ${decision.status} does not go back`,
    async (context) => {
      const pending = await createPendingAction(context)
      const before = await pending.action()

      await decidePending(context, pending, decision)
      const after = await pending.action()

      expect(after).toMatchFields({ id: pending.actionId })
      expectUpdatedLater(before.body, after.body)
    },
  )
}

check('AGA-31', 'the action that an execution returns is the listed one', async (context) => {
  const { agent, quoteId } = await createExecutableQuote(context, { executionMode: 'APPROVAL_REQUIRED' })

  const executed = await agent.executeQuote(quoteId)
  const listed = await context.poll(
    () => findListedAction(agent, quoteId),
    ({ body }) => body !== undefined,
  )

  const returnedId = String(valueAt(executed.body, 'id'))
  const listedId = String(valueAt(listed.body, 'id'))
  expect(listedId).toMatch(/./)
  expect([listedId, 'no action']).toContain(returnedId.startsWith('AgentAction:') ? returnedId : 'no action')
})

const OF_A_TRANSACTION = [
  'id',
  'customerId',
  'platformCustomerId',
  'agentId',
  'quoteId',
  'createdAt',
  'source.accountId',
  'destination.accountId',
  'sentAmount.amount',
  'receivedAmount.amount',
  'exchangeRate',
  'fees',
] as const

check('AGA-32', 'the platform gets the transaction that the action embeds', async (context) => {
  const executed = await executeAction(context)

  const action = await executed.action()
  const got = await context.poll(
    () => context.platform.transaction(executed.transactionId),
    ({ status }) => status === 200,
  )

  expect(got).toSucceed()
  expect(got).toMatchFields({ id: executed.transactionId })
  expect(
    differences(valueAt(action.body, 'transaction'), got.body, OF_A_TRANSACTION, [
      'in the action',
      'in the transaction',
    ]),
  ).toEqual([])
})

check(
  'AGA-44',
  'a quote that is read after its execution names the transaction of its action',
  async (context) => {
    const { agent, quoteId, action } = await executeAction(context)
    const shown = await context.poll(
      action,
      ({ body }) => typeof valueAt(body, 'transaction.id') === 'string',
    )
    const transactionId = requireTransactionId(shown)

    const quote = await context.poll(
      () => agent.quote(quoteId),
      (seen) => typeof valueAt(seen.body, 'transactionId') === 'string',
    )

    expect(quote).toSucceed()
    expect([undefined, null, transactionId], 'transactionId').toContain(valueAt(quote.body, 'transactionId'))
  },
)
