import type { StateValues } from '../../spec/index.ts'
import type { ServerContext } from '../call.ts'
import { newDeviceCode } from '../operations/agent-management.ts'
import { newAgent } from './agent.ts'
import { newCustomer } from './customer.ts'
import { optionalSeconds, type Params } from './params.ts'
import type { SetUps } from './states.ts'

const TEN_MINUTES = 600

/** An agent that is not installed yet. */
function setUpDeviceCode(server: ServerContext, params: Params): StateValues['device-code'] {
  const seconds = optionalSeconds(params, 'expiresInSeconds') ?? TEN_MINUTES
  const agent = newAgent(server, newCustomer(server), {
    permissions: ['CREATE_QUOTES', 'EXECUTE_QUOTES'],
    defaultExecutionMode: 'AUTO',
    approvalThreshold: undefined,
  })
  const { code } = newDeviceCode(server, agent, seconds * 1000)
  return { code, agentId: agent.id }
}

export const agentManagementStates = { 'device-code': setUpDeviceCode } satisfies Partial<SetUps>
