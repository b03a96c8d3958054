/** Decisions on actions that are not pending, or do not exist (contract: Errors, 404 and 409 codes). */
import {
  Blocked,
  check,
  expect,
  valueAt,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'
import {
  approval,
  approvalWithoutFunds,
  createDecidedAction,
  executeAction,
  rejection,
} from './decided-action.ts'
import { createExecutableQuote } from './executable-quote.ts'
import { kindsOfTransfer } from './kinds-of-transfer.ts'
import { findListedAction } from './listed-action.ts'
import {
  createPendingAction,
  createWatchedAction,
  createWatchedActionAtCreation,
  submitWatchedQuote,
  type PendingAction,
} from './pending-action.ts'
import { executeAnotherQuote, waitUntilPaid, watchSpending } from './spending.ts'
import {
  expectAnyDecision,
  expectApprovalRejected,
  expectNotPending,
  expectNothingToApprove,
  expectPaid,
} from './expectations.ts'

check('APR-19', 'an approved transaction is not approved again', async (context) => {
  const approved = await createDecidedAction(context, approval)

  const again = await context.platform.approve(approved.transactionId)

  expectApprovalRejected(again)
  await executeAnotherQuote(context)
  expect(await approved.action()).toMatchFields({ status: 'APPROVED' })
})

check('APR-20', 'a repeated approval after the payment moves no money', async (context) => {
  const { transactionId, totalSendingAmount, spent } = await executeAction(context)

  await context.platform.approve(transactionId)

  await executeAnotherQuote(context)
  expectPaid(await spent(), totalSendingAmount)
})

check(
  'APR-20',
  'a repeated approval of an execution at creation, or else later, moves no money',
  async (context) => {
    const { transactionId, totalSendingAmount, spent } = await createWatchedActionAtCreation(context)
    await context.platform.approve(transactionId)
    await waitUntilPaid(context, spent, totalSendingAmount)

    await context.platform.approve(transactionId)

    await executeAnotherQuote(context)
    expectPaid(await spent(), totalSendingAmount)
  },
)

for (const { kind, options, create } of kindsOfTransfer)
  check(
    'APR-20',
    `a repeated approval of a transfer ${kind}, or else an ordinary one, moves no money`,
    options,
    async (context) => {
      const pending = await submitWatchedQuote(context, await create(context))
      const { transactionId, totalSendingAmount, spent } = pending
      await context.platform.approve(transactionId)
      await waitUntilPaid(context, spent, totalSendingAmount)

      await context.platform.approve(transactionId)

      await executeAnotherQuote(context)
      expectPaid(await spent(), totalSendingAmount)
    },
  )

check('APR-20', 'two concurrent approvals move money once', async (context) => {
  const { transactionId, totalSendingAmount, spent } = await createWatchedAction(context)
  const approve = () => context.platform.approve(transactionId)

  await context.concurrently(approve, approve)

  await waitUntilPaid(context, spent, totalSendingAmount)
  await executeAnotherQuote(context)
  expectPaid(await spent(), totalSendingAmount)
})

type Agent = ReturnType<CheckContext['agent']>

/** A quote that was paid without approval, and the transactions that its responses name. */
async function executeWithoutApproval(context: CheckContext) {
  const { agent, quoteId, totalSendingAmount, holder } = await createExecutableQuote(context)
  const spent = await watchSpending(context, holder.sourceAccountId)
  const executed = await agent.executeQuote(quoteId)
  await waitUntilPaid(context, spent, totalSendingAmount)
  const action = () => findListedAction(agent, quoteId)
  const named = transactionIdsIn([executed, await action()])
  const transactionIds = named.length > 0 ? named : transactionIdsIn([await readQuote(agent, quoteId)])
  return { spent, totalSendingAmount, action, transactionIds }
}

const transactionIdsIn = (responses: readonly (CheckedResponse | undefined)[]): readonly string[] => [
  ...new Set(
    responses
      .flatMap((response) =>
        ['transactionId', 'transaction.id', 'quote.transactionId'].map((path) =>
          valueAt(response?.body, path),
        ),
      )
      .filter((id) => typeof id === 'string'),
  ),
]

/** The quote as its agent reads it; undefined: the deployment does not offer that. */
const readQuote = (agent: Agent, quoteId: string): Promise<CheckedResponse | undefined> =>
  agent.quote(quoteId).catch((error: unknown) => {
    if (error instanceof Blocked) return undefined
    throw error
  })

check('APR-20', 'the approval of an execution that needed none moves no money', async (context) => {
  const { spent, totalSendingAmount, transactionIds } = await executeWithoutApproval(context)

  await Promise.all(transactionIds.map((id) => context.platform.approve(id)))

  await executeAnotherQuote(context)
  expectPaid(await spent(), totalSendingAmount)
})

check('APR-23', 'a transaction that was paid without approval is no longer rejected', async (context) => {
  const { action, transactionIds } = await executeWithoutApproval(context)

  await Promise.all(transactionIds.map((id) => context.platform.reject(id, 'Unknown supplier')))

  await executeAnotherQuote(context)
  expect(valueAt((await action()).body, 'status'), 'status').not.toBe('REJECTED')
})

// The contract does not assign the code to this operation, so a success without effect passes.
const closed = [
  { id: 'APR-21', decision: rejection },
  { id: 'APR-22', decision: approvalWithoutFunds },
] as const

for (const { id, decision } of closed) {
  check(id, `an action that is ${decision.status} cannot be approved`, async (context) => {
    const { transactionId, action, holder } = await createDecidedAction(context, decision)
    const spent = await watchSpending(context, holder.sourceAccountId)

    const response = await context.platform.approve(transactionId)

    expectAnyDecision(response)
    await executeAnotherQuote(context)
    expect(await action()).toMatchFields({ status: decision.status })
    expectPaid(await spent(), 0)
  })
}

check('APR-23', 'an approved transaction is no longer rejected', async (context) => {
  const { transactionId, action } = await createDecidedAction(context, approval)

  const response = await context.platform.reject(transactionId, 'Unknown supplier')

  expectAnyDecision(response)
  await executeAnotherQuote(context)
  expect(await action()).toMatchFields({ status: 'APPROVED' })
})

for (const decision of [approval, rejection, approvalWithoutFunds]) {
  check(
    'APR-24',
    `approving an action that is ${decision.status} is a conflict with the documented code`,
    async (context) => {
      const { transactionId } = await createDecidedAction(context, decision)

      const response = await context.platform.approve(transactionId)

      expectNotPending(response)
    },
  )
}

check('APR-25', 'an unknown transaction is not found', async ({ platform, random }) => {
  const response = await platform.approve(`Transaction:${random.uuid()}`)

  expectNothingToApprove(response)
})

const notTransactions: readonly { readonly of: string; readonly id: (pending: PendingAction) => string }[] = [
  { of: 'text that is no identifier', id: () => 'not an identifier' },
  { of: 'an identifier without a UUID', id: () => 'Transaction:42' },
  { of: 'the id of its quote', id: ({ quoteId }) => quoteId },
  { of: 'the id of its action', id: ({ actionId }) => actionId },
]

for (const { of, id } of notTransactions) {
  check('APR-26', `a transaction is not approved by ${of}`, async (context) => {
    const pending = await createPendingAction(context)

    const response = await context.platform.approve(id(pending))

    expectApprovalRejected(response)
    expect(await pending.action()).toMatchFields({ status: 'PENDING_APPROVAL' })
  })
}
