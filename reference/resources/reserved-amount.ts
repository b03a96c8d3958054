import type { Store } from '../store.ts'

/** The amounts on an account whose executions await approval. */
export function reservedAmount(
  { quotes, transactions, actions }: Pick<Store, 'quotes' | 'transactions' | 'actions'>,
  accountId: string,
): bigint {
  let reserved = 0n
  for (const { status, quoteId, transactionId } of actions.values()) {
    const quote = quotes.get(quoteId)
    const isOpen = status === 'PENDING_APPROVAL' && transactions.get(transactionId)?.status === 'CREATED'
    if (isOpen && quote?.source.sourceType === 'ACCOUNT' && quote.source.accountId === accountId)
      reserved += quote.price.sending
  }
  return reserved
}
