/** What the contract rules on api tokens. */
export const apiTokensRules = {}
