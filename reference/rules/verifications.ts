/** What the contract rules on verifications. */
export const verificationsRules = {}
