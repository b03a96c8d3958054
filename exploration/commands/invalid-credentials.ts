/** Requests with invalid credentials (contract: Authentication). Later steps show whether they had an effect. */
import * as fc from 'fast-check'
import type { CheckedResponse } from '../../fixtures/http/checked-response.ts'
import { basic, bearer } from '../../fixtures/http/authorization.ts'
import { invalidCredentials, type InvalidCredentialsName } from '../../fixtures/invalid-credentials.ts'
import type { OperationName, RequirementId } from '../../spec/index.ts'
import { Violation, withStatus, formatValue } from '../violation.ts'
import { picked, type Model, type ModelAgent } from '../model.ts'
import { stepKind, type AnyStepKind } from '../step.ts'
import type { World } from '../world.ts'
import { quoteRequest } from './quote-request.ts'

/**
 * Callers and their credentials; `token` is an agent's. None is close enough to a secret to be another encoding of it.
 */
const INVALID_AGENT_CREDENTIALS = [
  'none',
  'unknown',
  'platform',
  'longer',
  'shorter',
  'as-password',
  'bare-scheme',
] as const
type InvalidAgentCredentials = (typeof INVALID_AGENT_CREDENTIALS)[number]

const asAgent = ({ context }: World, who: InvalidAgentCredentials, token: string): string | undefined =>
  ({
    none: undefined,
    unknown: bearer(context.random.uuid()),
    platform: context.platform.authorization,
    longer: bearer(`${token}AAAA`),
    shorter: bearer(token.slice(0, token.length / 2)),
    'as-password': basic('agent', token),
    'bare-scheme': 'Bearer',
  })[who]

type AgentClient = ReturnType<World['context']['agent']>

interface AgentCall {
  readonly operation: OperationName
  readonly requirementOf: (who: InvalidAgentCredentials) => RequirementId
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
    requirementOf: () => 'AGA-41',
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
      who === 'none' ? 'ACT-20' : who === 'platform' ? 'ACT-23' : who === 'bare-scheme' ? 'ACT-22' : 'ACT-21',
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
    who: fc.constantFrom(...INVALID_AGENT_CREDENTIALS),
    what: fc.nat(AGENT_CALLS.length - 1),
  }),
  may: (model, { of }) => picked(live(model), of) !== undefined,
  async take(model, world, { of, who, what }) {
    const agent = picked(live(model), of)!
    const { operation, requirementOf, ask } = AGENT_CALLS[what]!
    const { accessToken } = agent.holder
    const client = world.context.agent(accessToken).presenting(asAgent(world, who, accessToken))
    const asked = offers(world, operation) ? ask(client, agent, world) : undefined
    if (!asked) return
    const response = await asked
    const requirement = requirementOf(who)
    withStatus(response, [401], requirement, `${operation} without the token of an agent (${who})`)
    if (operation === 'listAgentActions') unauthorizedList(response)
  },
})

/** The contract shows the error shape of the list, and the code (contract: Endpoints 2, error responses). */
function unauthorizedList({ body, exchange }: CheckedResponse): void {
  const { code, status } = (body ?? {}) as { readonly code?: unknown; readonly status?: unknown }
  if (code !== 'UNAUTHORIZED')
    throw new Violation('ACT-24', `a 401 of the list has the code ${formatValue(code)}`, exchange)
  if (status !== 401)
    throw new Violation(
      'ACT-25',
      `a 401 of the list has the status ${formatValue(status)} in its body`,
      exchange,
    )
}

/** The rows of the table, and the credentials of an agent. */
const INVALID_PLATFORM_CREDENTIALS = [
  ...(Object.keys(invalidCredentials) as InvalidCredentialsName[]),
  'agent',
  'agent-as-password',
] as const
type InvalidPlatformCredentials = (typeof INVALID_PLATFORM_CREDENTIALS)[number]

/** Uses the credentials; `holder` is the agent whose token is used; undefined: a nonexistent one. */
export function withInvalidCredentials(
  { context }: World,
  who: InvalidPlatformCredentials,
  holder: { readonly agentId: string; readonly accessToken: string } | undefined,
): { readonly platform: Platform; readonly statuses: readonly number[] } {
  const { platform, random } = context
  const { agentId, accessToken } = holder ?? { agentId: random.uuid(), accessToken: random.uuid() }
  const presenting = (authorization: string | undefined, statuses: readonly number[]) => ({
    platform: platform.presenting(authorization),
    statuses,
  })
  if (who === 'agent') return presenting(bearer(accessToken), [401])
  if (who === 'agent-as-password') return presenting(basic(agentId, accessToken), [401])
  const { authorization, statuses } = invalidCredentials[who]
  return presenting(authorization(context), statuses)
}

