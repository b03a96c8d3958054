import { randomBytes } from 'node:crypto'
import type { ReferenceResponse } from '../reference-response.ts'
import type { Call, PlatformOperation, ServerContext } from '../call.ts'
import { Refused } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { isObject } from '../is-object.ts'
import { newAgent } from '../provider-states/agent.ts'
import type { Agent, Policy } from '../resources/payments.ts'
import type { DeviceCode } from '../store.ts'

const DEVICE_CODE_LIFETIME_MS = 600_000

const createAgent: PlatformOperation = (server, call) => {
  const { rules, store } = server
  const { name, customerId, policy } = call.body()
  if (typeof name !== 'string') throw invalidField(server, 'name')
  if (typeof customerId !== 'string') throw invalidField(server, 'customerId')
  const { permissions, defaultExecutionMode, approvalThreshold, spendingLimits } = changeOf(server, policy)
  if (!permissions) throw invalidField(server, 'policy.permissions')
  if (!defaultExecutionMode) throw invalidField(server, 'policy.defaultExecutionMode')
  const customer = rules.customerOfNewAgent(store.customers, customerId)
  if (!customer) throw new Refused(rules.agentsCustomerNotFound)
  if (!rules.mayHaveAgent(customer, store.agents.values())) throw new Refused(rules.customerHasAgent)
  const asked = { permissions, defaultExecutionMode, approvalThreshold, spendingLimits }
  const agent = newAgent(server, customer, asked, { name })
  const code = newDeviceCode(server, agent, DEVICE_CODE_LIFETIME_MS)
  return {
    status: 201,
    body: { agent: agentBody(server, agent), deviceCode: deviceCodeBody(server, code) },
  }
}

const getAgent: PlatformOperation = (server, call) => ({
  status: 200,
  body: agentBody(server, agentOf(server, call)),
})

const updateAgentPolicy: PlatformOperation = (server, call) => {
  const { rules, store } = server
  const agent = agentOf(server, call)
  const change = changeOf(server, call.body())
  effect(server, () => {
    for (const changed of rules.affected('updateAgentPolicy', agent, store.agents.values())) {
      changed.policy = rules.policyAfterChange(changed.policy, change)
    }
  })
  return { status: 200, body: policyBody(server, agent.policy) }
}

const pauseAgent: PlatformOperation = (server, call) => moveAgent(server, call, 'pauseAgent', 'PAUSED')

const resumeAgent: PlatformOperation = (server, call) => moveAgent(server, call, 'resumeAgent', 'ACTIVE')

const deleteAgent: PlatformOperation = (server, call) => {
  moveAgent(server, call, 'deleteAgent', 'DELETED')
  return { status: 204, body: undefined }
}

/** Contract: What the service does, Agent Management. */
function moveAgent(
  server: ServerContext,
  call: Call,
  operation: 'pauseAgent' | 'resumeAgent' | 'deleteAgent',
  state: Agent['state'],
): ReferenceResponse {
  const { rules, store } = server
  const agent = agentOf(server, call)
  effect(server, () => {
    for (const moved of rules.affected(operation, agent, store.agents.values())) moved.state = state
  })
  return { status: 200, body: agentBody(server, agent) }
}

/** Applies a change of the platform, immediately or with a delay. */
function effect({ rules }: ServerContext, change: () => void): void {
  const wait = rules.before('changeAgent')
  if (wait) void wait.then(change)
  else change()
}

const regenerateDeviceCode: PlatformOperation = (server, call) => {
  const { rules, store } = server
  const agent = agentOf(server, call)
  if (!rules.givesNewDeviceCode(agent, store.deviceCodes)) throw new Refused(rules.agentConnected)
  const code = newDeviceCode(server, agent, DEVICE_CODE_LIFETIME_MS)
  return { status: 201, body: deviceCodeBody(server, code) }
}

const deviceCodeStatus: PlatformOperation = (server, { parameter }) => {
  const { rules, store } = server
  const code = parameter('code')
  const deviceCode = rules.deviceCodeNamed(store.deviceCodes, code)
  if (!deviceCode) throw new Refused(rules.deviceCodeNotFound)
  const body = deviceCodeBody(server, { code, ...deviceCode })
  if (rules.statusSpendsCode) deviceCode.redeemed = true
  return { status: 200, body }
}

