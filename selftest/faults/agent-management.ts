import { requirements, type OperationName } from '../../spec/index.ts'
import type { Agent, Policy } from '../../reference/resources/payments.ts'
import type { Rules } from '../../reference/rules/index.ts'
import type { Fault } from './fault.ts'
import { rewriting, type Json } from './rewriting.ts'

/** Lets everybody call one operation of the platform. */
const open = (opened: OperationName) => (conforming: Rules) => ({
  mayCallAsPlatform: (...parameters: Parameters<Rules['mayCallAsPlatform']>) =>
    parameters[0] === opened || conforming.mayCallAsPlatform(...parameters),
})

/** Takes an agent's token for platform credentials at one operation. */
const openToAgents =
  (opened: OperationName) =>
  (conforming: Rules): Pick<Rules, 'mayCallAsPlatform'> => ({
    mayCallAsPlatform: (operation, authorization, credentials, agents) =>
      conforming.mayCallAsPlatform(operation, authorization, credentials, agents) ||
      (operation === opened &&
        conforming.callingAgent(operation, authorization, agents, credentials) !== undefined),
  })

const sameCustomer = ({ customerId }: Agent, agents: Iterable<Agent>) =>
  [...agents].filter((agent) => agent.customerId === customerId)

const isCreatedByRequest = ({ name }: Agent) => name.startsWith('Assay agent')

/** The agent, and the one of its customer that was created before it. */
const withTheOneBefore = (agent: Agent, agents: Iterable<Agent>) => {
  const all = sameCustomer(agent, agents)
  return all.slice(Math.max(0, all.indexOf(agent) - 1), all.indexOf(agent) + 1)
}

/** Breaks where an operation is asked for an agent that there is not. */
const brokenForUnknown = (broken: OperationName) => (conforming: Rules) => ({
  respond: (...[operation, response, request]: Parameters<Rules['respond']>) =>
    operation === broken && response.status === 404
      ? {
          status: 500,
          body: { code: 'INTERNAL_ERROR', reason: "Cannot read properties of undefined (reading 'state')" },
        }
      : conforming.respond(operation, response, request),
})

/** Requirements that stand on an agent being as it was left. */
const managed = requirements.map(({ id }) => id).filter((id) => id.startsWith('AGM-'))

