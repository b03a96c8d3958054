/** What the contract rules on platform configuration. */
export const platformConfigurationRules = {}
