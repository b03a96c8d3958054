/** Cancel a transaction (contract: Errors, TRANSACTION_NOT_CANCELLABLE). */
import { check, CONSISTENCY_MS, expect, valueAt } from '../../fixtures/index.ts'
import { differences } from '../agent-operations/agreement.ts'
import { pollTransaction } from './executed-transaction.ts'
import { requireRejectedCancellation, watchSource } from './watch-source.ts'
import { expectCancellationRejected, expectNotCancellable, expectNothingToCancel } from './expectations.ts'

/** The fields that a cancellation changes, wherever they are shown. The status may also change without a request. */
const SETTLED = ['settledAt', 'failureReason', 'sentAmount.amount', 'receivedAmount.amount'] as const

const LASTING = ['status', ...SETTLED] as const

const AROUND = ['before', 'after the request'] as const

check('TRX-20', 'an unsettled transaction is cancelled', async ({ arrange, platform }) => {
  const { transactionId } = await arrange('transaction', { outcome: 'CANCELLABLE' })

  const response = await platform.transactions.cancel(transactionId)

  expect(response).toSucceed()
})

// The contract does not say what a cancelled transaction shows: the witness is any change.
check('TRX-20', 'a cancellation is visible', { operations: ['getTransaction'] }, async (context) => {
  const { transactionId } = await context.arrange('transaction', { outcome: 'CANCELLABLE' })
  const before = await pollTransaction(context, transactionId)

  expect(await context.platform.transactions.cancel(transactionId)).toSucceed()

  await context.poll(
    () => pollTransaction(context, transactionId),
    (after) => differences(before.body, after.body, LASTING, AROUND).length > 0,
  )
})

check('TRX-21', 'a settled transaction is not cancelled', async ({ arrange, platform }) => {
  const { transactionId } = await arrange('transaction', { outcome: 'SETTLED' })

  const response = await platform.transactions.cancel(transactionId)

  expectCancellationRejected(response)
})

check('TRX-25', 'the rejection has the code TRANSACTION_NOT_CANCELLABLE', async ({ arrange, platform }) => {
  const { transactionId } = await arrange('transaction', { outcome: 'SETTLED' })

  const response = await platform.transactions.cancel(transactionId)

  expectNotCancellable(response)
})

check('TRX-22', 'a settled transaction stays unchanged', { waits: true }, async (context) => {
  const { transactionId } = await context.arrange('transaction', { outcome: 'SETTLED' })
  // The settlement itself may become visible late.
  await context.pause(CONSISTENCY_MS)
  const before = await pollTransaction(context, transactionId)

  await context.platform.transactions.cancel(transactionId)

  const after = await pollTransaction(context, transactionId)
  expect(after).toMatchFields({ id: transactionId })
  expect(differences(before.body, after.body, SETTLED, AROUND)).toEqual([])
  expect(String(valueAt(after.body, 'status'))).not.toMatch(/cancell?ed/i)
})

check('TRX-23', 'a nonexistent transaction is not found', async ({ platform, random }) => {
  const response = await platform.transactions.cancel(`Transaction:${random.uuid()}`)

  expectNothingToCancel(response)
})

check('TRX-31', 'a rejected cancellation moves no money', { waits: true }, async (context) => {
  const { transactionId } = await context.arrange('transaction', { outcome: 'SETTLED' })
  // The settlement itself may become visible late.
  await context.pause(CONSISTENCY_MS)
  const balance = await watchSource(context, transactionId)
  const before = await balance()

  const response = await context.platform.transactions.cancel(transactionId)

  requireRejectedCancellation(response)
  expect(await context.poll(balance, (amount) => amount !== before), 'balance of the source').toBe(before)
})

check('TRX-32', 'a cancelled transaction takes no money', { waits: true }, async (context) => {
  const { transactionId } = await context.arrange('transaction', { outcome: 'CANCELLABLE' })
  const balance = await watchSource(context, transactionId)
  const before = await balance()

  expect(await context.platform.transactions.cancel(transactionId)).toSucceed()

  const after = await context.poll(balance, (amount) => amount < before)
  expect(after, 'balance of the source').toBeGreaterThanOrEqual(before)
})
