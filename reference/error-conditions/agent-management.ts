import { randomUUID } from 'node:crypto'
import type { ServerContext } from '../call.ts'
import { setUpAgent } from '../provider-states/agent.ts'
import { setUpAgentActions } from '../provider-states/agent-actions.ts'
import type { ActionStatus, AgentAction } from '../resources/payments.ts'
import { stored } from '../store.ts'
import type { ErrorConditions, ErrorRequest } from './error-condition.ts'

/** An action that a new agent has submitted. */
function submittedAction(server: ServerContext, status: ActionStatus): AgentAction {
  const { agentId } = setUpAgent(server, {})
  setUpAgentActions(server, { agentId, counts: { [status]: 1 } })
  const action = [...server.store.actions.values()].find((one) => one.agentId === agentId)
  if (!action) throw new Error(`${agentId} has submitted nothing`)
  return action
}

const approval = ({ transactionId }: AgentAction): ErrorRequest => ({
  method: 'POST',
  path: `/transactions/${transactionId}/approve`,
  auth: 'PLATFORM',
})

export const agentManagementErrorConditions = {
  /** The request creates an agent with a list as its body. */
  INVALID_REQUEST_FORMAT: () => ({ method: 'POST', path: '/agents', auth: 'PLATFORM', body: [] }),

  /** The agent has been deleted, and its software still presents the token. */
  UNAUTHORIZED: (server) => {
    const { agentId, accessToken } = setUpAgent(server, {})
    stored(server.store.agents, agentId).state = 'DELETED'
    return { method: 'GET', path: '/agents/me/actions', auth: 'AGENT', accessToken }
  },

  /** The agent has submitted no such action. */
  NOT_FOUND: (server) => {
    const { accessToken } = setUpAgent(server, {})
    const path = `/agents/me/actions/AgentAction:${randomUUID()}`
    return { method: 'GET', path, auth: 'AGENT', accessToken }
  },

  /** The transaction has already been approved. */
  TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL: (server) => approval(submittedAction(server, 'APPROVED')),

  /** The switch behind the list is down for the agent. */
  SERVICE_SWITCH_ERROR: (server) => {
    const { agentId, accessToken } = setUpAgent(server, {})
    server.store.unreachableForSwitch.add(agentId)
    return { method: 'GET', path: '/agents/me/actions', auth: 'AGENT', accessToken }
  },

  /** The action of a transaction is lost, so no decision is possible. */
  INTERNAL_ERROR: (server) => {
    const action = submittedAction(server, 'PENDING_APPROVAL')
    server.store.actions.delete(action.id)
    return approval(action)
  },
} satisfies ErrorConditions
