import { crashesWhenDeletedTwice } from './deleted-twice.ts'
import { acceptsAllCredentials, acceptsAgentTokens } from './accepted-credentials.ts'
import { completesJson } from '../completes-json.ts'
import { rewriting, type Json } from './rewriting.ts'
import { shows } from '../shows.ts'
import { affects, affectsNothing } from '../affects.ts'
import { requirements, type OperationName } from '../../spec/index.ts'
import type { Agent, Policy } from '../../reference/resources/payments.ts'
import type { Rules } from '../../reference/rules/index.ts'
import { readFromSharedCache } from './shared-cache.ts'
import type { Fault } from './fault.ts'

const sameCustomer = ({ customerId }: Agent, agents: Iterable<Agent>) =>
  [...agents].filter((agent) => agent.customerId === customerId)

const isCreatedByRequest = ({ name }: Agent) => name.startsWith('assay agent')

/** The agent, and the previous agent of its customer. */
const withTheOneBefore = (agent: Agent, agents: Iterable<Agent>) => {
  const all = sameCustomer(agent, agents)
  return all.slice(Math.max(0, all.indexOf(agent) - 1), all.indexOf(agent) + 1)
}

/** Breaks the operations for nonexistent agents. */
const brokenForUnknown = (broken: OperationName) => (conforming: Rules) => ({
  respond: (...[operation, response, request]: Parameters<Rules['respond']>) =>
    operation === broken && response.status === 404
      ? {
          status: 500,
          body: { code: 'INTERNAL_ERROR', reason: "Cannot read properties of undefined (reading 'state')" },
        }
      : conforming.respond(operation, response, request),
})

/** Requirements that need an unchanged agent. */
const managed = requirements.map(({ id }) => id).filter((id) => id.startsWith('AGM-'))

const creation: readonly Fault[] = [
  {
    id: 'agent-created-with-a-code-of-nothing',
    title: 'returns a device code that it has not stored',
    breaks: ['AGM-01'],
    // All share one code, so no agent is installed.
    mayAlsoBreak: ['AGM-10', 'AGM-35'],
    replace: rewriting('createAgent', {
      deviceCode: (created) => ({ ...(created.deviceCode as Json), code: 'ABCD-EFGH-IJKL-MNOP' }),
    }),
  },
  {
    id: 'agent-created-is-named-after-its-customer',
    title: "returns the platform's customer id in place of the customer's id in a new agent",
    breaks: ['AGM-02'],
    // A customer with its own name has no identifier format either.
    mayAlsoBreak: ['CNV-03'],
    replace: rewriting('createAgent', (created) => {
      const agent = created.agent as Json
      return { ...created, agent: { ...agent, customerId: agent.platformCustomerId } }
    }),
  },
  {
    id: 'agent-created-is-redeemed',
    title: 'returns a new device code as redeemed',
    breaks: ['AGM-02'],
    replace: rewriting('createAgent', {
      deviceCode: (created) => ({ ...(created.deviceCode as Json), redeemed: true }),
    }),
  },
  {
    id: 'agent-got-under-another-id',
    title: 'returns another id when an agent is read than when it was created',
    breaks: ['AGM-03'],
    replace: rewriting('getAgent', { id: (agent) => String(agent.id).replace(/.{12}$/, '000000000042') }),
  },
  {
    id: 'agent-acts-for-every-customer',
    title: 'lets a new agent create quotes on the accounts of every customer',
    breaks: ['AGM-05'],
    replace: { sourceBelongsToCustomer: () => true },
  },
  {
    id: 'agent-created-with-the-usual-policy',
    title: 'returns the policy given at creation, but applies the default policy',
    breaks: ['AGM-06', 'AGM-07'],
    // These checks need an agent that gets no quotes.
    mayAlsoBreak: ['AGM-20'],
    replace: (conforming) => ({
      mayCreateQuotes: (agent) => isCreatedByRequest(agent) || conforming.mayCreateQuotes(agent),
      modeRequiresApproval: (agent) => !isCreatedByRequest(agent) && conforming.modeRequiresApproval(agent),
    }),
  },
  {
    id: 'agent-created-may-do-nothing',
    title: 'returns the permissions of a created agent, but does not grant them',
    breaks: ['AGM-04', 'AGM-58'],
    replace: (conforming) => ({
      mayCreateQuotes: (agent) => !isCreatedByRequest(agent) && conforming.mayCreateQuotes(agent),
    }),
  },
  {
    id: 'agent-for-unknown-customer',
    title: 'creates agents for nonexistent customers',
    breaks: ['AGM-08'],
    replace: (conforming) => ({
      customerOfNewAgent: (customers, customerId) =>
        conforming.customerOfNewAgent(customers, customerId) ?? [...customers.values()][0],
    }),
  },
  {
    id: 'agent-without-customer-is-500',
    title: 'returns 500 for a new agent without a customer',
    breaks: ['AGM-09', 'AGM-100'],
    replace: (conforming) => ({
      respond: (operation, response, request) =>
        operation === 'createAgent' && response.status === 400
          ? { status: 500, body: { code: 'INTERNAL_ERROR', reason: 'null value in column customer_id' } }
          : conforming.respond(operation, response, request),
    }),
  },
  {
    id: 'agent-created-again-is-the-first',
    title: 'returns an earlier response when another agent is created for the same customer',
    breaks: ['AGM-10'],
    // All agents of one customer are one agent.
    mayAlsoBreak: ['AGM-20', 'AGM-25', 'AGM-36'],
    replace: () => {
      const created = new Map<unknown, Json>()
      return rewriting('createAgent', (body) => {
        const { customerId } = body.agent as Json
        if (!created.has(customerId)) created.set(customerId, body)
        return created.get(customerId)
      })
    },
  },
]

