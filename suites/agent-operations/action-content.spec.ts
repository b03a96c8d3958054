/**
 * The fields of an action at each stage of the platform's decision (contract: agent action; Quote; Transaction;
 * States).
 */
import { check, expect, valueAt, type CheckContext } from '../../fixtures/index.ts'
import { differences } from './agreement.ts'
import { instantAt } from './created-quote.ts'
import { amountsBeforeSettlement, currencyCode, sentAmountProblems } from './transferred-amounts.ts'
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

const isPresent = (value: unknown) => value !== undefined && value !== null

check('AGA-20', 'the sent amount is totalSendingAmount of the quote', async (context) => {
  const executed = await executeAction(context)

  const { body } = await executed.action()

  expect(sentAmountProblems(body, executed.totalSendingAmount)).toEqual([])
})

check('AGA-21', 'the received amount is totalReceivingAmount of the quote', async (context) => {
  const executed = await executeAction(context)
  const quote = await executed.agent.quote(executed.quoteId)

  const { body } = await executed.action()

  const received = valueAt(body, 'transaction.receivedAmount.amount')
  expect(quote).toSucceed()
  const instead = amountsBeforeSettlement(valueAt(body, 'transaction'))
  expect([undefined, null, valueAt(quote.body, 'totalReceivingAmount'), ...instead]).toContain(received)
})

check('AGA-22', "the currencies of a transaction are those of the agent's accounts", async (context) => {
  const executed = await executeAction(context)
  const { sendingCurrency, receivingCurrency } = executed.holder

  const { body } = await executed.action()

  const sent = ['quote.sendingCurrency', 'transaction.sentAmount.currency', 'transaction.source.currency']
  const received = [
    'quote.receivingCurrency',
    'transaction.receivedAmount.currency',
    'transaction.destination.currency',
  ]
  const codes = (paths: readonly string[]) => [
    ...new Set(paths.map((path) => currencyCode(body, path)).filter(isPresent)),
  ]
  expect([[], [sendingCurrency]]).toContainEqual(codes(sent))
  expect([[], [receivingCurrency]]).toContainEqual(codes(received))
})

const TERMS = [
  'id',
  'createdAt',
  'expiresAt',
  'totalSendingAmount',
  'totalReceivingAmount',
  'exchangeRate',
  'feesIncluded',
  'platformFeesIncluded',
  'source.accountId',
  'destination.accountId',
  'sendingCurrency.code',
  'receivingCurrency.code',
] as const

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
    expect(differences(valueAt(action.body, 'quote'), quote.body, TERMS)).toEqual([])
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
    expect(valueAt(body, 'quote.status') ?? 'not shown').not.toBe('COMPLETED')
  })

  check('AGA-25', `a ${what} transaction shows no settlement`, async (context) => {
    const { action } = await createDecidedAction(context, decision)

    const { body } = await action()

    expect(valueAt(body, 'status')).toBe(decision.status)
    expect(valueAt(body, 'transaction.settledAt') ?? null).toBe(null)
  })
}

check('AGA-25', 'an executed transaction has no failure reason', async (context) => {
  const executed = await executeAction(context)

  const { body } = await executed.action()

  expect(valueAt(body, 'transaction.failureReason') ?? '').toBe('')
})

check('AGA-28', 'createdAt of an action is the time of its submission', async (context) => {
  const asked = context.clock.mark()
  const pending = await createPendingAction(context)

  const { body } = await pending.action()

  const createdAt = instantAt(body, 'createdAt') ?? asked()
  expect(createdAt).toBeGreaterThan(asked() - 60_000)
  expect(createdAt).toBeLessThan(context.clock.atLeast() + 60_000)
})

const LASTING = [
  'id',
  'agentId',
  'customerId',
  'platformCustomerId',
  'type',
  'createdAt',
  'quote.id',
  'quote.createdAt',
  'quote.expiresAt',
  'quote.totalSendingAmount',
  'quote.totalReceivingAmount',
  'quote.exchangeRate',
  'quote.feesIncluded',
  'transaction.id',
  'transaction.quoteId',
  'transaction.createdAt',
] as const

for (const decision of [approval, rejection, approvalWithoutFunds]) {
  check('AGA-29', `an action that becomes ${decision.status} keeps its other fields`, async (context) => {
    const pending = await createPendingAction(context)
    const before = await pending.action()

    await decidePending(context, pending, decision)
    const after = await pending.action()

    expect(after).toMatchFields({ id: pending.actionId })
    expect(differences(before.body, after.body, LASTING)).toEqual([])
  })

  check(
    'AGA-30',
    `updatedAt of an action that becomes ${decision.status} does not go back`,
    async (context) => {
      const pending = await createPendingAction(context)
      const before = await pending.action()

      await decidePending(context, pending, decision)
      const after = await pending.action()

      const [earlier, later] = [before, after].map(({ body }) => instantAt(body, 'updatedAt') ?? 0)
      expect(after).toMatchFields({ id: pending.actionId })
      expect(later).toBeGreaterThanOrEqual((earlier ?? 0) - 1_000)
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
] as const

check('AGA-32', 'the platform gets the transaction that the action embeds', async (context) => {
  const executed = await executeAction(context)

  const got = await context.poll(
    () => context.platform.transaction(executed.transactionId),
    ({ status }) => status === 200,
  )
  const action = await executed.action()

  expect(got).toSucceed()
  expect(got).toMatchFields({ id: executed.transactionId })
  expect(differences(valueAt(action.body, 'transaction'), got.body, OF_A_TRANSACTION)).toEqual([])
})
