/** What the contract rules on transactions. */
export const transactionsRules = {}