const policy: readonly Fault[] = [
  {
    id: 'agent-permissions-kept-in-a-cache',
    title: 'returns the permissions of the changed policy, but still grants the earlier ones',
    breaks: ['AGM-11'],
    // These checks need an agent without the permission.
    mayAlsoBreak: ['AGM-13', 'AGM-17', 'AGM-20'],
    replace: (conforming) => {
      const hadPermission = new Set<string>()
      return {
        mayCreateQuotes: (agent) => {
          if (conforming.mayCreateQuotes(agent)) hadPermission.add(agent.id)
          return hadPermission.has(agent.id)
        },
      }
    },
  },
  {
    id: 'agent-permissions-never-given',
    title: 'removes permissions on a policy change, but grants no new ones',
    breaks: ['AGM-13'],
    replace: (conforming) => ({
      policyAfterChange: (before, change) => {
        const after = conforming.policyAfterChange(before, change)
        return { ...after, permissions: after.permissions.filter((one) => before.permissions.includes(one)) }
      },
    }),
  },
  {
    id: 'agent-executes-without-permission',
    title: 'checks the permission to create quotes when an agent executes',
    breaks: ['AGM-12'],
    replace: {
      mayExecuteQuotes: ({ policy: { permissions } }) => permissions.includes('CREATE_QUOTES'),
    },
  },
  {
    id: 'agent-mode-of-the-first-execution',
    title: 'applies the execution mode that the agent had at its first execution',
    breaks: ['AGM-14', 'AGM-15'],
    replace: (conforming) => {
      const first = new Map<string, boolean>()
      return {
        modeRequiresApproval: (agent) => {
          const requires = first.get(agent.id) ?? conforming.modeRequiresApproval(agent)
          first.set(agent.id, requires)
          return requires
        },
      }
    },
  },
  {
    id: 'agent-mode-kept-in-a-cache',
    title: 'returns the execution mode of the changed policy, but applies the earlier one',
    breaks: ['AGM-14', 'AGM-15'],
    replace: (conforming) => {
      const first = new WeakMap<Policy, Policy>()
      return {
        policyAfterChange: (before, change) => {
          const after = conforming.policyAfterChange(before, change)
          first.set(after, first.get(before) ?? before)
          return after
        },
        modeRequiresApproval: (agent) =>
          conforming.modeRequiresApproval({ ...agent, policy: first.get(agent.policy) ?? agent.policy }),
      }
    },
  },
  {
    id: 'agent-policy-replaced-in-part',
    title: 'clears policy fields that a change does not name',
    breaks: ['AGM-16', 'AGM-19'],
    replace: (conforming) => ({
      policyAfterChange: (before, change) =>
        conforming.policyAfterChange({ ...before, permissions: ['EXECUTE_QUOTES'] }, change),
    }),
  },
  {
    id: 'agent-threshold-reset-by-a-change',
    title: 'resets the approval threshold when a policy change does not name it',
    breaks: ['AGM-19'],
    replace: (conforming) => ({
      policyAfterChange: (before, change) => ({
        ...conforming.policyAfterChange(before, change),
        ...(change.approvalThreshold === undefined && { approvalThreshold: 500_000n }),
      }),
    }),
  },
  {
    id: 'agent-policy-of-the-one-before',
    title: 'also changes the policy of the agent created before',
    breaks: ['AGM-20'],
    replace: affects(['updateAgentPolicy'], withTheOneBefore),
  },
  {
    id: 'agent-policy-of-the-customer',
    title: 'keeps one policy for all agents of a customer',
    breaks: ['AGM-17', 'AGM-20'],
    replace: affects(['updateAgentPolicy'], sameCustomer),
  },
  {
    id: 'agent-pending-released-by-auto',
    title: "shows pending actions as APPROVED once the agent's mode is AUTO",
    breaks: ['AGM-18'],
    replace: (conforming) => {
      const released = new Set<string>()
      return {
        ...affects(['updateAgentPolicy'], (agent) => {
          if (agent.policy.defaultExecutionMode === 'APPROVAL_REQUIRED') released.add(agent.id)
          return [agent]
        })(conforming),
        ...shows('AgentAction', ({ agentId, status }) => ({
          status: status === 'PENDING_APPROVAL' && released.has(agentId) ? 'APPROVED' : status,
        }))(conforming),
      }
    },
  },
]

