/** The fields of an action that describe the submission (contract: Agent action; Quote; Transaction). */
import { check, expect, valueAt } from '../../fixtures/index.ts'
import { disagreements } from '../disagreements.ts'
import { executeAction } from './decided-action.ts'
import { createPendingAction, type PendingAction } from './pending-action.ts'

check('APR-37', 'a pending action embeds its quote', async (context) => {
  const pending = await createPendingAction(context)

  const action = await pending.action()

  expect(action).toMatchFields({ 'quote.id': pending.quoteId })
})

check('APR-38', 'an executed action embeds its transaction', async (context) => {
  const executed = await executeAction(context)

  const action = await executed.action()

  expect(valueAt(action.body, 'transaction.id')).toEqual(expect.any(String))
})

const moments = [
  { when: 'while it is pending', arranged: createPendingAction },
  { when: 'once it is executed', arranged: executeAction },
]

for (const { when, arranged } of moments) {
  check('APR-39', `${when}, an action agrees with what was submitted`, async (context) => {
    const submission = await arranged(context)

    const action = await submission.action()

    expect(action).toMatchFields({ id: submission.actionId })
    expect(disagreements(action.body, whatWasSubmitted(submission))).toEqual([])
  })
}

const whatWasSubmitted = ({ holder, quoteId, transactionId, totalSendingAmount }: PendingAction) => {
  const { agentId, customerId, platformCustomerId } = holder
  return {
    agentId,
    customerId,
    platformCustomerId,
    'quote.id': quoteId,
    'quote.transactionId': transactionId,
    'quote.totalSendingAmount': totalSendingAmount,
    'quote.source.accountId': holder.sourceAccountId,
    'quote.source.customerId': customerId,
    'quote.destination.accountId': holder.destinationAccountId,
    'transaction.id': transactionId,
    'transaction.quoteId': quoteId,
    'transaction.agentId': agentId,
    'transaction.customerId': customerId,
    'transaction.platformCustomerId': platformCustomerId,
  }
}
