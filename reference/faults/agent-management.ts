import type { OperationName } from '../../spec/index.ts'
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

const creation: readonly Fault[] = [
  {
    id: 'agent-created-without-code',
    title: 'creates an agent without a device code',
    breaks: ['AGM-01', 'CNV-02'],
    seenBy: ['AGM-01'],
    replace: () =>
      rewriting('createAgent', (created) => ({ ...created, deviceCode: { ...(created.deviceCode as Json), code: undefined } })),
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
    id: 'agent-got-is-another',
    title: 'gets the agent that was created last, whichever is asked for',
    breaks: ['AGM-03'],
    // An agent that does not exist is then got as well.
    mayAlsoBreak: ['AGM-41'],
    replace: (lawful) => ({
      agentNamed: (agents, agentId) => {
        const agent = lawful.agentNamed(agents, agentId)
        return agent && { ...agent, id: [...agents.keys()].find((id) => id !== agentId) ?? agentId }
      },
    }),
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
    replace: () => ({ mayExecuteQuotes: ({ policy: { permissions } }) => permissions.includes('CREATE_QUOTES') }),
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
      const automatic = new Set<string>()
      return {
        policyAfterChange: (before, change) => {
          if (change.defaultExecutionMode === 'AUTO') automatic.add(JSON.stringify(before.permissions))
          return { ...before, ...change }
        },
        shownStatus: ({ status }) =>
          status === 'PENDING_APPROVAL' && automatic.size > 0 ? 'APPROVED' : status,
      }
    },
  },
]