const ends: readonly Fault[] = [
  {
    id: 'agent-paused-in-name',
    title: 'returns an agent as paused, but still serves it',
    breaks: ['AGM-21'],
    // These checks need a paused agent that gets no quotes.
    mayAlsoBreak: ['AGM-22', 'AGM-23', 'AGM-24', 'AGM-25', 'AGM-75', 'AGM-85'],
    replace: { pauseRefuses: () => false },
  },
  {
    id: 'agent-paused-still-executes',
    title: 'blocks quote creation of a paused agent, but not execution',
    breaks: ['AGM-22'],
    mayAlsoBreak: ['AGM-37'],
    replace: (conforming) => ({
      pauseRefuses: (agent, operation) =>
        operation !== 'executeAgentQuote' && conforming.pauseRefuses(agent, operation),
    }),
  },
  {
    id: 'agent-paused-for-good',
    title: 'leaves a resumed agent paused',
    breaks: ['AGM-23'],
    replace: affectsNothing('resumeAgent'),
  },
  {
    id: 'agent-paused-is-500',
    title: 'returns 500 when a paused agent creates a quote',
    breaks: ['AGM-21', 'AGM-22'],
    mayAlsoBreak: ['AGM-75', 'AGM-85'],
    replace: {
      agentPaused: () => ({ status: 500, code: 'INTERNAL_ERROR', reason: 'unexpected state PAUSED' }),
    },
  },
  {
    id: 'agent-state-of-the-one-before',
    title: 'also pauses, resumes and deletes the agent created before',
    breaks: ['AGM-25', 'AGM-36'],
    replace: affects(['pauseAgent', 'resumeAgent', 'deleteAgent'], withTheOneBefore),
  },
  {
    id: 'agent-deleted-with-the-one-before',
    title: 'also deletes the agent created before',
    breaks: ['AGM-36'],
    replace: affects(['deleteAgent'], withTheOneBefore),
  },
  {
    id: 'agent-paused-with-the-one-before',
    title: 'also pauses the agent created before',
    breaks: ['AGM-25'],
    replace: affects(['pauseAgent'], withTheOneBefore),
  },
  {
    id: 'agent-state-of-the-customer',
    title: 'pauses, resumes and deletes all agents of the customer',
    breaks: ['AGM-24', 'AGM-25', 'AGM-34', 'AGM-36'],
    mayAlsoBreak: ['AGM-38'],
    replace: affects(['pauseAgent', 'resumeAgent', 'deleteAgent'], sameCustomer),
  },
  {
    id: 'agent-deleted-keeps-its-token',
    title: "keeps an agent's token valid after the agent is deleted",
    breaks: ['AGM-31', 'AGM-33', 'AGM-35'],
    // These checks need a deleted agent that gets no quotes.
    mayAlsoBreak: ['AGM-32', 'AGM-34', 'AGM-36'],
    replace: { agentTokenIsGood: () => true },
  },
  {
    id: 'agent-deleted-still-executes',
    title: 'ignores deletion where money moves',
    breaks: ['AGM-32'],
    replace: (conforming) => ({
      callingAgent: (operation, authorization, agents, credentials) => {
        const agent = conforming.callingAgent(operation, authorization, agents, credentials)
        return agent && operation === 'executeAgentQuote' && agent.state === 'DELETED'
          ? { ...agent, state: 'ACTIVE' }
          : agent
      },
    }),
  },
]

