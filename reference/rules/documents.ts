/** What the contract rules on documents. */
export const documentsRules = {}