export const anyInvalidCredentials = fc.constantFrom(...INVALID_PLATFORM_CREDENTIALS)

type Platform = World['context']['platform']

interface PlatformCall {
  readonly operation: OperationName
  readonly byOthers: RequirementId
  readonly byAgents: RequirementId
  readonly agentStatuses: readonly number[]
  readonly ask: (platform: Platform, agent: ModelAgent) => Promise<CheckedResponse> | undefined
}

const pendingOf = ({ actions }: ModelAgent) =>
  actions.find(({ status, transactionId }) => status === 'PENDING_APPROVAL' && transactionId !== undefined)
    ?.transactionId
const OTHER_POLICY = { permissions: ['EXECUTE_QUOTES'], defaultExecutionMode: 'AUTO' }
const FORBIDDEN = [401, 403] as const

const PLATFORM_CALLS: readonly PlatformCall[] = [
  {
    operation: 'approveTransaction',
    byOthers: 'APR-27',
    byAgents: 'APR-28',
    agentStatuses: [401],
    ask: (platform, agent) => {
      const transactionId = pendingOf(agent)
      return transactionId === undefined ? undefined : platform.approve(transactionId)
    },
  },
  {
    operation: 'rejectTransaction',
    byOthers: 'APR-29',
    byAgents: 'APR-29',
    agentStatuses: [401],
    ask: (platform, agent) => {
      const transactionId = pendingOf(agent)
      return transactionId === undefined ? undefined : platform.reject(transactionId, 'Unknown supplier')
    },
  },
  {
    operation: 'createAgent',
    byOthers: 'AGM-71',
    byAgents: 'AGM-81',
    agentStatuses: FORBIDDEN,
    ask: ({ agents }, { holder: { customerId } }) =>
      agents.create({ name: 'Assay agent', customerId, policy: OTHER_POLICY }),
  },
  {
    operation: 'getAgent',
    byOthers: 'AGM-72',
    byAgents: 'AGM-82',
    agentStatuses: FORBIDDEN,
    ask: ({ agents }, { holder }) => agents.get(holder.agentId),
  },
  {
    operation: 'updateAgentPolicy',
    byOthers: 'AGM-73',
    byAgents: 'AGM-83',
    agentStatuses: FORBIDDEN,
    ask: ({ agents }, { holder }) => agents.updatePolicy(holder.agentId, OTHER_POLICY),
  },
  {
    operation: 'pauseAgent',
    byOthers: 'AGM-74',
    byAgents: 'AGM-84',
    agentStatuses: FORBIDDEN,
    ask: ({ agents }, { holder }) => agents.pause(holder.agentId),
  },
  {
    operation: 'resumeAgent',
    byOthers: 'AGM-75',
    byAgents: 'AGM-85',
    agentStatuses: [...FORBIDDEN, 400, 404, 409],
    ask: ({ agents }, { holder, life }) => (life === 'PAUSED' ? agents.resume(holder.agentId) : undefined),
  },
  {
    operation: 'deleteAgent',
    byOthers: 'AGM-76',
    byAgents: 'AGM-86',
    agentStatuses: FORBIDDEN,
    ask: ({ agents }, { holder }) => agents.delete(holder.agentId),
  },
  {
    operation: 'regenerateDeviceCode',
    byOthers: 'AGM-77',
    byAgents: 'AGM-87',
    agentStatuses: FORBIDDEN,
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
  params: fc.record({ of: fc.nat(9), who: anyInvalidCredentials, what: fc.nat(PLATFORM_CALLS.length - 1) }),
  may: (model, { of }) => picked(managed(model), of) !== undefined,
  async take(model, world, { of, who, what }) {
    const agent = picked(managed(model), of)!
    const { operation, byOthers, byAgents, agentStatuses, ask } = PLATFORM_CALLS[what]!
    const byItself = who === 'agent' || who === 'agent-as-password'
    const { platform, statuses } = withInvalidCredentials(world, who, agent.holder)
    const asked = offers(world, operation) ? ask(platform, agent) : undefined
    if (!asked) return
    withStatus(
      await asked,
      byItself ? agentStatuses : statuses,
      byItself ? byAgents : byOthers,
      `${operation} without platform credentials (${who})`,
    )
  },
})

export const invalidCredentialSteps: readonly AnyStepKind[] = [
  actWithInvalidCredentials,
  manageWithInvalidCredentials,
]
