import { operations, type OperationName } from '../../spec/index.ts'
import { refusal, type Refusal } from '../errors.ts'
import type { Agent, Customer, Policy } from '../resources/payments.ts'
import type { DeviceCode } from '../store.ts'

/** Why requests are rejected. */
const refusals = {
  agentsCustomerNotFound: refusal(404, 'USER_NOT_FOUND', 'There is no such customer.'),
  agentNotFound: refusal(404, 'NOT_FOUND', 'There is no such agent.'),
  customerHasAgent: refusal(409, 'CONFLICT', 'The customer has an agent.'),
  agentConnected: refusal(409, 'CONFLICT', 'The agent is connected.'),
  deviceCodeNotFound: refusal(404, 'NOT_FOUND', 'There is no such device code.'),
  /** 500 codes: switch error. */
  switchUnreachable: refusal(500, 'SERVICE_SWITCH_ERROR', 'The switch does not respond.'),
}

/** Contract: What the service does, Agent Management; Authentication, row Agent bearer token. */
export const agentManagementRules = {
  ...refusals,

  /** Every agent acts for a customer. */
  customerOfNewAgent: (customers: ReadonlyMap<string, Customer>, customerId: string): Customer | undefined =>
    customers.get(customerId),

  /** A customer may have any number of agents. */
  mayHaveAgent: (_customer: Customer, _agents: Iterable<Agent>): boolean => true,

  /** A deleted agent gives the same rejection as a nonexistent one. */
  agentNamed: (agents: ReadonlyMap<string, Agent>, agentId: string): Agent | undefined => {
    const agent = agents.get(agentId)
    return agent?.state === 'DELETED' ? undefined : agent
  },

  /** A change of the policy keeps the fields that it does not name. */
  policyAfterChange: (policy: Policy, change: Partial<Policy>): Policy => ({ ...policy, ...change }),

  /** Credentials of a deleted agent are invalid. */
  agentTokenIsGood: ({ state }: Agent): boolean => state !== 'DELETED',

  /** A paused agent cannot act; it can still read its actions. */
  pauseRefuses: ({ state }: Agent, operation: OperationName): boolean =>
    state === 'PAUSED' && operations[operation].method !== 'GET',

  /** The contract does not name the rejection; 401 would mean invalid credentials, and they are valid. */
  agentPaused: (_operation: OperationName, _agent: Agent): Refusal => ({
    status: 409,
    code: 'CONFLICT',
    reason: 'The agent is paused.',
  }),

  /** A new, unique code. */
  newDeviceCode: (_agent: Agent, _codes: ReadonlyMap<string, DeviceCode>, random: () => string): string =>
    random(),

  /** Whether an agent gets a new code; the contract does not specify it for a connected agent. */
  givesNewDeviceCode: (_agent: Agent, _codes: ReadonlyMap<string, DeviceCode>): boolean => true,

  deviceCodeNamed: (codes: ReadonlyMap<string, DeviceCode>, code: string): DeviceCode | undefined =>
    codes.get(code),

  /** A code can be redeemed once. */
  deviceCodeIsUnused: ({ redeemed }: DeviceCode): boolean => !redeemed,

  deviceCodeIsInTime: ({ expiresAt }: DeviceCode, now: number): boolean => now < expiresAt,

  /** A code belongs to one agent. */
  agentOfCode: ({ agentId }: DeviceCode, agents: ReadonlyMap<string, Agent>): Agent | undefined =>
    agents.get(agentId),

  /** The token that a redemption returns: in this server, that of the agent. */
  redeemedToken: ({ accessToken }: Agent): string => accessToken,

  /** Without credentials, the response shows nothing about an invalid code. */
  deviceCodeNotRedeemable: (_code: DeviceCode | undefined): Refusal => ({
    status: 404,
    code: 'NOT_FOUND',
    reason: 'There is no such device code.',
  }),

  /** Reading the status of a code does not change it. */
  statusSpendsCode: false,

  /** The action list is read from the switch. */
  switchGivesActions: (agent: Agent, unreachable: ReadonlySet<string>): boolean => !unreachable.has(agent.id),
}