const managementIds = [
  ['getAgent', 'AGM-41'],
  ['updateAgentPolicy', 'AGM-42'],
  ['pauseAgent', 'AGM-43'],
  ['resumeAgent', 'AGM-44'],
  ['deleteAgent', 'AGM-45'],
  ['regenerateDeviceCode', 'AGM-46'],
] as const

const unknown: readonly Fault[] = [
  {
    id: 'agent-unknown-is-any',
    title: 'uses the agent created last in place of a nonexistent one',
    breaks: ['AGM-41', 'AGM-42', 'AGM-43', 'AGM-44', 'AGM-45', 'AGM-46'],
    // Later requests affect an agent of another check.
    mayAlsoBreak: managed,
    replace: (conforming) => ({
      agentNamed: (agents, agentId) => conforming.agentNamed(agents, agentId) ?? [...agents.values()].at(-1),
    }),
  },
  ...managementIds.map(([operation, requirement]) => ({
    id: `agent-unknown-breaks-${operation}`,
    title: `returns 500 for ${operation} of a nonexistent agent`,
    breaks: [requirement],
    // A deleted agent is nonexistent too.
    mayAlsoBreak: operation === 'deleteAgent' ? (['AGM-89'] as const) : [],
    replace: brokenForUnknown(operation),
  })),
]

