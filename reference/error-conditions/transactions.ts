import { randomUUID } from 'node:crypto'
import { executeAction } from '../operations/submit-quote.ts'
import { newPlatformTransaction } from '../provider-states/transactions.ts'
import { stored } from '../store.ts'
import type { ErrorConditions } from './error-condition.ts'

export const transactionsErrorConditions = {
  TRANSACTION_NOT_FOUND: () => ({
    method: 'GET',
    path: `/transactions/Transaction:${randomUUID()}`,
    auth: 'PLATFORM',
  }),

  TRANSACTION_NOT_CANCELLABLE: (server) => {
    const transaction = newPlatformTransaction(server)
    const quote = stored(server.store.quotes, transaction.quoteId)
    executeAction(server, undefined, transaction, quote, 'EXECUTION')
    return { method: 'POST', path: `/transactions/${transaction.id}/cancel`, auth: 'PLATFORM' }
  },

  /** The platform initiated the transaction, so it has no pending request for approval. */
  REQUEST_NOT_FOUND: (server) => ({
    method: 'POST',
    path: `/transactions/${newPlatformTransaction(server).id}/approve`,
    auth: 'PLATFORM',
  }),
} satisfies ErrorConditions
