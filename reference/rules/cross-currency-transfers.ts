/** What the contract rules on cross currency transfers. */
export const crossCurrencyTransfersRules = {}
