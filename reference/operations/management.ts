/** What the contract names and does not show: creating accounts, customers and agents. No rule of the contract to keep. */
import { randomBytes } from 'node:crypto'
import type { Call, PlatformOperation, Setting } from '../call.ts'
import { Refused } from '../errors.ts'
import type { Answer } from '../answer.ts'
import { isObject } from '../is-object.ts'
import { newAgent } from '../provider-states/agent.ts'
import { newCustomer } from '../provider-states/customer.ts'
import { newExternalAccount, startWalletChallenge } from '../provider-states/external-account.ts'
import { externalAccountBody } from '../representations.ts'
import type { Chain, ExternalAccount, Policy } from '../resources.ts'
import { stored } from '../store.ts'

const DEVICE_CODE_LIFETIME_MS = 600_000

export const createPlatformExternalAccount: PlatformOperation = (setting, call) => {
  const { currency, accountInfo } = call.body()
  if (typeof currency !== 'string') throw invalid(setting, 'currency')
  if (!isObject(accountInfo) || typeof accountInfo.accountType !== 'string') {
    throw invalid(setting, 'accountInfo.accountType')
  }
  const info = { ...accountInfo, accountType: accountInfo.accountType }
  return { status: 201, body: externalAccountBody(newExternalAccount(setting, null, currency, info)) }
}

export const startOwnershipChallenge: PlatformOperation = (setting, call) => {
  const { method } = call.body()
  const account = setting.store.externalAccounts.get(call.parameter('externalAccountId'))
  if (!account) throw new Refused(setting.rules.externalAccountNotFound())
  if (method === 'WALLET_SIGNATURE') {
    const challenge = startWalletChallenge(setting, account, chainOf(account), addressOf(setting, account))
    return { status: 201, body: { method, ...challenge } }
  }
  if (method !== 'LIVENESS') throw invalid(setting, 'method')
  account.status = setting.rules.statusWithChallenge()
  account.challenge = { method, outstanding: true }
  const expiresAt = setting.rules.serialiseTimestamp(setting.now() + DEVICE_CODE_LIFETIME_MS)
  return { status: 201, body: { method, verificationLink: 'https://verify.example/liveness', expiresAt } }
}

const CHAINS: Readonly<Record<string, Chain>> = { SOLANA_WALLET: 'SOLANA', LIGHTNING: 'BITCOIN' }

const chainOf = ({ accountInfo }: ExternalAccount): Chain => CHAINS[accountInfo.accountType] ?? 'EVM'

function addressOf(setting: Setting, { accountInfo: { address } }: ExternalAccount): string {
  if (typeof address !== 'string') throw invalid(setting, 'accountInfo.address')
  return address
}

export const createCustomer: PlatformOperation = (setting, call) => {
  const { platformCustomerId } = call.body()
  if (typeof platformCustomerId !== 'string') throw invalid(setting, 'platformCustomerId')
  return { status: 201, body: { ...newCustomer(setting, platformCustomerId) } }
}

export const createAgent: PlatformOperation = (setting, call) => {
  const { rules, store, now } = setting
  const { name, customerId, policy } = call.body()
  if (typeof name !== 'string') throw invalid(setting, 'name')
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
  if (!isObject(policy)) throw invalid(setting, 'policy')
  const { permissions, defaultExecutionMode } = policy
  if (!Array.isArray(permissions)) throw invalid(setting, 'policy.permissions')
  if (defaultExecutionMode !== 'AUTO' && defaultExecutionMode !== 'APPROVAL_REQUIRED') {
    throw invalid(setting, 'policy.defaultExecutionMode')
  }
  return { permissions: permissions.map(String), defaultExecutionMode, approvalThreshold: undefined }
}

/** Contract: Other endpoints that are referenced; the code itself is all the credentials there are. */
export function redeemDeviceCode({ store, now }: Setting, { parameter }: Call): Answer {
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

const invalid = ({ rules }: Setting, field: string): Refused =>
  new Refused(
    rules.invalidFields([{ field, constraint: {}, message: `${field} is missing or of another type` }]),
  )
