import type { PlatformOperation } from '../call.ts'
import { Refused } from '../errors.ts'
import { transactionBody } from '../representations.ts'
import { stored } from '../store.ts'

/** Contract: What the service does, Transactions; Errors, TRANSACTION_NOT_CANCELLABLE. */
const cancelTransaction: PlatformOperation = (server, { parameter }) => {
  const { rules, store, now } = server
  const transaction = rules.transactionNamed(store.transactions, parameter('transactionId'))
  if (!transaction) throw new Refused(rules.transactionNotFound)
  if (!rules.transactionIsCancellable(transaction)) throw new Refused(rules.transactionNotCancellable)
  transaction.status = 'CANCELLED'
  transaction.updatedAt = now()
  stored(store.quotes, transaction.quoteId).status = 'FAILED'
  const action = transaction.actionId === undefined ? undefined : store.actions.get(transaction.actionId)
  if (action) {
    action.status = 'FAILED'
    action.updatedAt = now()
  }
  return { status: rules.cancellationStatus, body: transactionBody(server, transaction) }
}

/** Operations of transactions, by the names of their bindings and the credentials they take. */
export const transactionsOperations = { platform: { cancelTransaction }, agent: {}, open: {} }
