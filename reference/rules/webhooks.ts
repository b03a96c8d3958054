/** What the contract rules on webhooks. */
export const webhooksRules = {}
