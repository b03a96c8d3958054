/** Requests with invalid credentials (contract: Authentication). Later steps show whether they had an effect. */
import * as fc from 'fast-check'
import type { CheckedResponse } from '../../fixtures/http/checked-response.ts'
import type { OperationName, RequirementId } from '../../spec/index.ts'
import {
  expectStatusInBody,
  expectUnauthorizedList,
} from '../../suites/agent-operations/list-expectations.ts'
import { expectCredentialsRejected } from '../../suites/expectations.ts'
import {
  agentCredentials,
  invalidAgentCredentials,
  invalidCredentials,
  type InvalidAgentCredentialsName,
  type InvalidCredentialsName,
} from '../../suites/invalid-credentials.ts'
import { judge, judgeAll } from '../judge.ts'
import { picked, type Model, type ModelAgent } from '../model.ts'
import { stepKind, type AnyStepKind } from '../step.ts'
import type { World } from '../world.ts'
import { isForeign } from './executions.ts'
import { quoteRequest } from './quote-request.ts'
import { anyInvalidCredentials } from './require-credentials.ts'

/** Rows of the table whose tokens differ from that of the agent, or are of another kind. */
const AGENT_CREDENTIALS = [
  'none',
  'unknown',
  'platform',
  'longer',
  'shorter',
  'asPassword',
  'bareScheme',
] as const satisfies readonly InvalidAgentCredentialsName[]
type AgentCredentialsName = (typeof AGENT_CREDENTIALS)[number]

type AgentClient = ReturnType<World['context']['agent']>

interface AgentCall {
  readonly operation: OperationName
  readonly requirementOf: (who: AgentCredentialsName) => RequirementId
  readonly ask: (client: AgentClient, agent: ModelAgent, world: World) => Promise<CheckedResponse> | undefined
}

const AGENT_CALLS: readonly AgentCall[] = [
  {
    operation: 'createAgentQuote',
    requirementOf: (who) => (who === 'none' ? 'QUO-73' : who === 'platform' ? 'QUO-75' : 'QUO-74'),
    ask: (client, { holder }, { context }) => client.createQuote(quoteRequest(holder), context.random.uuid()),
  },
  {
    operation: 'getAgentQuote',
    requirementOf: (who) => (who === 'platform' ? 'AGA-43' : 'AGA-41'),
    ask: (client, { quotes }) => quotes[0] && client.quote(quotes[0].terms.id),
  },
  {
    operation: 'executeAgentQuote',
    requirementOf: (who) => (who === 'platform' ? 'AGA-42' : 'APR-36'),
    ask: (client, { quotes }) => {
      const quote = quotes.find(({ executable, submitted }) => executable && !submitted)
      return quote && client.executeQuote(quote.terms.id)
    },
  },
  {
    operation: 'listAgentActions',
    requirementOf: (who) =>
      who === 'none' ? 'ACT-20' : who === 'platform' ? 'ACT-23' : who === 'bareScheme' ? 'ACT-22' : 'ACT-21',
    ask: (client) => client.actions(),
  },
  {
    operation: 'getAgentAction',
    requirementOf: () => 'AGA-40',
    ask: (client, { actions }) => actions[0] && client.action(actions[0].id),
  },
]

const offers = ({ deployment }: World, operation: OperationName) => deployment.operations[operation] !== null

const live = ({ agents }: Model) => agents.filter(({ life }) => life === 'ACTIVE')

const actWithInvalidCredentials = stepKind({
  name: 'act-with-invalid-credentials',
  area: 'agent-operations',
  operations: [],
  weight: 8,
  params: fc.record({
    of: fc.nat(9),
    who: fc.constantFrom(...AGENT_CREDENTIALS),
    what: fc.nat(AGENT_CALLS.length - 1),
  }),
  may: (model, { of }) => picked(live(model), of) !== undefined,
  async take(model, world, { of, who, what }) {
    const agent = picked(live(model), of)!
    const { operation, requirementOf, ask } = AGENT_CALLS[what]!
    const { holder } = agent
    const credentials = invalidAgentCredentials[who]
    const client = world.context
      .agent(holder.accessToken)
      .presenting(credentials.authorization(world.context, holder))
    const asked = offers(world, operation) ? ask(client, agent, world) : undefined
    if (!asked) return
    const response = await asked
    judgeAll(response, [
      [requirementOf(who), () => expectCredentialsRejected(response, credentials)],
      ...(operation === 'listAgentActions' && response.status === 401 ? UNAUTHORIZED_LIST : []),
    ])
  },
})

/** The contract shows the error shape of the list, and the code (contract: Endpoints 2, error responses). */
const UNAUTHORIZED_LIST = [
  ['ACT-24', expectUnauthorizedList],
  ['ACT-25', expectStatusInBody],
] as const

type AgentRow = keyof typeof agentCredentials
const AGENT_ROWS = Object.keys(agentCredentials) as AgentRow[]

