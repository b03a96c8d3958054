/** Cancel a transaction (contract: Errors, TRANSACTION_NOT_CANCELLABLE). */
import { check, expect } from '../../fixtures/index.ts'
import { differences } from '../agent-operations/agreement.ts'
import { seenTransaction } from './executed-transaction.ts'

check('TRX-20', 'what is not settled is cancelled', async ({ arrange, platform }) => {
  const { transactionId } = await arrange('transaction', { outcome: 'CANCELLABLE' })

  const answer = await platform.transactions.cancel(transactionId)

  expect(answer).toSucceed()
})

check('TRX-21', 'what is settled is not cancelled', async ({ arrange, platform }) => {
  const { transactionId } = await arrange('transaction', { outcome: 'SETTLED' })

  const answer = await platform.transactions.cancel(transactionId)

  expect(answer).toHaveStatus(409)
  expect(answer).toHaveCode('TRANSACTION_NOT_CANCELLABLE')
})

/** What a cancellation would change, wherever it is shown. */
const LASTING = [
  'status',
  'settledAt',
  'failureReason',
  'sentAmount.amount',
  'receivedAmount.amount',
] as const

check('TRX-22', 'what is settled stays as it is', async (stage) => {
  const { transactionId } = await stage.arrange('transaction', { outcome: 'SETTLED' })
  const before = await seenTransaction(stage, transactionId)

  await stage.platform.transactions.cancel(transactionId)

  const after = await seenTransaction(stage, transactionId)
  expect(after).toHold({ id: transactionId })
  expect(differences(before.body, after.body, LASTING)).toEqual([])
})

check('TRX-23', 'what does not exist is not found', async ({ platform, random }) => {
  const answer = await platform.transactions.cancel(`Transaction:${random.uuid()}`)

  expect(answer).toHaveStatus(404)
  expect(answer).toHaveCode('TRANSACTION_NOT_FOUND', 'REQUEST_NOT_FOUND', 'NOT_FOUND')
})
