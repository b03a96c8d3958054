import { operations, type OperationName } from '../../spec/index.ts'
import { refusal, type Refusal } from '../errors.ts'
import type { Agent, Customer, Policy } from '../resources/payments.ts'
import type { DeviceCode } from '../store.ts'

/** Why requests are rejected. */
const refusals = {
  agentsCustomerNotFound: refusal(404, 'USER_NOT_FOUND', 'There is no such customer.'),
  agentNotFound: refusal(404, 'NOT_FOUND', 'There is no such agent.'),
  agentConnected: refusal(409, 'CONFLICT', 'The agent is connected.'),
  deviceCodeNotFound: refusal(404, 'NOT_FOUND', 'There is no such device code.'),
  /** 500 codes: switch error. */
  switchUnreachable: refusal(500, 'SERVICE_SWITCH_ERROR', 'The switch does not answer.'),
}

/** Contract: What the service does, Agent Management; Authentication, row Agent bearer token. */
export const agentManagementRules = {
  ...refusals,

  /** An agent acts for its customer, so each agent has one. */
  customerOfNewAgent: (customers: ReadonlyMap<string, Customer>, customerId: string): Customer | undefined =>
    customers.get(customerId),

  /** Of a deleted agent no more is said than of one that does not exist. */
  agentNamed: (agents: ReadonlyMap<string, Agent>, agentId: string): Agent | undefined => {
    const agent = agents.get(agentId)
    return agent?.state === 'DELETED' ? undefined : agent
  },

  /** What a change of the policy does not name stays as it is. */
  policyAfterChange: (policy: Policy, change: Partial<Policy>): Policy => ({ ...policy, ...change }),

  /** Credentials of a deleted agent are invalid. */
  agentTokenIsGood: ({ state }: Agent): boolean => state !== 'DELETED',

  /** A paused agent does not act; it may look at what it did. */
  pauseRefuses: ({ state }: Agent, operation: OperationName): boolean =>
    state === 'PAUSED' && operations[operation].method !== 'GET',

  /** Which rejection, is not shown; its credentials are good, so 401 would say too much. */
  agentPaused: (_operation: OperationName, _agent: Agent): Refusal => ({
    status: 409,
    code: 'CONFLICT',
    reason: 'The agent is paused.',
  }),

  /** A code that was not given before. */
  newDeviceCode: (_agent: Agent, _codes: ReadonlyMap<string, DeviceCode>, random: () => string): string =>
    random(),

  /** Whether an agent is given a new code; of one that is connected, the contract does not say. */
  givesNewDeviceCode: (_agent: Agent, _codes: ReadonlyMap<string, DeviceCode>): boolean => true,

  deviceCodeNamed: (codes: ReadonlyMap<string, DeviceCode>, code: string): DeviceCode | undefined =>
    codes.get(code),

  /** A code is redeemed once. */
  deviceCodeIsUnused: ({ redeemed }: DeviceCode): boolean => !redeemed,

  deviceCodeIsInTime: ({ expiresAt }: DeviceCode, now: number): boolean => now < expiresAt,

  /** A code is that of one agent. */
  agentOfCode: ({ agentId }: DeviceCode, agents: ReadonlyMap<string, Agent>): Agent | undefined =>
    agents.get(agentId),

  /** The token that a redemption returns: that of the agent, in this server. */
  redeemedToken: ({ accessToken }: Agent): string => accessToken,

  /** One who presents no credentials learns nothing of a code that is no good. */
  deviceCodeNotRedeemable: (_code: DeviceCode | undefined): Refusal => ({
    status: 404,
    code: 'NOT_FOUND',
    reason: 'There is no such device code.',
  }),

  /** Asking what became of a code does nothing to it. */
  statusSpendsCode: false,

  /** The action list is read from the switch. */
  switchGivesActions: (agent: Agent, unreachable: ReadonlySet<string>): boolean => !unreachable.has(agent.id),
}
