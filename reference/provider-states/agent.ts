import { randomInt } from 'node:crypto'
import type { StateValues } from '../../spec/index.ts'
import type { ServerContext } from '../call.ts'
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

export function setUpAgent(server: ServerContext, params: Params): StateValues['agent'] {
  const { rules } = server
  const policy = policyOf(params)
  const balance = optionalAmount(params, 'balance') ?? AMPLE
  const quoteExpiresInSeconds = optionalSeconds(params, 'quoteExpiresInSeconds')
  const corridor = rules.ordinaryCorridor()
  const sending = knownCurrency(params, 'sendingCurrency', corridor.sending)
  const receiving = knownCurrency(params, 'receivingCurrency', corridor.receiving)

  const scaCode = params.scaRegion === true ? newScaCode() : undefined
  const customer = newCustomer(server, scaCode === undefined ? {} : { scaRegion: true, scaCode })
  const scaSeconds = optionalSeconds(params, 'scaExpiresInSeconds')
  if (scaCode !== undefined && scaSeconds !== undefined) {
    scaEnrolmentOf(server.store, customer.id).challengeLifetimeMs = scaSeconds * 1000
  }
  const agent = newAgent(server, customer, policy, {
    sending,
    receiving,
    balance,
    quoteExpiresInSeconds,
  })
  return {
    ...valuesOf(server, agent),
    ...(scaCode !== undefined && server.rules.codesAreKnownAtSetUp && { scaCode }),
  }
}

const newScaCode = () => String(randomInt(100_000, 1_000_000))

/** An agent of the customer, with accounts to move money between. */
export function newAgent(
  server: ServerContext,
  customer: Customer,
  policy: Policy,
  {
    sending = server.rules.ordinaryCorridor().sending,
    receiving = server.rules.ordinaryCorridor().receiving,
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
    id: server.rules.newId('Agent'),
    name,
    state: 'ACTIVE',
    customerId: customer.id,
    platformCustomerId: customer.platformCustomerId,
    ...newAccessToken(server),
    policy,
    quoteExpiresInSeconds,
    ...newAccounts(server, customer, sending, receiving, balance),
  }
  server.store.agents.set(agent.id, agent)
  return agent
}

const newAccounts = (
  server: ServerContext,
  customer: Customer,
  sending: string,
  receiving: string,
  balance: bigint,
): Pick<Agent, 'sourceAccountId' | 'destinationAccountId' | 'foreignAccountId'> => {
  const sourceAccountId = newInternalAccount(server, customer.id, sending, balance).id
  // The customer can also hold money in the receiving currency.
  newInternalAccount(server, customer.id, receiving, 0n)
  return {
    sourceAccountId,
    destinationAccountId: newExternalAccount(server, customer.id, receiving, {
      accountType: currencies.get(receiving)?.accountType ?? 'SWIFT_ACCOUNT',
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Ada Example' },
    }).id,
    foreignAccountId: newInternalAccount(server, newCustomer(server).id, sending, AMPLE).id,
  }
}

/** Another agent of the same customer, with the same policy and on the same accounts. */
export function setUpSiblingAgent(server: ServerContext, params: Params): StateValues['sibling-agent'] {
  const { rules, store } = server
  const existingAgent = named(store.agents, params, 'agentId')
  const agent: Agent = {
    ...existingAgent,
    id: rules.newId('Agent'),
    ...newAccessToken(server),
  }
  store.agents.set(agent.id, agent)
  return valuesOf(server, agent)
}

function newAccessToken({ rules }: ServerContext): Pick<Agent, 'accessToken' | 'accessTokenDigest'> {
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

function valuesOf({ store }: ServerContext, agent: Agent): StateValues['agent'] {
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
