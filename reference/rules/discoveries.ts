/** What the contract rules on discoveries. */
export const discoveriesRules = {}