const codes: readonly Fault[] = [
  {
    id: 'agent-code-gives-no-token',
    title: 'redeems a device code without returning the token',
    breaks: ['AGM-01', 'AGM-51'],
    mayAlsoBreak: ['AGM-58', 'AGM-62', 'AGM-63'],
    replace: rewriting('redeemDeviceCode', { accessToken: undefined }),
  },
  {
    id: 'agent-code-of-another',
    title: "returns the status of a device code with another agent's id",
    breaks: ['AGM-51', 'AGM-58'],
    replace: rewriting('redeemDeviceCode', {
      agentId: (redeemed) => String(redeemed.agentId).replace(/.{12}$/, '000000000042'),
    }),
  },
  {
    id: 'agent-code-gives-an-unknown-token',
    title: 'returns a token that it has not stored',
    breaks: ['AGM-04', 'AGM-52', 'AGM-58'],
    // These checks need an installed agent.
    mayAlsoBreak: ['AGM-05', 'AGM-06', 'AGM-07', 'AGM-63'],
    replace: (conforming) =>
      rewriting('redeemDeviceCode', { accessToken: () => conforming.newAccessToken() }),
  },
  {
    id: 'agent-pause-not-at-creation',
    title: 'blocks the executions of a paused agent, but not quotes that it executes at creation',
    breaks: ['AGM-22'],
    replace: {
      pauseRefuses: ({ state }, operation) => state === 'PAUSED' && operation === 'executeAgentQuote',
    },
  },
  {
    id: 'agent-token-replaced-by-another-agent',
    title: "accepts only the token of a customer's last agent",
    breaks: ['AGM-52'],
    // These checks need two agents of a customer.
    mayAlsoBreak: ['AGM-17', 'AGM-20', 'AGM-24', 'AGM-25', 'AGM-34', 'AGM-36'],
    replace: (conforming) => ({
      callingAgent(operation, authorization, agents, platform) {
        const all = [...agents]
        const calling = conforming.callingAgent(operation, authorization, all, platform)
        return all.findLast(({ customerId }) => customerId === calling?.customerId) === calling
          ? calling
          : undefined
      },
    }),
  },
  {
    id: 'agent-code-and-more',
    title: 'compares only the first characters of a device code',
    breaks: ['AGM-55'],
    replace: (conforming) => ({
      deviceCodeNamed: (deviceCodes, code) =>
        conforming.deviceCodeNamed(deviceCodes, code) ??
        [...deviceCodes].find(([known]) => code.startsWith(known))?.[1],
    }),
  },
  {
    id: 'agent-code-unknown-is-500',
    title: 'returns 500 for an invalid device code',
    breaks: ['AGM-55'],
    mayAlsoBreak: ['AGM-35'],
    replace: {
      deviceCodeNotRedeemable: () => ({ status: 500, code: 'INTERNAL_ERROR', reason: 'code is undefined' }),
    },
  },
  {
    id: 'agent-code-is-a-token',
    title: 'accepts a device code as the token of its agent',
    breaks: ['AGM-57'],
    replace: (conforming) => ({
      callingAgent: (operation, authorization, agents, credentials) => {
        const all = [...agents]
        const agent = conforming.callingAgent(operation, authorization, all, credentials)
        // A code has 16 characters, a token 43.
        const isCode = /^Bearer \S{16}$/.test(authorization ?? '')
        return agent ?? (isCode ? all.find(({ state }) => state === 'ACTIVE') : undefined)
      },
    }),
  },
  {
    id: 'agent-code-generated-again-is-the-first',
    title: 'returns a redeemed device code when a new one is requested',
    breaks: ['AGM-58'],
    replace: rewriting('regenerateDeviceCode', { code: 'ABCD-REDEEMED' }),
  },
  {
    id: 'agent-code-status-is-the-first',
    title: 'still returns a redeemed device code as not redeemed',
    breaks: ['AGM-60'],
    replace: rewriting('deviceCodeStatus', { redeemed: false }),
  },
  {
    id: 'agent-code-status-for-everything',
    title: 'returns a status for any text as a device code',
    breaks: ['AGM-61'],
    replace: (conforming) => ({
      respond: (operation, response, request) =>
        operation === 'deviceCodeStatus' && response.status === 404
          ? { status: 200, body: { redeemed: false } }
          : conforming.respond(operation, response, request),
    }),
  },
  {
    id: 'agent-code-spent-by-its-status',
    title: 'redeems a device code when its status is read',
    breaks: ['AGM-62'],
    // The status was read before the redemption.
    mayAlsoBreak: ['AGM-60'],
    replace: { statusSpendsCode: true },
  },
  {
    id: 'agent-token-for-all',
    title: 'issues the same token to every installed agent',
    breaks: ['AGM-63'],
    // With it every caller acts as the first installed agent.
    mayAlsoBreak: [
      'AGM-52',
      'AGM-04',
      'AGM-05',
      'AGM-06',
      'AGM-07',
      'AGM-20',
      'AGM-25',
      'AGM-35',
      'AGM-36',
      'AGM-58',
    ],
    replace: () => {
      let first: unknown
      return rewriting('redeemDeviceCode', { accessToken: (redeemed) => (first ??= redeemed.accessToken) })
    },
  },
]

