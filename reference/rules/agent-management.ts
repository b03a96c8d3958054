/** What the contract rules on agent management. */
export const agentManagementRules = {}
