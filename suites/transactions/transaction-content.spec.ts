/** The fields of a transaction (contract: Resources, Transaction). */
import { check, CONSISTENCY_MS, expect, valueAt, instantOf } from '../../fixtures/index.ts'
import { differences } from '../agent-operations/agreement.ts'
import { amountsBeforeSettlement, sentAmountProblems } from '../agent-operations/transferred-amounts.ts'
import { disagreements } from '../disagreements.ts'
import { createExecutedTransaction, readTransaction, pollTransaction } from './executed-transaction.ts'

/** The currency of a transaction's source or destination, given as a code or as an object; undefined: not given. */
function currencyCodeAt(transaction: unknown, end: 'source' | 'destination'): unknown {
  const currency = valueAt(transaction, `${end}.currency`)
  return typeof currency === 'object' ? valueAt(currency, 'code') : currency
}

/** Two timestamps may differ in whether they have fractions of a second. */
const TOLERANCE_MS = 1_000

/** Timestamps of a transaction that are before its creation (contract: Transaction, timestamps). */
function timeProblems(transaction: unknown): readonly string[] {
  const createdAt = valueAt(transaction, 'createdAt')
  if (typeof createdAt !== 'string') return []
  return ['updatedAt', 'settledAt', 'refund.initiatedAt', 'refund.settledAt']
    .map((name) => ({ name, value: valueAt(transaction, name) }))
    .filter(
      ({ value }) => typeof value === 'string' && instantOf(value) < instantOf(createdAt) - TOLERANCE_MS,
    )
    .map(({ name, value }) => `${name} ${String(value)} is before createdAt ${createdAt}`)
}

check('TRX-01', 'the transaction of an executed quote is read by its id', async (context) => {
  const { transactionId, read } = await createExecutedTransaction(context)

  const response = await read()

  expect(response).toHaveStatus(200)
  expect(response).toMatchFields({ id: transactionId })
})

check('TRX-04', 'the transaction names its quote', async (context) => {
  const { quoteId, read } = await createExecutedTransaction(context)

  const { body } = readTransaction(await read())

  expect(disagreements(body, { quoteId })).toEqual([])
})

check('TRX-05', 'the transaction goes from the source to the destination of the quote', async (context) => {
  const { payer, read } = await createExecutedTransaction(context)

  const { body } = readTransaction(await read())

  expect(
    disagreements(body, {
      'source.sourceType': 'ACCOUNT',
      'source.accountId': payer.sourceAccountId,
      'destination.destinationType': 'ACCOUNT',
      'destination.accountId': payer.destinationAccountId,
    }),
  ).toEqual([])
  expect([payer.sendingCurrency, undefined]).toContain(currencyCodeAt(body, 'source'))
  expect([payer.receivingCurrency, undefined]).toContain(currencyCodeAt(body, 'destination'))
})

check('TRX-06', 'the amounts of the transaction are the totals of the quote', async (context) => {
  const { payer, created, totalSendingAmount, read } = await createExecutedTransaction(context)

  const { body } = readTransaction(await read())

  expect(sentAmountProblems({ quote: created.body, transaction: body }, totalSendingAmount)).toEqual([])
  expect(
    disagreements(body, {
      'sentAmount.currency.code': payer.sendingCurrency,
      'receivedAmount.currency.code': payer.receivingCurrency,
    }),
  ).toEqual([])
  expect([
    undefined,
    null,
    valueAt(created.body, 'totalReceivingAmount'),
    ...amountsBeforeSettlement(body),
  ]).toContain(valueAt(body, 'receivedAmount.amount'))
})

check('TRX-08', 'the transaction names the customer', async (context) => {
  const { payer, read } = await createExecutedTransaction(context)

  const { body } = readTransaction(await read())

  expect(
    disagreements(body, {
      customerId: payer.customerId,
      platformCustomerId: payer.platformCustomerId,
    }),
  ).toEqual([])
})

for (const outcome of ['SETTLED', 'FAILED', 'REFUNDED'] as const) {
  check(
    'TRX-09',
    `createdAt of a ${outcome} transaction is not after its other timestamps`,
    async (context) => {
      const { transactionId } = await context.arrange('transaction', { outcome })

      const { body } = await pollTransaction(context, transactionId)

      expect(timeProblems(body)).toEqual([])
    },
  )
}

check('TRX-10', 'a refunded transaction contains the refund', async (context) => {
  const { transactionId } = await context.arrange('transaction', { outcome: 'REFUNDED' })

  const response = await pollTransaction(context, transactionId)

  expect(valueAt(response.body, 'refund'), 'refund').toEqual(expect.any(Object))
})

check('TRX-11', 'a failed transaction contains the reason', async (context) => {
  const { transactionId } = await context.arrange('transaction', { outcome: 'FAILED' })

  const response = await pollTransaction(context, transactionId)

  expect(valueAt(response.body, 'failureReason'), 'failureReason').toEqual(expect.any(String))
})

check('TRX-33', 'a settled transaction keeps its times', { waits: true }, async (context) => {
  const { transactionId } = await context.arrange('transaction', { outcome: 'SETTLED' })
  // The settlement itself may become visible late.
  await context.pause(CONSISTENCY_MS)
  const before = await pollTransaction(context, transactionId)
  await context.pause(CONSISTENCY_MS)

  const after = await pollTransaction(context, transactionId)

  expect(after).toMatchFields({ id: transactionId })
  expect(differences(before.body, after.body, ['createdAt', 'settledAt'], ['before', 'later'])).toEqual([])
})
