/** Transactions: those of executed quotes, and those of every outcome (contract: Resources, Transaction; Errors). */
import * as fc from 'fast-check'
import { instantOf } from '../../fixtures/instant.ts'
import { valueAt } from '../../spec/value-at.ts'
import type { RequirementId } from '../../spec/index.ts'
import {
  expectCancellationRejected,
  expectNotCancellable,
  expectNothingToCancel,
  expectTransactionNotFound,
} from '../../suites/transactions/expectations.ts'
import { judge } from '../judge.ts'
import {
  Violation,
  requireServiceResponse,
  formatValue,
  describeResponse,
  withSuccess,
  type Problem,
} from '../violation.ts'
import { picked, type ModelTransfer } from '../model.ts'
import { stepKind, type AnyStepKind } from '../step.ts'
import type { World } from '../world.ts'
import { requireCredentials, invalidCredentialsName } from './require-credentials.ts'

/** Its transaction id, if any response has it. */
async function findTransactionId({ context }: World, transfer: ModelTransfer): Promise<string | undefined> {
  transfer.transactionId ??= await context
    .poll(
      () => context.platform.transfers.quote(transfer.quote.terms.id),
      ({ body }) => typeof valueAt(body, 'transactionId') === 'string',
    )
    .then(({ body }) => {
      const id = valueAt(body, 'transactionId')
      return typeof id === 'string' ? id : undefined
    })
  return transfer.transactionId
}

const codeAt = (body: unknown, path: string): unknown => {
  const currency = valueAt(body, path)
  return typeof currency === 'object' ? valueAt(currency, 'code') : currency
}

function transactionProblems(body: unknown, { payer, quote }: ModelTransfer): readonly Problem[] {
  const expected: readonly (readonly [RequirementId, string, unknown])[] = [
    ['TRX-04', 'quoteId', quote.terms.id],
    ['TRX-05', 'source.sourceType', 'ACCOUNT'],
    ['TRX-05', 'source.accountId', payer.sourceAccountId],
    ['TRX-05', 'destination.destinationType', 'ACCOUNT'],
    ['TRX-05', 'destination.accountId', payer.destinationAccountId],
    ['TRX-06', 'sentAmount.currency.code', payer.sendingCurrency],
    ['TRX-06', 'receivedAmount.amount', quote.terms.totalReceivingAmount],
    ['TRX-06', 'receivedAmount.currency.code', payer.receivingCurrency],
    ['TRX-08', 'customerId', payer.customerId],
    ['TRX-08', 'platformCustomerId', payer.platformCustomerId],
  ]
  const currencies = [
    ['TRX-05', 'source.currency', payer.sendingCurrency],
    ['TRX-05', 'destination.currency', payer.receivingCurrency],
  ] as const
  // Missing fields do not disagree.
  return [
    ...expected.map(([requirement, path, value]) => ({
      requirement,
      path,
      value,
      actual: valueAt(body, path),
    })),
    ...currencies.map(([requirement, path, value]) => ({
      requirement,
      path,
      value,
      actual: codeAt(body, path),
    })),
  ]
    .filter(({ value, actual }) => actual !== undefined && actual !== value)
    .map(({ requirement, path, value, actual }) => ({
      requirement,
      message: `${path} of a transaction is ${formatValue(actual)}, and must be ${formatValue(value)}`,
    }))
}

const readTransaction = stepKind({
  name: 'read-transaction',
  area: 'transactions',
  operations: ['createQuote', 'getQuote', 'executeQuote', 'getTransaction'],
  weight: 10,
  params: fc.record({ of: fc.nat(9) }),
  may: ({ transfers }, { of }) => picked(transfers, of)?.quote.submitted === true,
  async take({ transfers }, world, { of }) {
    const transfer = picked(transfers, of)!
    const id = await findTransactionId(world, transfer)
    if (id === undefined) return
    await world.settled(
      () => world.context.platform.transaction(id),
      (response): readonly Problem[] => {
        requireServiceResponse(response)
        if (response.status !== 200 || valueAt(response.body, 'id') !== id)
          return [
            {
              requirement: 'TRX-01',
              message: `reading a transaction returned ${describeResponse(response)}`,
            },
          ]
        return transactionProblems(response.body, transfer)
      },
      ({ exchange }) => exchange,
    )
  },
})

