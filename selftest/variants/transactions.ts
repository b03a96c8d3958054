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
    id: 'cancellation-answers-nothing',
    title: 'answers a cancellation with 204',
    point: 'answer of a cancellation',
    reading: 'It is not shown.',
    replace: (rules) =>
      successesChanged(rules, (response) => ({ ...response, status: 204, body: undefined }), [
        'cancelTransaction',
      ]),
  },
  {
    id: 'cancellation-takes-a-while',
    title: 'answers a cancellation with 202',
    point: 'answer of a cancellation',
    reading: 'It is not shown.',
    replace: () => ({ cancellationStatus: () => 202 }),
  },
  {
    id: 'transactions-never-seen-settled',
    alone: true,
    title: 'shows every transaction before its settlement, with amounts of zero',
    point: 'amounts of a transaction that is under way',
    reading: 'When they are set is not shown.',
    replace: (rules) =>
      objectsChanged(rules, (object) =>
        isTransaction(object) ? { ...without(object, 'settledAt'), ...amountsOfZero(object) } : object,
      ),
  },
  {
    id: 'settled-transaction-is-a-bad-request',
    title: 'rejects the cancellation of a settled transaction with 400',
    point: 'rejection of a cancellation',
    reading: 'Which operations return which codes, is not shown.',
    warns: ['TRX-25'],
    unmet: ['TRANSACTION_NOT_CANCELLABLE'],
    replace: (rules) => ({
      transactionNotCancellable: () => ({
        ...rules.transactionNotCancellable(),
        status: 400,
        code: 'INVALID_INPUT',
      }),
    }),
  },
  {
    id: 'transaction-currencies-as-objects',
    title: 'has currency objects in the source and destination of a transaction',
    point: "currency of a transaction's source and destination",
    reading: 'A code or an object.',
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
    title: 'tells neither of a refund nor why a transaction failed',
    point: 'required fields of a transaction',
    reading: 'Which are required, is not shown.',
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
    title: 'tells the platform another type and direction of a transaction than the agent',
    point: 'type and direction of a transaction',
    reading: 'What they mean is not shown.',
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
