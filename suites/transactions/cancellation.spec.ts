/** Cancel a transaction (contract: Errors, TRANSACTION_NOT_CANCELLABLE). */
import { check, expect, valueAt } from '../../fixtures/index.ts'
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

check('TRX-22', 'what is settled stays as it is', async (stage) => {
  const { transactionId } = await stage.arrange('transaction', { outcome: 'SETTLED' })
  const before = await seenTransaction(stage, transactionId)

  await stage.platform.transactions.cancel(transactionId)

  const after = await seenTransaction(stage, transactionId)
  expect(valueAt(after.body, 'status')).toBe(valueAt(before.body, 'status'))
})

check('TRX-23', 'what does not exist is not found', async ({ platform, random }) => {
  const answer = await platform.transactions.cancel(`Transaction:${random.uuid()}`)

  expect(answer).toHaveStatus(404)
  expect(answer).toHaveCode('TRANSACTION_NOT_FOUND', 'REQUEST_NOT_FOUND', 'NOT_FOUND')
})
