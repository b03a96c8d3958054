import type { Store } from '../../reference/store.ts'
import type { Rules } from '../../reference/rules/index.ts'
import { refused } from '../refused.ts'
import { randomUUID } from 'node:crypto'
import type { Fault } from './fault.ts'
import { rewriting, type Json } from './rewriting.ts'
import { acceptsInvalidCredentials } from './accepted-credentials.ts'

/** Contract: What the service does, Transactions; Resources, Transaction; Errors. */
/** A request to cancel a transaction also changes the balance of its source, after a delay. */
const movingMoney =
  (change: (balance: bigint, amount: bigint, isCancellable: boolean) => bigint, delayMs: number) =>
  (rules: Rules): Partial<Rules> => {
    let store: Store | undefined
    return {
      storeToRead: (primary) => (store = rules.storeToRead(primary)),
      transactionIsCancellable: (transaction) => {
        const isCancellable = rules.transactionIsCancellable(transaction)
        const quote = store?.quotes.get(transaction.quoteId)
        const source = quote?.source.sourceType === 'ACCOUNT' ? quote.source.accountId : ''
        const account = store?.internalAccounts.get(source)
        const move = (): void => {
          if (account && quote) account.balance = change(account.balance, quote.price.sending, isCancellable)
        }
        setTimeout(move, delayMs).unref()
        return isCancellable
      },
    }
  }

export const transactionsFaults: readonly Fault[] = [
  {
    id: 'transaction-with-an-id-of-the-moment',
    title: 'returns a new id on every read of a transaction',
    breaks: ['TRX-01'],
    replace: rewriting('getTransaction', { id: () => `Transaction:${randomUUID()}` }),
  },
  {
    id: 'transaction-unknown-is-a-bad-request',
    title: 'returns 400 for an unknown transaction',
    breaks: ['TRX-02', 'TRX-23'],
    replace: refused('transactionNotFound', 400, 'INVALID_INPUT'),
  },
  {
    id: 'transaction-reading-open',
    title: 'returns transactions without valid credentials',
    breaks: ['TRX-03'],
    replace: acceptsInvalidCredentials('getTransaction'),
  },
  {
    id: 'transaction-of-another-quote',
    title: "returns another quote's id than the executed one",
    breaks: ['TRX-04'],
    replace: rewriting('getTransaction', { quoteId: () => `Quote:${randomUUID()}` }),
  },
  {
    id: 'transaction-to-its-source',
    title: 'returns the source account as the destination',
    breaks: ['TRX-05'],
    replace: rewriting('getTransaction', {
      destination: (transaction) => ({
        ...(transaction.destination as Json),
        accountId: (transaction.source as Json).accountId,
      }),
    }),
  },
  {
    id: 'transaction-received-is-sent',
    title: 'returns the sent amount as the received amount',
    breaks: ['TRX-06'],
    replace: rewriting('getTransaction', { receivedAmount: ({ sentAmount }) => sentAmount }),
  },
  {
    id: 'transaction-customers-mixed-up',
    title: "returns the customer's id in place of the platform's id",
    breaks: ['TRX-08'],
    replace: rewriting('getTransaction', { platformCustomerId: ({ customerId }) => customerId }),
  },
  {
    id: 'transaction-settled-before-it-was',
    title: 'returns settlement times before the creation time',
    breaks: ['TRX-09'],
    replace: rewriting('getTransaction', (transaction) => ({
      ...transaction,
      ...(transaction.settledAt !== undefined && { settledAt: '2020-01-01T00:00:00.000Z' }),
    })),
  },
  {
    id: 'transaction-refund-missing',
    title: 'omits the refund',
    breaks: ['TRX-10'],
    replace: rewriting('getTransaction', { refund: undefined }),
  },
  {
    id: 'transaction-failure-reason-missing',
    title: 'omits the reason of a failed transaction',
    breaks: ['TRX-11'],
    replace: rewriting('getTransaction', { failureReason: undefined }),
  },
  {
    id: 'transaction-cancelled-every-second-time',
    title: 'cancels only every second transaction',
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
    title: 'cancels settled transactions',
    breaks: ['TRX-21', 'TRX-22', 'TRX-25'],
    replace: { transactionIsCancellable: () => true },
  },
  {
    id: 'transaction-not-cancellable-not-named',
    title: 'returns the code CONFLICT when it rejects a cancellation',
    breaks: ['TRX-25'],
    replace: refused('transactionNotCancellable', 409, 'CONFLICT'),
  },
  {
    id: 'transaction-cancellation-open',
    title: 'cancels transactions without valid credentials',
    breaks: ['TRX-24'],
    replace: acceptsInvalidCredentials('cancelTransaction'),
  },
  {
    id: 'transaction-refunded-by-a-rejected-cancellation',
    title: 'rejects the cancellation of a settled transaction, but returns its money',
    breaks: ['TRX-31'],
    replace: movingMoney((balance, amount, isCancellable) => (isCancellable ? balance : balance + amount), 0),
  },
  {
    id: 'transaction-cancelled-and-paid',
    title: 'cancels a transaction, and pays it a second later',
    breaks: ['TRX-32'],
    replace: movingMoney(
      (balance, amount, isCancellable) => (isCancellable ? balance - amount : balance),
      1_000,
    ),
  },
  {
    id: 'transaction-settles-when-read',
    title: 'shows the time of the read as settledAt',
    breaks: ['TRX-33'],
    replace: rewriting('getTransaction', (transaction) => ({
      ...transaction,
      ...(typeof transaction.settledAt === 'string' && { settledAt: new Date().toISOString() }),
    })),
  },
]
