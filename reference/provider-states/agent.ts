import { randomInt } from 'node:crypto'
import type { StateValues } from '../../spec/index.ts'
import type { Setting } from '../call.ts'
import { currencies } from '../currencies.ts'
import { digest } from '../digest.ts'
import { scaEnrolmentOf } from '../operations/sca-challenge.ts'
import type { Agent, Customer, Policy } from '../resources/payments.ts'
import { stored } from '../store.ts'
import { newCustomer, newInternalAccount } from './customer.ts'
import { newExternalAccount } from './external-account.ts'
import {
  named,
  oneOf,
  optionalAmount,
  optionalSeconds,
  optionalText,
  Unsupported,
  type Params,
} from './params.ts'

const AMPLE = 1_000_000_000_000_000n

export function setUpAgent(setting: Setting, params: Params): StateValues['agent'] {
  const { rules } = setting
  const policy = policyOf(params)
  const balance = optionalAmount(params, 'balance') ?? AMPLE
  const quoteExpiresInSeconds = optionalSeconds(params, 'quoteExpiresInSeconds')
  const corridor = rules.ordinaryCorridor()
  const sending = knownCurrency(params, 'sendingCurrency', corridor.sending)
  const receiving = knownCurrency(params, 'receivingCurrency', corridor.receiving)

  const scaCode = params.scaRegion === true ? newScaCode() : undefined
  const customer = newCustomer(setting, scaCode === undefined ? {} : { scaRegion: true, scaCode })
  const scaSeconds = optionalSeconds(params, 'scaExpiresInSeconds')
  if (scaCode !== undefined && scaSeconds !== undefined) {
    scaEnrolmentOf(setting.store, customer.id).challengeLifetimeMs = scaSeconds * 1000
  }
  const agent = newAgent(setting, customer, policy, {
    sending,
    receiving,
    balance,
    quoteExpiresInSeconds,
  })
  return { ...valuesOf(setting, agent), ...(scaCode !== undefined && { scaCode }) }
}

const newScaCode = () => String(randomInt(100_000, 1_000_000))

/** An agent of the customer, with accounts to move money between. */
export function newAgent(
  setting: Setting,
  customer: Customer,
  policy: Policy,
  {
    sending = setting.rules.ordinaryCorridor().sending,
    receiving = setting.rules.ordinaryCorridor().receiving,
    balance = AMPLE,
    quoteExpiresInSeconds,
    name = 'agent',
  }: {
    readonly name?: string
    readonly sending?: string
    readonly receiving?: string
    readonly balance?: bigint
    readonly quoteExpiresInSeconds?: number | undefined
  } = {},
): Agent {
  const agent: Agent = {
    id: setting.rules.newId('Agent'),
    name,
    state: 'ACTIVE',
    customerId: customer.id,
    platformCustomerId: customer.platformCustomerId,
    ...newAccessToken(setting),
    policy,
    quoteExpiresInSeconds,
    ...newAccounts(setting, customer, sending, receiving, balance),
  }
  setting.store.agents.set(agent.id, agent)
  return agent
}

const newAccounts = (
  setting: Setting,
  customer: Customer,
  sending: string,
  receiving: string,
  balance: bigint,
): Pick<Agent, 'sourceAccountId' | 'destinationAccountId' | 'foreignAccountId'> => ({
  sourceAccountId: newInternalAccount(setting, customer.id, sending, balance).id,
  destinationAccountId: newExternalAccount(setting, customer.id, receiving, {
    accountType: currencies.get(receiving)?.accountType ?? 'SWIFT_ACCOUNT',
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Example' },
  }).id,
  foreignAccountId: newInternalAccount(setting, newCustomer(setting).id, sending, AMPLE).id,
})

/** Another agent of the same customer, with the same policy and on the same accounts. */
export function setUpSiblingAgent(setting: Setting, params: Params): StateValues['sibling-agent'] {
  const { rules, store } = setting
  const elder = named(store.agents, params, 'agentId')
  const agent: Agent = {
    ...elder,
    id: rules.newId('Agent'),
    ...newAccessToken(setting),
  }
  store.agents.set(agent.id, agent)
  return valuesOf(setting, agent)
}

function newAccessToken({ rules }: Setting): Pick<Agent, 'accessToken' | 'accessTokenDigest'> {
  const accessToken = rules.newAccessToken()
  return { accessToken, accessTokenDigest: digest(accessToken) }
}

function policyOf(params: Params): Policy {
  const { permissions = ['CREATE_QUOTES', 'EXECUTE_QUOTES'], executionMode = 'AUTO' } = params
  if (!Array.isArray(permissions) || !permissions.every((one) => typeof one === 'string')) {
    throw new Unsupported('permissions is an array of strings.')
  }
  return {
    permissions,
    defaultExecutionMode: oneOf({ executionMode }, 'executionMode', ['AUTO', 'APPROVAL_REQUIRED']),
    approvalThreshold: optionalAmount(params, 'approvalThreshold'),
  }
}

function knownCurrency(params: Params, name: string, byDefault: string): string {
  const code = optionalText(params, name) ?? byDefault
  if (!currencies.has(code)) {
    throw new Unsupported(`${name} is one of ${[...currencies.keys()].join(', ')} here.`)
  }
  return code
}

function valuesOf({ store }: Setting, agent: Agent): StateValues['agent'] {
  return {
    agentId: agent.id,
    accessToken: agent.accessToken,
    customerId: agent.customerId,
    platformCustomerId: agent.platformCustomerId,
    sourceAccountId: agent.sourceAccountId,
    destinationAccountId: agent.destinationAccountId,
    foreignAccountId: agent.foreignAccountId,
    sendingCurrency: stored(store.internalAccounts, agent.sourceAccountId).currency,
    receivingCurrency: stored(store.externalAccounts, agent.destinationAccountId).currency,
  }
}
