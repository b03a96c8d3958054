import { randomUUID } from 'node:crypto'
import type { Fault } from './fault.ts'
import { rewriting, type Json } from './rewriting.ts'
import { openToStrangers } from './outsiders.ts'

const rewritten = (change: (transaction: Json) => Json) => () => rewriting('getTransaction', change)

const without = (object: Json, name: string): Json =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name))

/** Contract: What the service does, Transactions; Resources, Transaction; Errors. */
export const transactionsFaults: readonly Fault[] = [
  {
    id: 'transaction-with-an-id-of-the-moment',
    title: 'makes up an id whenever it shows a transaction',
    breaks: ['TRX-01'],
    replace: rewritten((transaction) => ({ ...transaction, id: `Transaction:${randomUUID()}` })),
  },
  {
    id: 'transaction-unknown-is-a-bad-request',
    title: 'answers 400 to a transaction that does not exist',
    breaks: ['TRX-02', 'TRX-23'],
    replace: (conforming) => ({
      transactionNotFound: () => ({
        ...conforming.transactionNotFound(),
        status: 400,
        code: 'INVALID_INPUT',
      }),
    }),
  },
  {
    id: 'transaction-reading-open',
    title: 'shows transactions to anybody',
    breaks: ['TRX-03'],
    replace: openToStrangers('getTransaction'),
  },
  {
    id: 'transaction-of-another-quote',
    title: 'names another quote than the one that was executed',
    breaks: ['TRX-04'],
    replace: rewritten((transaction) => ({ ...transaction, quoteId: `Quote:${randomUUID()}` })),
  },
  {
    id: 'transaction-to-its-source',
    title: 'names the source account as destination too',
    breaks: ['TRX-05'],
    replace: rewritten((transaction) => ({
      ...transaction,
      destination: {
        ...(transaction.destination as Json),
        accountId: (transaction.source as Json).accountId,
      },
    })),
  },
  {
    id: 'transaction-received-is-sent',
    title: 'states what was sent as what was received',
    breaks: ['TRX-06'],
    replace: rewritten((transaction) => ({ ...transaction, receivedAmount: transaction.sentAmount })),
  },
  {
    id: 'transaction-customers-mixed-up',
    title: "gives the customer's id for the platform's own identifier",
    breaks: ['TRX-08'],
    replace: rewritten((transaction) => ({
      ...transaction,
      platformCustomerId: transaction.customerId,
    })),
  },
  {
    id: 'transaction-settled-before-it-was',
    title: 'states moments of settlement that lie before the creation',
    breaks: ['TRX-09'],
    replace: rewritten((transaction) => ({
      ...transaction,
      ...(transaction.settledAt !== undefined && { settledAt: '2020-01-01T00:00:00.000Z' }),
    })),
  },
  {
    id: 'transaction-refund-not-told',
    title: 'says nothing of a refund',
    breaks: ['TRX-10'],
    replace: rewritten((transaction) => without(transaction, 'refund')),
  },
  {
    id: 'transaction-failure-not-told',
    title: 'does not say why a transaction failed',
    breaks: ['TRX-11'],
    replace: rewritten((transaction) => without(transaction, 'failureReason')),
  },
  {
    id: 'transaction-cancelled-every-second-time',
    title: 'cancels only every second transaction that it is asked to cancel',
    breaks: ['TRX-20'],
    mayAlsoBreak: ['TRX-21', 'TRX-22', 'TRX-23', 'TRX-24', 'TRX-25', 'TRX-30'],
    replace: (conforming) => {
      let asked = 0
      return {
        transactionIsCancellable: (transaction) =>
          conforming.transactionIsCancellable(transaction) && asked++ % 2 === 1,
      }
    },
  },
  {
    id: 'transaction-always-cancelled',
    title: 'cancels what is settled',
    breaks: ['TRX-21', 'TRX-22', 'TRX-25'],
    replace: () => ({ transactionIsCancellable: () => true }),
  },
  {
    id: 'transaction-not-cancellable-not-named',
    title: 'does not say why a transaction is not cancelled',
    breaks: ['TRX-25'],
    replace: (conforming) => ({
      transactionNotCancellable: () => ({ ...conforming.transactionNotCancellable(), code: 'CONFLICT' }),
    }),
  },
  {
    id: 'transaction-cancellation-open',
    title: 'cancels transactions for anybody',
    breaks: ['TRX-24'],
    replace: openToStrangers('cancelTransaction'),
  },
]
