import { randomUUID } from 'node:crypto'
import type { Setting } from '../call.ts'
import { setUpAgent } from '../provider-states/agent.ts'
import { setUpAgentActions } from '../provider-states/agent-actions.ts'
import type { ActionStatus, AgentAction } from '../resources/payments.ts'
import { stored } from '../store.ts'
import type { ErrorConditions, ErrorRequest } from './error-condition.ts'

/** An action that an agent of its own has submitted. */
function submittedAction(setting: Setting, status: ActionStatus): AgentAction {
  const { agentId } = setUpAgent(setting, {})
  setUpAgentActions(setting, { agentId, counts: { [status]: 1 } })
  const action = [...setting.store.actions.values()].find((one) => one.agentId === agentId)
  if (!action) throw new Error(`${agentId} has submitted nothing`)
  return action
}

const approval = ({ transactionId }: AgentAction): ErrorRequest => ({
  method: 'POST',
  path: `/transactions/${transactionId}/approve`,
  auth: 'PLATFORM',
})

export const agentManagementErrorConditions = {
  /** An agent is to be created by a list. */
  INVALID_REQUEST_FORMAT: () => ({ method: 'POST', path: '/agents', auth: 'PLATFORM', body: [] }),

  /** The agent has been deleted, and its software still presents the token. */
  UNAUTHORIZED: (setting) => {
    const { agentId, accessToken } = setUpAgent(setting, {})
    stored(setting.store.agents, agentId).state = 'DELETED'
    return { method: 'GET', path: '/agents/me/actions', auth: 'AGENT', accessToken }
  },

  /** The agent has submitted no such action. */
  NOT_FOUND: (setting) => {
    const { accessToken } = setUpAgent(setting, {})
    const path = `/agents/me/actions/AgentAction:${randomUUID()}`
    return { method: 'GET', path, auth: 'AGENT', accessToken }
  },

  /** The transaction has been approved before. */
  TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL: (setting) => approval(submittedAction(setting, 'APPROVED')),

  /** The switch that the list is read from is down for the agent. */
  SERVICE_SWITCH_ERROR: (setting) => {
    const { agentId, accessToken } = setUpAgent(setting, {})
    setting.store.unreachableForSwitch.add(agentId)
    return { method: 'GET', path: '/agents/me/actions', auth: 'AGENT', accessToken }
  },

  /** The action of a transaction is lost, so that nothing can be decided on it. */
  INTERNAL_ERROR: (setting) => {
    const action = submittedAction(setting, 'PENDING_APPROVAL')
    setting.store.actions.delete(action.id)
    return approval(action)
  },
} satisfies ErrorConditions
