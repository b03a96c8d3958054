/** What the contract rules on embedded wallet auth. */
export const embeddedWalletAuthRules = {}
