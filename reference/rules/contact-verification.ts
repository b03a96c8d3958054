/** What the contract rules on contact verification. */
export const contactVerificationRules = {}
