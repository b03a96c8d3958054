/** What the contract rules on stablecoins. */
export const stablecoinsRules = {}
