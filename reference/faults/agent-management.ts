import { requirements, type OperationName } from '../../spec/index.ts'
import { digest } from '../digest.ts'
import type { Agent } from '../resources/payments.ts'
import type { Rules } from '../rules/index.ts'
import type { Fault } from './fault.ts'
import { rewriting, type Json } from './rewriting.ts'

/** Lets everybody call one operation of the platform. */
const open = (opened: OperationName) => (lawful: Rules) => ({
  mayCallAsPlatform: (...parameters: Parameters<Rules['mayCallAsPlatform']>) =>
    parameters[0] === opened || lawful.mayCallAsPlatform(...parameters),
})

/** Takes an agent's token for platform credentials at one operation. */
const openToAgents =
  (opened: OperationName) =>
  (lawful: Rules): Pick<Rules, 'mayCallAsPlatform'> => ({
    mayCallAsPlatform: (operation, authorization, credentials, agents) =>
      lawful.mayCallAsPlatform(operation, authorization, credentials, agents) ||
      (operation === opened &&
        lawful.callingAgent(operation, authorization, agents, credentials) !== undefined),
  })

const sameCustomer = ({ customerId }: Agent, agents: Iterable<Agent>) =>
  [...agents].filter((agent) => agent.customerId === customerId)

/** Breaks where an operation is asked for an agent that there is not. */
const brokenForUnknown = (broken: OperationName) => (lawful: Rules) => ({
  respond: (...[operation, answer, request]: Parameters<Rules['respond']>) =>
    operation === broken && answer.status === 404
      ? {
          status: 500,
          body: { code: 'INTERNAL_ERROR', reason: "Cannot read properties of undefined (reading 'state')" },
        }
      : lawful.respond(operation, answer, request),
})

/** Requirements that stand on an agent being as it was left. */
const managed = requirements.map(({ id }) => id).filter((id) => id.startsWith('AGM-'))

