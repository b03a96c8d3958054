/** What the contract rules on customers. */
export const customersRules = {}
