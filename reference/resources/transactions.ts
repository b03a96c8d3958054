/** What the deployment holds for transactions. */
export interface TransactionsStore {}

export const emptyTransactions = (): TransactionsStore => ({})