const creation: readonly Fault[] = [
  {
    id: 'agent-created-with-a-code-of-nothing',
    title: 'returns a device code that it has not stored with a new agent',
    breaks: ['AGM-01'],
    // One code for all of them, and no agent that was installed.
    mayAlsoBreak: ['AGM-10', 'AGM-35'],
    replace: () =>
      rewriting('createAgent', (created) => ({
        ...created,
        deviceCode: { ...(created.deviceCode as Json), code: 'ABCD-EFGH-IJKL-MNOP' },
      })),
  },
  {
    id: 'agent-created-is-named-after-its-customer',
    title: 'has the identifier of the platform for that of the customer in a new agent',
    breaks: ['AGM-02'],
    // A customer of a name of its own has no form of an identifier either.
    mayAlsoBreak: ['CNV-03'],
    replace: () =>
      rewriting('createAgent', (created) => {
        const agent = created.agent as Json
        return { ...created, agent: { ...agent, customerId: agent.platformCustomerId } }
      }),
  },
  {
    id: 'agent-created-is-redeemed',
    title: 'says that a new device code was redeemed',
    breaks: ['AGM-02'],
    replace: () =>
      rewriting('createAgent', (created) => ({
        ...created,
        deviceCode: { ...(created.deviceCode as Json), redeemed: true },
      })),
  },
  {
    id: 'agent-got-under-another-id',
    title: 'gets an agent under the id of its database, and not the one that it was created with',
    breaks: ['AGM-03'],
    replace: () =>
      rewriting('getAgent', (agent) => ({
        ...agent,
        id: String(agent.id).replace(/.{12}$/, '000000000042'),
      })),
  },
  {
    id: 'agent-acts-for-every-customer',
    title: 'quotes on the accounts of every customer',
    breaks: ['AGM-05'],
    replace: () => ({ sourceBelongsToCustomer: () => true }),
  },
  {
    id: 'agent-created-with-the-usual-policy',
    title: 'shows the policy that an agent was created with, and treats it by the usual one',
    breaks: ['AGM-06', 'AGM-07'],
    // It needs an agent that gets no quotes.
    mayAlsoBreak: ['AGM-20'],
    replace: (conforming) => ({
      mayCreateQuotes: (agent) => isCreatedByRequest(agent) || conforming.mayCreateQuotes(agent),
      modeRequiresApproval: (agent) => !isCreatedByRequest(agent) && conforming.modeRequiresApproval(agent),
    }),
  },
  {
    id: 'agent-created-may-do-nothing',
    title: 'shows the permissions of a created agent, and does not grant them',
    breaks: ['AGM-04', 'AGM-58'],
    replace: (conforming) => ({
      mayCreateQuotes: (agent) => !isCreatedByRequest(agent) && conforming.mayCreateQuotes(agent),
    }),
  },
  {
    id: 'agent-for-anybody',
    title: 'creates agents for customers that do not exist',
    breaks: ['AGM-08'],
    replace: (conforming) => ({
      customerOfNewAgent: (customers, customerId) =>
        conforming.customerOfNewAgent(customers, customerId) ?? [...customers.values()][0],
    }),
  },
  {
    id: 'agent-of-nobody-is-500',
    title: 'breaks on a new agent without a customer',
    breaks: ['AGM-09'],
    replace: (conforming) => ({
      respond: (operation, response, request) =>
        operation === 'createAgent' && response.status === 400
          ? { status: 500, body: { code: 'INTERNAL_ERROR', reason: 'null value in column customer_id' } }
          : conforming.respond(operation, response, request),
    }),
  },
  {
    id: 'agent-created-again-is-the-first',
    title: 'answers the creation of an agent like one it has answered for the customer before',
    breaks: ['AGM-10'],
    // Neighbours of one customer are one agent.
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
    title: 'shows the permissions of the changed policy, and quotes by every one that the agent ever had',
    breaks: ['AGM-11'],
    // They need an agent from which the permission was taken.
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
    title: 'takes permissions from a policy, and gives none',
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
    title: 'looks at the permission to quote when an agent executes',
    breaks: ['AGM-12'],
    replace: () => ({
      mayExecuteQuotes: ({ policy: { permissions } }) => permissions.includes('CREATE_QUOTES'),
    }),
  },
  {
    id: 'agent-mode-kept-in-a-cache',
    title: 'shows the execution mode of the changed policy, and executes by the one before',
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
    title: 'takes what a change of the policy does not name for nothing',
    breaks: ['AGM-16', 'AGM-19'],
    replace: (conforming) => ({
      policyAfterChange: (before, change) =>
        conforming.policyAfterChange({ ...before, permissions: ['EXECUTE_QUOTES'] }, change),
    }),
  },
  {
    id: 'agent-threshold-reset-by-a-change',
    title: 'gives the approval threshold its default when a change of the policy does not name it',
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
    title: 'changes the policy of the agent created before as well',
    breaks: ['AGM-20'],
    replace: () => ({ agentsUnderPolicy: withTheOneBefore }),
  },
  {
    id: 'agent-policy-of-the-customer',
    title: 'keeps one policy for all agents of a customer',
    breaks: ['AGM-17', 'AGM-20'],
    replace: () => ({ agentsUnderPolicy: sameCustomer }),
  },
  {
    id: 'agent-pending-released-by-auto',
    title: 'shows what awaits approval as approved once the mode of its agent is AUTO',
    breaks: ['AGM-18'],
    replace: () => {
      const released = new Set<string>()
      return {
        agentsUnderPolicy: (agent) => {
          if (agent.policy.defaultExecutionMode === 'APPROVAL_REQUIRED') released.add(agent.id)
          return [agent]
        },
        shownStatus: ({ agentId, status }) =>
          status === 'PENDING_APPROVAL' && released.has(agentId) ? 'APPROVED' : status,
      }
    },
  },
]

