/** What the contract rules on external accounts. */
export const externalAccountsRules = {}
