/** Stored resources of agent management, besides agents and their device codes. */
export interface AgentManagementStore {
  /** Agents whose upstream switch is down, so that their actions are unavailable. */
  readonly unreachableForSwitch: Set<string>
}

export const emptyAgentManagement = (): AgentManagementStore => ({ unreachableForSwitch: new Set() })