const ends: readonly Fault[] = [
  {
    id: 'agent-paused-in-name',
    title: 'says that an agent is paused, and serves it',
    breaks: ['AGM-21'],
    // They stand on a paused agent that gets no quotes.
    mayAlsoBreak: ['AGM-22', 'AGM-23', 'AGM-24', 'AGM-25', 'AGM-75', 'AGM-85'],
    replace: () => ({ pauseRefuses: () => false }),
  },
  {
    id: 'agent-paused-still-executes',
    title: 'gives a paused agent no quotes, and executes those that it has',
    breaks: ['AGM-22'],
    replace: (conforming) => ({
      pauseRefuses: (agent, operation) =>
        operation !== 'executeAgentQuote' && conforming.pauseRefuses(agent, operation),
    }),
  },
  {
    id: 'agent-paused-for-good',
    title: 'leaves an agent paused that is resumed',
    breaks: ['AGM-23'],
    replace: () => ({ stateAfterResume: ({ state }) => state }),
  },
  {
    id: 'agent-paused-is-500',
    title: 'breaks when a paused agent asks for a quote',
    breaks: ['AGM-21', 'AGM-22'],
    mayAlsoBreak: ['AGM-75', 'AGM-85'],
    replace: () => ({
      agentPaused: () => ({ status: 500, code: 'INTERNAL_ERROR', reason: 'unexpected state PAUSED' }),
    }),
  },
  {
    id: 'agent-state-of-the-one-before',
    title: 'pauses, resumes and deletes the agent created before as well',
    breaks: ['AGM-25', 'AGM-36'],
    replace: () => ({ agentsConcerned: withTheOneBefore }),
  },
  {
    id: 'agent-deleted-with-the-one-before',
    title: 'deletes the agent created before as well',
    breaks: ['AGM-36'],
    replace: (conforming) => {
      let agents: readonly Agent[] = []
      return {
        agentsConcerned: (agent, all) => {
          agents = [...all]
          return [agent]
        },
        stateAfterDeletion: (agent) => {
          const state = conforming.stateAfterDeletion(agent)
          for (const one of withTheOneBefore(agent, agents)) one.state = state
          return state
        },
      }
    },
  },
  {
    id: 'agent-paused-with-the-one-before',
    title: 'pauses the agent created before as well',
    breaks: ['AGM-25'],
    replace: (conforming) => {
      let agents: readonly Agent[] = []
      return {
        agentsConcerned: (agent, all) => {
          agents = [...all]
          return [agent]
        },
        stateAfterPause: (agent) => {
          const state = conforming.stateAfterPause(agent)
          for (const one of withTheOneBefore(agent, agents)) one.state = state
          return state
        },
      }
    },
  },
  {
    id: 'agent-state-of-the-customer',
    title: 'pauses, resumes and deletes all agents of a customer at once',
    breaks: ['AGM-24', 'AGM-25', 'AGM-34', 'AGM-36'],
    replace: () => ({ agentsConcerned: sameCustomer }),
  },
  {
    id: 'agent-deleted-keeps-its-token',
    title: 'forgets the token of an agent when it is deleted',
    breaks: ['AGM-31', 'AGM-33', 'AGM-35'],
    // They stand on a deleted agent that gets no quotes.
    mayAlsoBreak: ['AGM-32', 'AGM-34', 'AGM-36'],
    replace: () => ({ agentTokenIsGood: () => true }),
  },
  {
    id: 'agent-deleted-still-executes',
    title: 'looks for deletion everywhere but where money moves',
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
    title: 'takes the agent created last for one that does not exist',
    breaks: ['AGM-41', 'AGM-42', 'AGM-43', 'AGM-44', 'AGM-45', 'AGM-46'],
    // Whatever is then done is done to an agent of another check.
    mayAlsoBreak: managed,
    replace: (conforming) => ({
      agentNamed: (agents, agentId) => conforming.agentNamed(agents, agentId) ?? [...agents.values()].at(-1),
    }),
  },
  ...managementIds.map(([operation, requirement]) => ({
    id: `agent-unknown-breaks-${operation}`,
    title: `breaks where ${operation} is asked for an agent that does not exist`,
    breaks: [requirement],
    replace: brokenForUnknown(operation),
  })),
]