const arrangedTransaction = stepKind({
  name: 'read-transaction-with-outcome',
  area: 'transactions',
  operations: ['getTransaction'],
  weight: 3,
  params: fc.record({ outcome: fc.constantFrom('SETTLED', 'FAILED', 'REFUNDED') }),
  may: () => true,
  async take(_model, world, { outcome }) {
    const { transactionId } = await world.context.arrange('transaction', { outcome })
    await world.settled(
      () => world.context.platform.transaction(transactionId),
      (response): readonly Problem[] => {
        requireServiceResponse(response)
        if (response.status !== 200 || valueAt(response.body, 'id') !== transactionId)
          return [
            {
              requirement: 'TRX-01',
              message: `reading a transaction returned ${describeResponse(response)}`,
            },
          ]
        const { body } = response
        if (outcome === 'REFUNDED' && typeof (valueAt(body, 'refund') ?? undefined) !== 'object')
          return [{ requirement: 'TRX-10', message: 'a refunded transaction has no refund' }]
        if (outcome === 'FAILED' && typeof valueAt(body, 'failureReason') !== 'string')
          return [{ requirement: 'TRX-11', message: 'a failed transaction has no failureReason' }]
        const created = valueAt(body, 'createdAt')
        if (typeof created !== 'string') return []
        return ['updatedAt', 'settledAt', 'refund.initiatedAt', 'refund.settledAt'].flatMap((path) => {
          const moment = valueAt(body, path)
          // Two timestamps may differ in whether they have fractions of a second.
          return typeof moment === 'string' && instantOf(moment) < instantOf(created) - 1_000
            ? [
                {
                  requirement: 'TRX-09' as const,
                  message: `${path} ${moment} is before createdAt ${created}`,
                },
              ]
            : []
        })
      },
      ({ exchange }) => exchange,
    )
  },
})

const cancelTransaction = stepKind({
  name: 'cancel-transaction',
  area: 'transactions',
  operations: ['cancelTransaction'],
  weight: 3,
  params: fc.record({
    what: fc.constantFrom('CANCELLABLE', 'SETTLED', 'unknown', 'invalid-credentials'),
    who: invalidCredentialsName,
  }),
  may: () => true,
  async take(_model, world, { what, who }) {
    const { context } = world
    const { transactions } = context.platform
    if (what === 'unknown') {
      const response = await transactions.cancel(`Transaction:${context.random.uuid()}`)
      judge('TRX-23', response, expectNothingToCancel)
      return
    }
    const outcome = what === 'SETTLED' ? what : 'CANCELLABLE'
    const { transactionId } = await context.arrange('transaction', { outcome })
    if (what === 'invalid-credentials')
      await requireCredentials(who, world, 'TRX-24', (caller) => caller.transactions.cancel(transactionId))
    const read = async () => {
      if (world.deployment.operations.getTransaction === null) return undefined
      const response = await context.poll(
        () => context.platform.transaction(transactionId),
        ({ status }) => status === 200,
      )
      return response.status === 200 ? valueAt(response.body, 'status') : undefined
    }
    const before = outcome === 'SETTLED' ? await read() : undefined
    const response = await transactions.cancel(transactionId)
    if (outcome === 'CANCELLABLE') {
      const requirement = what === 'invalid-credentials' ? 'TRX-24' : 'TRX-20'
      withSuccess(response, requirement, 'cancelling a transaction that is not settled')
      return
    }
    judge('TRX-21', response, expectCancellationRejected)
    judge('TRX-25', response, expectNotCancellable)
    const after = before === undefined ? undefined : await read()
    if (before !== undefined && after !== undefined && after !== before)
      throw new Violation(
        'TRX-22',
        `a settled transaction that was ${formatValue(before)} became ${formatValue(after)}`,
      )
  },
})

const unknownTransaction = stepKind({
  name: 'unknown-transaction',
  area: 'transactions',
  operations: ['getTransaction'],
  params: fc.record({ who: fc.option(invalidCredentialsName, { nil: null }) }),
  may: () => true,
  async take(_model, world, { who }) {
    const { context } = world
    if (who === null) {
      const response = await context.platform.transaction(`Transaction:${context.random.uuid()}`)
      judge('TRX-02', response, expectTransactionNotFound)
      return
    }
    const { transactionId } = await context.arrange('transaction', { outcome: 'SETTLED' })
    await requireCredentials(who, world, 'TRX-03', (caller) => caller.transaction(transactionId))
  },
})

export const transactionSteps: readonly AnyStepKind[] = [
  readTransaction,
  arrangedTransaction,
  cancelTransaction,
  unknownTransaction,
]
