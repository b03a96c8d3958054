import { refused } from '../refused.ts'
import { isTransaction, objectsChanged, successesChanged, without, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

const amountsOfZero = (transaction: Json): Json =>
  Object.fromEntries(
    ['sentAmount', 'receivedAmount']
      .filter((name) => transaction[name] !== undefined)
      .map((name) => [name, { ...(transaction[name] as Json), amount: 0 }]),
  )

/** Contract: What the service does, Transactions; Resources, Transaction. */
export const transactionsVariations: readonly Variant[] = [
  {
    id: 'cancellation-returns-nothing',
    title: 'returns 204 for a cancellation',
    point: 'response to a cancellation',
    interpretation: 'The contract does not specify it.',
    replace: (rules) =>
      successesChanged(rules, (response) => ({ ...response, status: 204, body: undefined }), [
        'cancelTransaction',
      ]),
  },
  {
    id: 'cancellation-takes-a-while',
    title: 'returns 202 for a cancellation',
    point: 'response to a cancellation',
    interpretation: 'The contract does not specify it.',
    replace: { cancellationStatus: 202 },
  },
  {
    id: 'transactions-never-seen-settled',
    alone: true,
    title: 'returns every unsettled transaction with amounts of zero',
    point: 'amounts of a transaction that is under way',
    interpretation: 'The contract does not specify when the amounts are set.',
    replace: (rules) =>
      objectsChanged(rules, (object) =>
        isTransaction(object) ? { ...without(object, 'settledAt'), ...amountsOfZero(object) } : object,
      ),
  },
  {
    id: 'settled-transaction-is-a-bad-request',
    title: 'returns 400 for the cancellation of a settled transaction',
    point: 'rejection of a cancellation',
    interpretation: 'The contract does not map codes to operations.',
    warns: ['TRX-25'],
    unmet: ['TRANSACTION_NOT_CANCELLABLE'],
    replace: refused('transactionNotCancellable', 400, 'INVALID_INPUT'),
  },
  {
    id: 'transaction-currencies-as-objects',
    title: 'returns currency objects in the source and destination of a transaction',
    point: "currency of a transaction's source and destination",
    interpretation: 'A code and an object are both allowed.',
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => {
          const transaction = response.body as Json
          const withObject = (end: unknown, amount: unknown) => ({
            ...(end as Json),
            currency: (amount as Json | undefined)?.currency,
          })
          return {
            ...response,
            body: {
              ...transaction,
              source: withObject(transaction.source, transaction.sentAmount),
              destination: withObject(transaction.destination, transaction.receivedAmount),
            },
          }
        },
        ['getTransaction'],
      ),
  },
  {
    id: 'transactions-without-reasons',
    title: 'omits the refund and the failure reason of a transaction',
    point: 'required fields of a transaction',
    interpretation: 'The contract does not specify which fields are required.',
    warns: ['TRX-10', 'TRX-11'],
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => {
          const { refund: _refund, failureReason: _reason, ...transaction } = response.body as Json
          return { ...response, body: transaction }
        },
        ['getTransaction'],
      ),
  },
  {
    id: 'transactions-seen-from-the-platform',
    title: 'returns another type and direction of a transaction to the platform than to the agent',
    point: 'type and direction of a transaction',
    interpretation: 'The contract does not specify their meaning.',
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => ({
          ...response,
          body: { ...(response.body as Json), type: 'OUTGOING', direction: 'DEBIT' },
        }),
        ['getTransaction'],
      ),
  },
]
