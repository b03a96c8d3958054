import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../answer.ts'
import type { Call, PlatformOperation, Setting } from '../call.ts'
import { Refused } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { isObject } from '../is-object.ts'
import { newAgent } from '../provider-states/agent.ts'
import type { Agent, Policy } from '../resources/payments.ts'
import type { DeviceCode } from '../store.ts'

const DEVICE_CODE_LIFETIME_MS = 600_000

const createAgent: PlatformOperation = (setting, call) => {
  const { rules, store } = setting
  const { name, customerId, policy } = call.body()
  if (typeof name !== 'string') throw invalidField(setting, 'name')
  if (typeof customerId !== 'string') throw invalidField(setting, 'customerId')
  const { permissions, defaultExecutionMode, approvalThreshold, spendingLimits } = changeOf(setting, policy)
  if (!permissions) throw invalidField(setting, 'policy.permissions')
  if (!defaultExecutionMode) throw invalidField(setting, 'policy.defaultExecutionMode')
  const customer = rules.customerOfNewAgent(store.customers, customerId)
  if (!customer) throw new Refused(rules.agentsCustomerNotFound())
  const asked = { permissions, defaultExecutionMode, approvalThreshold, spendingLimits }
  const agent = newAgent(setting, customer, rules.policyOfNewAgent(asked), { name })
  const code = newDeviceCode(setting, agent, DEVICE_CODE_LIFETIME_MS)
  return {
    status: 201,
    body: { agent: agentBody(setting, agent), deviceCode: deviceCodeBody(setting, code) },
  }
}

const getAgent: PlatformOperation = (setting, call) => ({
  status: 200,
  body: agentBody(setting, agentOf(setting, call)),
})

const updateAgentPolicy: PlatformOperation = (setting, call) => {
  const { rules, store } = setting
  const agent = agentOf(setting, call)
  const change = changeOf(setting, call.body())
  effect(setting, () => {
    for (const changed of rules.agentsUnderPolicy(agent, store.agents.values())) {
      changed.policy = rules.policyAfterChange(changed.policy, change)
    }
  })
  return { status: 200, body: policyBody(setting, agent.policy) }
}

const pauseAgent: PlatformOperation = (setting, call) => moveAgent(setting, call, 'stateAfterPause')

const resumeAgent: PlatformOperation = (setting, call) => moveAgent(setting, call, 'stateAfterResume')

const deleteAgent: PlatformOperation = (setting, call) => {
  moveAgent(setting, call, 'stateAfterDeletion')
  return { status: 204, body: undefined }
}

/** Contract: What the service does, Agent Management. */
function moveAgent(
  setting: Setting,
  call: Call,
  move: 'stateAfterPause' | 'stateAfterResume' | 'stateAfterDeletion',
): Answer {
  const { rules, store } = setting
  const agent = agentOf(setting, call)
  effect(setting, () => {
    for (const moved of rules.agentsConcerned(agent, store.agents.values())) moved.state = rules[move](moved)
  })
  return { status: 200, body: agentBody(setting, agent) }
}

/** Changes what is managed, at once or as late as it is seen. */
function effect({ rules }: Setting, change: () => void): void {
  const ms = rules.managementTakesMs()
  if (ms === 0) change()
  else setTimeout(change, ms).unref()
}

const regenerateDeviceCode: PlatformOperation = (setting, call) => {
  const { rules, store } = setting
  const agent = agentOf(setting, call)
  if (!rules.givesNewDeviceCode(agent, store.deviceCodes)) throw new Refused(rules.agentConnected())
  const code = newDeviceCode(setting, agent, DEVICE_CODE_LIFETIME_MS)
  return { status: 201, body: deviceCodeBody(setting, code) }
}

const deviceCodeStatus: PlatformOperation = (setting, { parameter }) => {
  const { rules, store } = setting
  const code = parameter('code')
  const deviceCode = rules.deviceCodeNamed(store.deviceCodes, code)
  if (!deviceCode) throw new Refused(rules.deviceCodeNotFound())
  const body = deviceCodeBody(setting, { code, ...deviceCode })
  if (rules.statusSpendsCode()) deviceCode.redeemed = true
  return { status: 200, body }
}

