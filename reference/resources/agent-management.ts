/** What the deployment holds for agent management, besides agents and their device codes. */
export interface AgentManagementStore {
  /** Agents whose actions the upstream switch does not give, since it is down for them. */
  readonly unreachableForSwitch: Set<string>
}

export const emptyAgentManagement = (): AgentManagementStore => ({ unreachableForSwitch: new Set() })
