/** Requests of those who may not make them (contract: Authentication). What they leave behind, later steps show. */
import * as fc from 'fast-check'
import type { CheckedResponse } from '../../fixtures/http/checked-response.ts'
import { basic, bearer } from '../../fixtures/http/authorization.ts'
import type { OperationName, RequirementId } from '../../spec/index.ts'
import { Violation, withStatus, said } from '../violation.ts'
import { picked, type Model, type ModelAgent } from '../model.ts'
import { stepKind, type AnyStepKind } from '../step.ts'
import type { World } from '../world.ts'
import { quoteRequest } from './quote-request.ts'

/** Who presents what; `token` is an agent's. None is near enough to a secret to be another spelling of it. */
const AGENTS_OF_NOBODY = [
  'none',
  'unknown',
  'platform',
  'longer',
  'shorter',
  'as-password',
  'bare-scheme',
] as const
type AgentOfNobody = (typeof AGENTS_OF_NOBODY)[number]

const asAgent = ({ context }: World, who: AgentOfNobody, token: string): string | undefined =>
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
  readonly requirementOf: (who: AgentOfNobody) => RequirementId
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

const agentOfNobody = stepKind({
  name: 'agent-of-nobody',
  area: 'agent-operations',
  operations: [],
  weight: 8,
  params: fc.record({
    of: fc.nat(9),
    who: fc.constantFrom(...AGENTS_OF_NOBODY),
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

/** The shape of the list's errors is shown, and so is the code (contract: Endpoints 2, error responses). */
function unauthorizedList({ body, exchange }: CheckedResponse): void {
  const { code, status } = (body ?? {}) as { readonly code?: unknown; readonly status?: unknown }
  if (code !== 'UNAUTHORIZED')
    throw new Violation('ACT-24', `a 401 of the list has the code ${said(code)}`, exchange)
  if (status !== 401)
    throw new Violation('ACT-25', `a 401 of the list has the status ${said(status)} in its body`, exchange)
}

const PLATFORMS_OF_NOBODY = [
  'none',
  'unknown',
  'wrong-secret',
  'longer-secret',
  'empty-secret',
  'wrong-id',
  'not-base64',
  'agent',
  'agent-as-password',
] as const
export type PlatformOfNobody = (typeof PLATFORMS_OF_NOBODY)[number]

/** @param token of an agent; undefined: there is none, and nobody presents it */
export function asPlatform(
  { context, deployment }: World,
  who: PlatformOfNobody,
  holder: { readonly agentId: string; readonly accessToken: string } | undefined,
): string | undefined {
  const { clientId, clientSecret } = deployment.credentials
  const nobody = () => context.random.uuid()
  return {
    none: () => undefined,
    unknown: () => basic(nobody(), nobody()),
    'wrong-secret': () => basic(clientId, nobody()),
    // The whole secret stands in it, so that it is kept out of what is written.
    'longer-secret': () => basic(clientId, `${clientSecret}x`),
    'empty-secret': () => basic(clientId, ''),
    'wrong-id': () => basic(nobody(), clientSecret),
    'not-base64': () => 'Basic :::',
    agent: () => bearer(holder?.accessToken ?? nobody()),
    'agent-as-password': () => basic(holder?.agentId ?? nobody(), holder?.accessToken ?? nobody()),
  }[who]()
}

export const platformOfNobody = fc.constantFrom(...PLATFORMS_OF_NOBODY)

type Platform = World['context']['platform']

interface PlatformCall {
  readonly operation: OperationName
  readonly byNobody: RequirementId
  readonly byAgent: RequirementId
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
    byNobody: 'APR-27',
    byAgent: 'APR-28',
    agentStatuses: [401],
    ask: (platform, agent) => {
      const transactionId = pendingOf(agent)
      return transactionId === undefined ? undefined : platform.approve(transactionId)
    },
  },
  {
    operation: 'rejectTransaction',
    byNobody: 'APR-29',
    byAgent: 'APR-29',
    agentStatuses: [401],
    ask: (platform, agent) => {
      const transactionId = pendingOf(agent)
      return transactionId === undefined ? undefined : platform.reject(transactionId, 'Unknown supplier')
    },
  },
  {
    operation: 'createAgent',
    byNobody: 'AGM-71',
    byAgent: 'AGM-81',
    agentStatuses: FORBIDDEN,
    ask: ({ agents }, { holder: { customerId } }) =>
      agents.create({ name: 'Assay agent', customerId, policy: OTHER_POLICY }),
  },
  {
    operation: 'getAgent',
    byNobody: 'AGM-72',
    byAgent: 'AGM-82',
    agentStatuses: FORBIDDEN,
    ask: ({ agents }, { holder }) => agents.get(holder.agentId),
  },
  {
    operation: 'updateAgentPolicy',
    byNobody: 'AGM-73',
    byAgent: 'AGM-83',
    agentStatuses: FORBIDDEN,
    ask: ({ agents }, { holder }) => agents.updatePolicy(holder.agentId, OTHER_POLICY),
  },
  {
    operation: 'pauseAgent',
    byNobody: 'AGM-74',
    byAgent: 'AGM-84',
    agentStatuses: FORBIDDEN,
    ask: ({ agents }, { holder }) => agents.pause(holder.agentId),
  },
  {
    operation: 'resumeAgent',
    byNobody: 'AGM-75',
    byAgent: 'AGM-85',
    agentStatuses: [...FORBIDDEN, 400, 404, 409],
    ask: ({ agents }, { holder, life }) => (life === 'PAUSED' ? agents.resume(holder.agentId) : undefined),
  },
  {
    operation: 'deleteAgent',
    byNobody: 'AGM-76',
    byAgent: 'AGM-86',
    agentStatuses: FORBIDDEN,
    ask: ({ agents }, { holder }) => agents.delete(holder.agentId),
  },
  {
    operation: 'regenerateDeviceCode',
    byNobody: 'AGM-77',
    byAgent: 'AGM-87',
    agentStatuses: FORBIDDEN,
    ask: ({ agents }, { holder }) => agents.regenerateCode(holder.agentId),
  },
]

const managed = ({ agents }: Model) =>
  agents.filter(({ life, holder }) => life !== 'DELETED' && holder.agentId !== '')

const manageAsNobody = stepKind({
  name: 'manage-as-nobody',
  area: 'agent-management',
  operations: [],
  weight: 8,
  params: fc.record({ of: fc.nat(9), who: platformOfNobody, what: fc.nat(PLATFORM_CALLS.length - 1) }),
  may: (model, { of }) => picked(managed(model), of) !== undefined,
  async take(model, world, { of, who, what }) {
    const agent = picked(managed(model), of)!
    const { operation, byNobody, byAgent, agentStatuses, ask } = PLATFORM_CALLS[what]!
    const byItself = who === 'agent' || who === 'agent-as-password'
    const nobody = world.context.platform.presenting(asPlatform(world, who, agent.holder))
    const asked = offers(world, operation) ? ask(nobody, agent) : undefined
    if (!asked) return
    withStatus(
      await asked,
      byItself ? agentStatuses : [401],
      byItself ? byAgent : byNobody,
      `${operation} without platform credentials (${who})`,
    )
  },
})

export const invalidCredentialSteps: readonly AnyStepKind[] = [agentOfNobody, manageAsNobody]