const creation: readonly Fault[] = [
  {
    id: 'agent-created-without-code',
    title: 'creates an agent without a device code',
    breaks: ['AGM-01', 'CNV-02'],
    seenBy: ['AGM-01'],
    replace: () =>
      rewriting('createAgent', (created) => ({
        ...created,
        deviceCode: { ...(created.deviceCode as Json), code: undefined },
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
    title: 'creates every agent with the usual policy, whatever it is asked for',
    breaks: ['AGM-06', 'AGM-07'],
    replace: () => ({
      policyOfNewAgent: () => ({
        permissions: ['CREATE_QUOTES', 'EXECUTE_QUOTES'],
        defaultExecutionMode: 'AUTO',
        approvalThreshold: undefined,
      }),
    }),
  },
  {
    id: 'agent-created-may-do-nothing',
    title: 'creates agents without any permission, to be given later',
    breaks: ['AGM-04'],
    // No agent created has a quote that these could stand on.
    mayAlsoBreak: ['AGM-05', 'AGM-06', 'AGM-07'],
    replace: () => ({ policyOfNewAgent: (policy) => ({ ...policy, permissions: [] }) }),
  },
  {
    id: 'agent-for-anybody',
    title: 'creates agents for customers that do not exist',
    breaks: ['AGM-08'],
    replace: (lawful) => ({
      customerOfNewAgent: (customers, customerId) =>
        lawful.customerOfNewAgent(customers, customerId) ?? [...customers.values()][0],
    }),
  },
  {
    id: 'agent-of-nobody-is-500',
    title: 'breaks on a new agent without a customer',
    breaks: ['AGM-09'],
    replace: (lawful) => ({
      respond: (operation, answer, request) =>
        operation === 'createAgent' && answer.status === 400
          ? { status: 500, body: { code: 'INTERNAL_ERROR', reason: 'null value in column customer_id' } }
          : lawful.respond(operation, answer, request),
    }),
  },
  {
    id: 'agent-created-again-is-the-first',
    title: 'answers the creation of an agent like one it has answered for the customer before',
    breaks: ['AGM-10'],
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
    id: 'agent-permissions-never-taken',
    title: 'adds permissions to a policy, and takes none away',
    breaks: ['AGM-11', 'AGM-12'],
    // What stands on a permission that was taken cannot be judged, and others see it indirectly.
    mayAlsoBreak: ['AGM-17'],
    replace: (lawful) => ({
      policyAfterChange: (before, change) => {
        const after = lawful.policyAfterChange(before, change)
        return { ...after, permissions: [...new Set([...before.permissions, ...after.permissions])] }
      },
    }),
  },
  {
    id: 'agent-permissions-never-given',
    title: 'takes permissions from a policy, and gives none',
    breaks: ['AGM-13'],
    replace: (lawful) => ({
      policyAfterChange: (before, change) => {
        const after = lawful.policyAfterChange(before, change)
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
    id: 'agent-mode-kept',
    title: 'keeps the execution mode that an agent was created with',
    breaks: ['AGM-14', 'AGM-15'],
    mayAlsoBreak: ['AGM-16'],
    replace: (lawful) => ({
      policyAfterChange: (before, change) => ({
        ...lawful.policyAfterChange(before, change),
        defaultExecutionMode: before.defaultExecutionMode,
      }),
    }),
  },
  {
    id: 'agent-policy-replaced-in-part',
    title: 'takes what a change of the policy does not name for nothing',
    breaks: ['AGM-16'],
    replace: (lawful) => ({
      policyAfterChange: (before, change) =>
        lawful.policyAfterChange({ ...before, permissions: ['EXECUTE_QUOTES'] }, change),
    }),
  },
  {
    id: 'agent-policy-of-the-customer',
    title: 'keeps one policy for all agents of a customer',
    breaks: ['AGM-17'],
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
    mayAlsoBreak: ['AGM-22', 'AGM-23', 'AGM-24', 'AGM-75', 'AGM-85'],
    replace: () => ({ pauseRefuses: () => false }),
  },
  {
    id: 'agent-paused-still-executes',
    title: 'gives a paused agent no quotes, and executes those that it has',
    breaks: ['AGM-22'],
    replace: (lawful) => ({
      pauseRefuses: (agent, operation) =>
        operation !== 'executeAgentQuote' && lawful.pauseRefuses(agent, operation),
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
    id: 'agent-state-of-the-customer',
    title: 'pauses, resumes and deletes all agents of a customer at once',
    breaks: ['AGM-24', 'AGM-34'],
    replace: () => ({ agentsConcerned: sameCustomer }),
  },
  {
    id: 'agent-deleted-keeps-its-token',
    title: 'forgets the token of an agent when it is deleted',
    breaks: ['AGM-31', 'AGM-33', 'AGM-35'],
    // They stand on a deleted agent that gets no quotes.
    mayAlsoBreak: ['AGM-32', 'AGM-34'],
    replace: () => ({ agentTokenIsGood: () => true }),
  },
  {
    id: 'agent-deleted-still-executes',
    title: 'looks for deletion everywhere but where money moves',
    breaks: ['AGM-32'],
    replace: (lawful) => ({
      callingAgent: (operation, authorization, agents, credentials) => {
        const agent = lawful.callingAgent(operation, authorization, agents, credentials)
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
    replace: (lawful) => ({
      agentNamed: (agents, agentId) => lawful.agentNamed(agents, agentId) ?? [...agents.values()].at(-1),
    }),
  },
  ...managementIds.map(([operation, requirement]) => ({
    id: `agent-unknown-breaks-${operation}`,
    title: `breaks where ${operation} is asked for an agent that does not exist`,
    breaks: [requirement],
    replace: brokenForUnknown(operation),
  })),
]

/** Makes a token with every redemption, which puts an end to the agent's earlier one. */
const newToken =
  (lawful: Rules): Rules['redeemedToken'] =>
  (agent) => {
    const accessToken = lawful.newAccessToken()
    Object.assign(agent, { accessToken, accessTokenDigest: digest(accessToken) })
    return accessToken
  }

const codes: readonly Fault[] = [
  {
    id: 'agent-code-gives-no-token',
    title: 'redeems a device code without giving the token',
    breaks: ['AGM-51', 'AGM-54', 'CNV-02'],
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
    replace: (lawful) => ({ redeemedToken: () => lawful.newAccessToken() }),
  },
  {
    id: 'agent-code-redeemed-twice',
    title: 'redeems a device code as often as it is presented, each time for a new token',
    breaks: ['AGM-53', 'AGM-54'],
    replace: (lawful) => ({ deviceCodeIsUnused: () => true, redeemedToken: newToken(lawful) }),
  },
  {
    id: 'agent-code-redeemed-at-once',
    title: 'marks a device code as redeemed some time after it looked',
    breaks: ['AGM-54'],
    replace: (lawful) => ({ redemptionTakesMs: () => 100, redeemedToken: newToken(lawful) }),
  },
  {
    id: 'agent-code-and-more',
    title: 'compares as much of a device code as its own are long',
    breaks: ['AGM-55'],
    replace: (lawful) => ({
      deviceCodeNamed: (deviceCodes, code) =>
        lawful.deviceCodeNamed(deviceCodes, code) ??
        [...deviceCodes].find(([known]) => code.startsWith(known))?.[1],
    }),
  },
  {
    id: 'agent-code-unknown-is-500',
    title: 'breaks on a device code that is none',
    breaks: ['AGM-53', 'AGM-55'],
    mayAlsoBreak: ['AGM-35', 'AGM-54', 'AGM-56'],
    replace: () => ({
      deviceCodeNotRedeemable: () => ({ status: 500, code: 'INTERNAL_ERROR', reason: 'code is undefined' }),
    }),
  },
  {
    id: 'agent-code-never-expires',
    title: 'redeems an expired device code',
    breaks: ['AGM-56'],
    replace: () => ({ deviceCodeIsInTime: () => true }),
  },
  {
    id: 'agent-code-is-a-token',
    title: 'takes a device code for the token of its agent',
    breaks: ['AGM-57'],
    replace: (lawful) => ({
      callingAgent: (operation, authorization, agents, credentials) => {
        const all = [...agents]
        const agent = lawful.callingAgent(operation, authorization, all, credentials)
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
    id: 'agent-code-kept',
    title: 'answers the request for a new device code with the one there is',
    breaks: ['AGM-59'],
    replace: () => ({
      newDeviceCode: (agent, deviceCodes, random) =>
        [...deviceCodes].find(([, { agentId }]) => agentId === agent.id)?.[0] ?? random(),
    }),
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
    replace: (lawful) => ({
      respond: (operation, answer, request) =>
        operation === 'deviceCodeStatus' && answer.status === 404
          ? { status: 200, body: { redeemed: false } }
          : lawful.respond(operation, answer, request),
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
    mayAlsoBreak: ['AGM-04', 'AGM-05', 'AGM-06', 'AGM-07', 'AGM-35', 'AGM-58'],
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

const codeStatusOfNobody: Fault = {
  id: 'agent-code-status-breaks-without-credentials',
  title: 'breaks where the status of a device code is asked for without platform credentials',
  breaks: ['AGM-78', 'AGM-88'],
  replace: (lawful) => ({
    respond: (operation, answer, request) =>
      operation === 'deviceCodeStatus' && answer.status === 401
        ? { status: 500, body: { code: 'INTERNAL_ERROR', reason: 'platform is undefined' } }
        : lawful.respond(operation, answer, request),
  }),
}

/** Contract: What the service does, Agent Management; Authentication, row Agent bearer token. */
export const agentManagementFaults: readonly Fault[] = [
  ...creation,
  ...policy,
  ...ends,
  ...unknown,
  ...codes,
  ...credentials,
  codeStatusOfNobody,
]
