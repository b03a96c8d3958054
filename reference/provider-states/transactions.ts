import type { ServerContext } from '../call.ts'
import { executeAction, newTransaction } from '../operations/submit-quote.ts'
import type { Transaction } from '../resources/payments.ts'
import { newPlatformQuote } from './quote.ts'
import { oneOf, type Params } from './params.ts'
import type { SetUps } from './states.ts'

const REFUND_AFTER_MS = 1000

/** A transaction of the platform, not executed yet. */
export function newPlatformTransaction(server: ServerContext): Transaction {
  const quote = newPlatformQuote(server)
  const transaction = newTransaction(server, quote, server.now())
  quote.status = 'PROCESSING'
  return transaction
}

function setUpTransaction(server: ServerContext, params: Params) {
  const outcome = oneOf(params, 'outcome', ['CANCELLABLE', 'SETTLED', 'FAILED', 'REFUNDED'])
  const transaction = newPlatformTransaction(server)
  const quote = server.store.quotes.get(transaction.quoteId)!
  if (outcome === 'SETTLED') executeAction(server, undefined, transaction, quote, 'EXECUTION')
  if (outcome === 'FAILED' || outcome === 'REFUNDED') {
    transaction.status = quote.status = 'FAILED'
    transaction.failureReason = 'RECEIVER_DECLINED'
  }
  if (outcome === 'REFUNDED') {
    transaction.refund = {
      reference: `refund-${transaction.id.slice(-12)}`,
      initiatedAt: transaction.createdAt,
      settledAt: transaction.createdAt + REFUND_AFTER_MS,
    }
  }
  return { transactionId: transaction.id, customerId: quote.customerId }
}

export const transactionsStates = { transaction: setUpTransaction } satisfies Partial<SetUps>