/** Contract: Other endpoints that are referenced; the code itself is all the credentials there are. */
async function redeemDeviceCode(setting: Setting, { parameter }: Call): Promise<Answer> {
  const { rules, store, now } = setting
  const code = rules.deviceCodeNamed(store.deviceCodes, parameter('code'))
  const agent = code && rules.agentOfCode(code, store.agents)
  const isGood =
    code &&
    agent &&
    rules.agentTokenIsGood(agent) &&
    rules.deviceCodeIsUnused(code) &&
    rules.deviceCodeIsInTime(code, now())
  if (!isGood) throw new Refused(rules.deviceCodeNotRedeemable(code))
  const ms = rules.redemptionTakesMs()
  if (ms > 0) await sleep(ms)
  code.redeemed = true
  return {
    status: 200,
    body: {
      agentId: agent.id,
      agentName: agent.name,
      accessToken: rules.redeemedToken(agent),
      policy: policyBody(setting, agent.policy),
    },
  }
}

/** Stores a new code; what it is called is known to whoever is given it, and to nobody else. */
export function newDeviceCode(
  { rules, store, now }: Setting,
  agent: Agent,
  lifetimeMs: number,
): DeviceCode & { readonly code: string } {
  const code = rules.newDeviceCode(agent, store.deviceCodes, () => randomBytes(12).toString('base64url'))
  const deviceCode = { agentId: agent.id, expiresAt: now() + lifetimeMs, redeemed: false }
  store.deviceCodes.set(code, deviceCode)
  return { code, ...deviceCode }
}

function agentOf({ rules, store }: Setting, { parameter }: Call): Agent {
  const agent = rules.agentNamed(store.agents, parameter('agentId'))
  if (!agent) throw new Refused(rules.agentNotFound())
  return agent
}

/** The parts of a policy that a request names. */
function changeOf(setting: Setting, policy: unknown): Partial<Policy> {
  if (!isObject(policy)) throw invalidField(setting, 'policy')
  const { permissions, defaultExecutionMode, approvalThreshold, spendingLimits } = policy
  if (permissions !== undefined && !isTexts(permissions)) throw invalidField(setting, 'permissions')
  const isMode = defaultExecutionMode === 'AUTO' || defaultExecutionMode === 'APPROVAL_REQUIRED'
  if (defaultExecutionMode !== undefined && !isMode) throw invalidField(setting, 'defaultExecutionMode')
  const isThreshold = Number.isSafeInteger(approvalThreshold) && Number(approvalThreshold) >= 0
  if (approvalThreshold !== undefined && !isThreshold) throw invalidField(setting, 'approvalThreshold')
  if (spendingLimits !== undefined && !isObject(spendingLimits)) throw invalidField(setting, 'spendingLimits')
  return {
    ...(permissions && { permissions }),
    ...(isMode && { defaultExecutionMode }),
    ...(isThreshold && { approvalThreshold: BigInt(Number(approvalThreshold)) }),
    ...(spendingLimits && { spendingLimits }),
  }
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

const policyBody = ({ rules }: Setting, { permissions, defaultExecutionMode, ...limits }: Policy) => ({
  permissions,
  defaultExecutionMode,
  ...(limits.approvalThreshold !== undefined && {
    approvalThreshold: rules.serialiseAmount(limits.approvalThreshold),
  }),
  ...(limits.spendingLimits && { spendingLimits: limits.spendingLimits }),
})

const agentBody = (setting: Setting, { id, name, customerId, platformCustomerId, state, policy }: Agent) => ({
  id,
  name,
  customerId,
  platformCustomerId,
  status: state,
  isPaused: state === 'PAUSED',
  policy: policyBody(setting, policy),
})

const deviceCodeBody = (
  { rules }: Setting,
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
