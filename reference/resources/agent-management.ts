/** What the deployment holds for agent management. */
export interface AgentManagementStore {}

export const emptyAgentManagement = (): AgentManagementStore => ({})
