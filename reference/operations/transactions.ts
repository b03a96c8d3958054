/** Operations of transactions, by the names of their bindings and the credentials they take. */
export const transactionsOperations = { platform: {}, agent: {}, open: {} }
