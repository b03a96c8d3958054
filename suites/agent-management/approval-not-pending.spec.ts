/** Deciding on what is not pending, or is not there (contract: Errors, 404 and 409 codes). */
import { check, expect } from '../../fixtures/index.ts'
import { approval, approvalWithoutFunds, decidedAction, executedAction, rejection } from './decided-action.ts'
import { inShort } from './execution-outcome.ts'
import { pendingAction, type PendingAction } from './pending-action.ts'
import { asLongAsAnExecutionTakes, untilPaid, watchSpending } from './spending.ts'
import { ACCEPTED_OR_REJECTED, REJECTED } from '../rejections.ts'

check('APR-19', 'an approved transaction is not approved again', async (stage) => {
  const approved = await decidedAction(stage, approval)

  const again = await stage.platform.approve(approved.transactionId)

  expect(again).toBeError(...REJECTED)
  await asLongAsAnExecutionTakes(stage)
  expect(await approved.action()).toHold({ status: 'APPROVED' })
})

check('APR-20', 'approving again after the money moved moves no more', async (stage) => {
  const { transactionId, totalSendingAmount, spent } = await executedAction(stage)

  await stage.platform.approve(transactionId)

  await asLongAsAnExecutionTakes(stage)
  expect(await spent(), 'paid by the source account').toBe(totalSendingAmount)
})

check('APR-20', 'two approvals at once move money once', async (stage) => {
  const { platform } = stage
  const { transactionId, totalSendingAmount, holder } = await pendingAction(stage)
  const spent = await watchSpending(stage, holder.sourceAccountId)

  await Promise.all([platform.approve(transactionId), platform.approve(transactionId)])

  await untilPaid(stage, spent, totalSendingAmount)
  await asLongAsAnExecutionTakes(stage)
  expect(await spent(), 'paid by the source account').toBe(totalSendingAmount)
})

// The contract ties no code to the operation, so a success without effect passes.
const closed = [
  { id: 'APR-21', decision: rejection },
  { id: 'APR-22', decision: approvalWithoutFunds },
] as const

for (const { id, decision } of closed) {
  check(id, `what came to ${decision.status} is not approved any more`, async (stage) => {
    const { transactionId, action, holder } = await decidedAction(stage, decision)
    const spent = await watchSpending(stage, holder.sourceAccountId)

    const answer = await stage.platform.approve(transactionId)

    expect(answer).toHaveStatus(...ACCEPTED_OR_REJECTED)
    await asLongAsAnExecutionTakes(stage)
    expect(await action()).toHold({ status: decision.status })
    expect(await spent(), 'paid by the source account').toBe(0)
  })
}

check('APR-23', 'an approved transaction is not rejected any more', async (stage) => {
  const { transactionId, action } = await decidedAction(stage, approval)

  const answer = await stage.platform.reject(transactionId, 'Unknown supplier')

  expect(answer).toHaveStatus(...ACCEPTED_OR_REJECTED)
  await asLongAsAnExecutionTakes(stage)
  expect(await action()).toHold({ status: 'APPROVED' })
})

for (const decision of [approval, rejection, approvalWithoutFunds]) {
  check('APR-24', `approving what came to ${decision.status} is a conflict that says why`, async (stage) => {
    const { transactionId } = await decidedAction(stage, decision)

    const answer = await stage.platform.approve(transactionId)

    expect(answer).toHaveStatus(409)
    expect(answer).toHaveCode('TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL')
  })
}

/** What is not there is not pending either. */
const UNKNOWN = [
  '404 TRANSACTION_NOT_FOUND',
  '404 REQUEST_NOT_FOUND',
  '404 REFERENCE_NOT_FOUND',
  '404 NOT_FOUND',
  '409 TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL',
]

check('APR-25', 'an unknown transaction is not found', async ({ platform, random }) => {
  const answer = await platform.approve(`Transaction:${random.uuid()}`)

  expect(UNKNOWN).toContain(inShort(answer))
})

const notTransactions: readonly { readonly of: string; readonly id: (pending: PendingAction) => string }[] = [
  { of: 'text that is no identifier', id: () => 'not an identifier' },
  { of: 'an identifier without a UUID', id: () => 'Transaction:42' },
  { of: 'the id of its quote', id: ({ quoteId }) => quoteId },
  { of: 'the id of its action', id: ({ actionId }) => actionId },
]

for (const { of, id } of notTransactions) {
  check('APR-26', `a transaction is not approved by ${of}`, async (stage) => {
    const pending = await pendingAction(stage)

    const answer = await stage.platform.approve(id(pending))

    expect(answer).toBeError(...REJECTED)
    expect(await pending.action()).toHold({ status: 'PENDING_APPROVAL' })
  })
}
