import { randomBytes } from 'node:crypto'
import type { Answer } from '../answer.ts'
import type { Call, PlatformOperation, Setting } from '../call.ts'
import { Refused } from '../errors.ts'
import { invalidField } from '../invalid-field.ts'
import { isObject } from '../is-object.ts'
import { newAgent } from '../provider-states/agent.ts'
import type { Policy } from '../resources/payments.ts'
import { stored } from '../store.ts'

const DEVICE_CODE_LIFETIME_MS = 600_000

const createAgent: PlatformOperation = (setting, call) => {
  const { rules, store, now } = setting
  const { name, customerId, policy } = call.body()
  if (typeof name !== 'string') throw invalidField(setting, 'name')
  const customer = store.customers.get(String(customerId))
  if (!customer) {
    throw new Refused({ status: 404, code: 'USER_NOT_FOUND', reason: 'There is no such customer.' })
  }
  const agent = newAgent(setting, customer, policyOf(setting, policy))
  const code = randomBytes(12).toString('base64url')
  const expiresAt = now() + DEVICE_CODE_LIFETIME_MS
  store.deviceCodes.set(code, { agentId: agent.id, expiresAt, redeemed: false })
  const deviceCode = {
    code,
    agentId: agent.id,
    expiresAt: rules.serialiseTimestamp(expiresAt),
    redeemed: false,
  }
  return { status: 201, body: { agent: { id: agent.id, name, customerId }, deviceCode } }
}

function policyOf(setting: Setting, policy: unknown): Policy {
  if (!isObject(policy)) throw invalidField(setting, 'policy')
  const { permissions, defaultExecutionMode } = policy
  if (!Array.isArray(permissions)) throw invalidField(setting, 'policy.permissions')
  if (defaultExecutionMode !== 'AUTO' && defaultExecutionMode !== 'APPROVAL_REQUIRED') {
    throw invalidField(setting, 'policy.defaultExecutionMode')
  }
  return { permissions: permissions.map(String), defaultExecutionMode, approvalThreshold: undefined }
}

/** Contract: Other endpoints that are referenced; the code itself is all the credentials there are. */
function redeemDeviceCode({ store, now }: Setting, { parameter }: Call): Answer {
  const code = store.deviceCodes.get(parameter('code'))
  if (!code || code.redeemed || now() >= code.expiresAt) {
    throw new Refused({ status: 404, code: 'NOT_FOUND', reason: 'There is no such device code.' })
  }
  code.redeemed = true
  const { id, accessToken, policy } = stored(store.agents, code.agentId)
  const { permissions, defaultExecutionMode } = policy
  return {
    status: 200,
    body: { agentId: id, accessToken, policy: { permissions, defaultExecutionMode } },
  }
}

/** Operations of agent management, by the names of their bindings and the credentials they take. */
export const agentManagementOperations = {
  platform: { createAgent },
  agent: {},
  open: { redeemDeviceCode },
}
