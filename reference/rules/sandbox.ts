/** What the contract rules on sandbox. */
export const sandboxRules = {}