const isAgentRow = (who: InvalidCredentialsName | AgentRow): who is AgentRow =>
  Object.hasOwn(agentCredentials, who)

type Platform = World['context']['platform']

interface PlatformCall {
  readonly operation: OperationName
  readonly byOthers: RequirementId
  readonly byAgents: RequirementId
  readonly ask: (platform: Platform, agent: ModelAgent) => Promise<CheckedResponse> | undefined
  /** The contract does not show whether an agent may send this request about itself. */
  readonly isOpenToItself?: true
}

const pendingOf = ({ actions }: ModelAgent) =>
  actions.find(({ status, transactionId }) => status === 'PENDING_APPROVAL' && transactionId !== undefined)
    ?.transactionId
const OTHER_POLICY = { permissions: ['EXECUTE_QUOTES'], defaultExecutionMode: 'AUTO' }

const PLATFORM_CALLS: readonly PlatformCall[] = [
  {
    operation: 'approveTransaction',
    byOthers: 'APR-27',
    byAgents: 'APR-28',
    ask: (platform, agent) => {
      const transactionId = pendingOf(agent)
      return transactionId === undefined ? undefined : platform.approve(transactionId)
    },
  },
  {
    operation: 'rejectTransaction',
    byOthers: 'APR-29',
    byAgents: 'APR-29',
    ask: (platform, agent) => {
      const transactionId = pendingOf(agent)
      return transactionId === undefined ? undefined : platform.reject(transactionId, 'Unknown supplier')
    },
  },
  {
    operation: 'createAgent',
    byOthers: 'AGM-71',
    byAgents: 'AGM-81',
    ask: ({ agents }, { holder: { customerId } }) =>
      agents.create({ name: 'Assay agent', customerId, policy: OTHER_POLICY }),
  },
  {
    operation: 'getAgent',
    byOthers: 'AGM-72',
    byAgents: 'AGM-82',
    isOpenToItself: true,
    ask: ({ agents }, { holder }) => agents.get(holder.agentId),
  },
  {
    operation: 'updateAgentPolicy',
    byOthers: 'AGM-73',
    byAgents: 'AGM-83',
    ask: ({ agents }, { holder }) => agents.updatePolicy(holder.agentId, OTHER_POLICY),
  },
  {
    operation: 'pauseAgent',
    byOthers: 'AGM-74',
    byAgents: 'AGM-84',
    ask: ({ agents }, { holder }) => agents.pause(holder.agentId),
  },
  {
    operation: 'resumeAgent',
    byOthers: 'AGM-75',
    byAgents: 'AGM-85',
    ask: ({ agents }, { holder, life }) => (life === 'PAUSED' ? agents.resume(holder.agentId) : undefined),
  },
  {
    operation: 'deleteAgent',
    byOthers: 'AGM-76',
    byAgents: 'AGM-86',
    ask: ({ agents }, { holder }) => agents.delete(holder.agentId),
  },
  {
    operation: 'regenerateDeviceCode',
    byOthers: 'AGM-77',
    byAgents: 'AGM-87',
    ask: ({ agents }, { holder }) => agents.regenerateCode(holder.agentId),
  },
]

const managed = ({ agents }: Model) =>
  agents.filter(({ life, holder }) => life !== 'DELETED' && holder.agentId !== '')

const manageWithInvalidCredentials = stepKind({
  name: 'manage-with-invalid-credentials',
  area: 'agent-management',
  operations: [],
  weight: 8,
  params: fc.record({
    of: fc.nat(9),
    who: fc.oneof(anyInvalidCredentials, fc.constantFrom(...AGENT_ROWS)),
    what: fc.nat(PLATFORM_CALLS.length - 1),
  }),
  may: (model, { of }) => picked(managed(model), of) !== undefined,
  async take(model, world, { of, who, what }) {
    const agent = picked(managed(model), of)!
    const { operation, byOthers, byAgents, ask, isOpenToItself } = PLATFORM_CALLS[what]!
    const holder = isOpenToItself
      ? model.agents.find((other) => isForeign(agent, other))?.holder
      : agent.holder
    if (!offers(world, operation) || (isAgentRow(who) && holder === undefined)) return
    const credentials = isAgentRow(who) ? agentCredentials[who] : invalidCredentials[who]
    const authorization = isAgentRow(who)
      ? agentCredentials[who].authorization(holder!)
      : invalidCredentials[who].authorization(world.context)
    const response = await ask(world.context.platform.presenting(authorization), agent)
    if (response === undefined) return
    judge(isAgentRow(who) ? byAgents : byOthers, response, () =>
      expectCredentialsRejected(response, credentials),
    )
  },
})

export const invalidCredentialSteps: readonly AnyStepKind[] = [
  actWithInvalidCredentials,
  manageWithInvalidCredentials,
]