/** Contract: Other endpoints that are referenced; the code is the only credential. */
async function redeemDeviceCode(server: ServerContext, { parameter }: Call): Promise<ReferenceResponse> {
  const { rules, store, now } = server
  const code = rules.deviceCodeNamed(store.deviceCodes, parameter('code'))
  const agent = code && rules.agentOfCode(code, store.agents)
  const isUsable =
    code &&
    agent &&
    rules.agentTokenIsGood(agent) &&
    rules.deviceCodeIsUnused(code) &&
    rules.deviceCodeIsInTime(code, now())
  if (!isUsable) throw new Refused(rules.deviceCodeNotRedeemable(code))
  code.redeemed = true
  return {
    status: 200,
    body: {
      agentId: agent.id,
      agentName: agent.name,
      accessToken: rules.redeemedToken(agent),
      policy: policyBody(server, agent.policy),
    },
  }
}

/** Stores a new code, which only its recipient knows. */
export function newDeviceCode(
  { rules, store, now }: ServerContext,
  agent: Agent,
  lifetimeMs: number,
): DeviceCode & { readonly code: string } {
  const code = rules.newDeviceCode(agent, store.deviceCodes, () => randomBytes(12).toString('base64url'))
  const deviceCode = { agentId: agent.id, expiresAt: now() + lifetimeMs, redeemed: false }
  store.deviceCodes.set(code, deviceCode)
  return { code, ...deviceCode }
}

function agentOf({ rules, store }: ServerContext, { parameter }: Call): Agent {
  const agent = rules.agentNamed(store.agents, parameter('agentId'))
  if (!agent) throw new Refused(rules.agentNotFound)
  return agent
}

/** The parts of a policy that a request names. */
function changeOf(server: ServerContext, policy: unknown): Partial<Policy> {
  if (!isObject(policy)) throw invalidField(server, 'policy')
  const { permissions, defaultExecutionMode, approvalThreshold, spendingLimits } = policy
  if (permissions !== undefined && !isTexts(permissions)) throw invalidField(server, 'permissions')
  const isMode = defaultExecutionMode === 'AUTO' || defaultExecutionMode === 'APPROVAL_REQUIRED'
  if (defaultExecutionMode !== undefined && !isMode) throw invalidField(server, 'defaultExecutionMode')
  const isThreshold = Number.isSafeInteger(approvalThreshold) && Number(approvalThreshold) >= 0
  if (approvalThreshold !== undefined && !isThreshold) throw invalidField(server, 'approvalThreshold')
  if (spendingLimits !== undefined && !isObject(spendingLimits)) throw invalidField(server, 'spendingLimits')
  return {
    ...(permissions && { permissions }),
    ...(isMode && { defaultExecutionMode }),
    ...(isThreshold && { approvalThreshold: BigInt(Number(approvalThreshold)) }),
    ...(spendingLimits && { spendingLimits }),
  }
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

const policyBody = ({ rules }: ServerContext, { permissions, defaultExecutionMode, ...limits }: Policy) => ({
  permissions,
  defaultExecutionMode,
  ...(limits.approvalThreshold !== undefined && {
    approvalThreshold: rules.serialiseAmount(limits.approvalThreshold),
  }),
  ...(limits.spendingLimits && { spendingLimits: limits.spendingLimits }),
})

const agentBody = (
  server: ServerContext,
  { id, name, customerId, platformCustomerId, state, policy }: Agent,
) => ({
  id,
  name,
  customerId,
  platformCustomerId,
  status: state,
  isPaused: state === 'PAUSED',
  policy: policyBody(server, policy),
})

const deviceCodeBody = (
  { rules }: ServerContext,
  { code, agentId, expiresAt, redeemed }: DeviceCode & { readonly code: string },
) => ({ code, agentId, expiresAt: rules.serialiseTimestamp(expiresAt), redeemed })

/** Operations of agent management, by the names of their bindings and the credentials they take. */
export const agentManagementOperations = {
  platform: {
    createAgent,
    getAgent,
    updateAgentPolicy,
    pauseAgent,
    resumeAgent,
    deleteAgent,
    regenerateDeviceCode,
    deviceCodeStatus,
  },
  agent: {},
  open: { redeemDeviceCode },
}