const credentials: readonly Fault[] = (
  [
    ['createAgent', 'AGM-71', 'AGM-81'],
    ['getAgent', 'AGM-72', 'AGM-82'],
    ['updateAgentPolicy', 'AGM-73', 'AGM-83'],
    ['pauseAgent', 'AGM-74', 'AGM-84'],
    ['resumeAgent', 'AGM-75', 'AGM-85'],
    ['deleteAgent', 'AGM-76', 'AGM-86'],
    ['regenerateDeviceCode', 'AGM-77', 'AGM-87'],
  ] as const
).flatMap(([operation, withoutCredentials, agent]) => [
  {
    id: `agent-open-${operation}`,
    title: `requires no credentials for ${operation}`,
    breaks: [withoutCredentials, agent],
    replace: acceptsAllCredentials(operation),
  },
  {
    id: `agent-token-for-${operation}`,
    title: `accepts an agent's token for ${operation}`,
    breaks: [agent],
    replace: acceptsAgentTokens(operation),
  },
])

/** Contract: What the service does, Agent Management; Authentication, row Agent bearer token. */
export const agentManagementFaults: readonly Fault[] = [
  ...creation,
  ...policy,
  ...ends,
  ...unknown,
  ...codes,
  ...credentials,
  {
    id: 'agent-paused-loses-its-mode',
    title: "sets an agent's mode to AUTO when it is resumed",
    breaks: ['AGM-88'],
    replace: ({ pauseRefuses }) => ({
      pauseRefuses: (agent, operation) => {
        const isPaused = pauseRefuses(agent, operation)
        if (isPaused) agent.policy = { ...agent.policy, defaultExecutionMode: 'AUTO' }
        return isPaused
      },
    }),
  },
  {
    id: 'agent-read-from-a-shared-cache',
    title: 'returns a cached agent to every caller',
    breaks: ['AGM-72', 'AGM-82'],
    replace: readFromSharedCache('getAgent'),
  },
  {
    id: 'agent-deleted-twice-is-500',
    title: 'returns 500 to the second deletion of an agent',
    breaks: ['AGM-89'],
    replace: crashesWhenDeletedTwice('deleteAgent'),
  },
  {
    id: 'agent-from-cut-json',
    title: 'creates an agent from a body that is cut off',
    breaks: ['AGM-100'],
    replace: completesJson('createAgent'),
  },
  {
    id: 'agent-resumed-by-a-policy',
    title: 'resumes a paused agent when its policy changes',
    breaks: ['AGM-37'],
    replace: affects(['updateAgentPolicy'], (agent) => {
      if (agent.state === 'PAUSED') agent.state = 'ACTIVE'
      return [agent]
    }),
  },
  {
    id: 'agent-deleted-with-the-actions-of-its-customer',
    title: 'lists no actions of a customer one of whose agents was deleted',
    breaks: ['AGM-38'],
    replace: ({ visibleActions }) => ({
      visibleActions: (actions, request) => {
        const ofCustomer = sameCustomer(request.agent, request.agents.values())
        return ofCustomer.some(({ state }) => state === 'DELETED') ? [] : visibleActions(actions, request)
      },
    }),
  },
]