const codes: readonly Fault[] = [
  {
    id: 'agent-code-gives-no-token',
    title: 'redeems a device code without giving the token',
    breaks: ['AGM-01', 'AGM-51'],
    mayAlsoBreak: ['AGM-58', 'AGM-62', 'AGM-63'],
    replace: () => rewriting('redeemDeviceCode', (redeemed) => ({ ...redeemed, accessToken: undefined })),
  },
  {
    id: 'agent-code-of-another',
    title: 'says that a device code is that of another agent than it is',
    breaks: ['AGM-51', 'AGM-58'],
    replace: () =>
      rewriting('redeemDeviceCode', (redeemed) => ({
        ...redeemed,
        agentId: String(redeemed.agentId).replace(/.{12}$/, '000000000042'),
      })),
  },
  {
    id: 'agent-code-gives-a-token-of-nobody',
    title: 'gives a token that it never stored',
    breaks: ['AGM-04', 'AGM-52', 'AGM-58'],
    // They stand on an agent that was installed.
    mayAlsoBreak: ['AGM-05', 'AGM-06', 'AGM-07', 'AGM-63'],
    replace: (conforming) => ({ redeemedToken: () => conforming.newAccessToken() }),
  },
  {
    id: 'agent-code-and-more',
    title: 'compares as much of a device code as its own are long',
    breaks: ['AGM-55'],
    replace: (conforming) => ({
      deviceCodeNamed: (deviceCodes, code) =>
        conforming.deviceCodeNamed(deviceCodes, code) ??
        [...deviceCodes].find(([known]) => code.startsWith(known))?.[1],
    }),
  },
  {
    id: 'agent-code-unknown-is-500',
    title: 'breaks on a device code that is none',
    breaks: ['AGM-55'],
    mayAlsoBreak: ['AGM-35'],
    replace: () => ({
      deviceCodeNotRedeemable: () => ({ status: 500, code: 'INTERNAL_ERROR', reason: 'code is undefined' }),
    }),
  },
  {
    id: 'agent-code-is-a-token',
    title: 'takes a device code for the token of its agent',
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
    title: 'answers a new device code with one that was redeemed',
    breaks: ['AGM-58'],
    replace: () =>
      rewriting('regenerateDeviceCode', (generated) => ({ ...generated, code: 'ABCD-REDEEMED' })),
  },
  {
    id: 'agent-code-status-is-the-first',
    title: 'goes on to say that a device code was not redeemed',
    breaks: ['AGM-60'],
    replace: () => rewriting('deviceCodeStatus', (status) => ({ ...status, redeemed: false })),
  },
  {
    id: 'agent-code-status-for-everything',
    title: 'has a status for whatever is called a device code',
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
    title: 'spends a device code when its status is asked for',
    breaks: ['AGM-62'],
    // It was asked for before it was redeemed.
    mayAlsoBreak: ['AGM-60'],
    replace: () => ({ statusSpendsCode: () => true }),
  },
  {
    id: 'agent-token-for-all',
    title: 'gives every agent that is installed the same token',
    breaks: ['AGM-63'],
    // With it everybody is the agent that was installed first.
    mayAlsoBreak: ['AGM-04', 'AGM-05', 'AGM-06', 'AGM-07', 'AGM-20', 'AGM-25', 'AGM-35', 'AGM-36', 'AGM-58'],
    replace: () => {
      let first: string | undefined
      return { redeemedToken: ({ accessToken }) => (first ??= accessToken) }
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
).flatMap(([operation, nobody, agent]) => [
  {
    id: `agent-open-${operation}`,
    title: `looks at no credentials for ${operation}`,
    breaks: [nobody, agent],
    replace: open(operation),
  },
  {
    id: `agent-token-for-${operation}`,
    title: `takes an agent's token for ${operation}`,
    breaks: [agent],
    replace: openToAgents(operation),
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
]
