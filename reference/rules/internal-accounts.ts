/** What the contract rules on internal accounts. */
export const internalAccountsRules = {}
