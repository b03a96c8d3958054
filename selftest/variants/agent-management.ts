import { isObject } from '../../reference/is-object.ts'
import { refusedAs } from '../refused.ts'
import { affectsNothing } from '../affects.ts'
import { actsLater } from '../waits-before.ts'
import { digest } from '../../reference/digest.ts'
import { agentManagementOperations } from '../../reference/operations/agent-management.ts'
import { forbidden } from './forbidden.ts'
import { only, successesChanged, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

const TOKEN_LAG_MS = 500

const nameOfCreated = (body: unknown): unknown =>
  isObject(body) && isObject(body.agent) ? body.agent.name : body

/** Contract: What the service does, Agent Management; Authentication, gaps. */
export const agentManagementVariations: readonly Variant[] = [
  {
    id: 'created-agent-in-short',
    alone: true,
    title: 'returns 200 with only the device code and the id for a new agent',
    point: 'response to the creation of an agent',
    interpretation: "The contract does not specify the response; the agent's software needs the code.",
    replace: (rules) =>
      successesChanged(
        rules,
        ({ body }) => {
          const { deviceCode } = body as { readonly deviceCode: Json }
          return { status: 200, body: { deviceCode: only(deviceCode, 'code', 'agentId') } }
        },
        ['createAgent'],
      ),
  },
  {
    id: 'created-agent-without-code',
    alone: true,
    title: 'returns only the created agent, without a device code',
    point: 'response to the creation of an agent',
    interpretation: 'A device code comes from regenerateDeviceCode.',
    replace: (rules) =>
      successesChanged(
        rules,
        ({ body }) => ({ status: 201, body: (body as { readonly agent: Json }).agent }),
        ['createAgent'],
      ),
  },
  {
    id: 'agent-names-unique',
    title: 'returns 409 for a new agent with the name of another agent, also of another customer',
    point: 'names of agents',
    interpretation: 'The contract does not specify them.',
    replace: (rules) => {
      const taken = new Set<unknown>()
      return successesChanged(
        rules,
        (response) => {
          const name = nameOfCreated(response.body)
          if (taken.has(name))
            return { status: 409, body: { code: 'CONFLICT', reason: 'Another agent has this name.' } }
          taken.add(name)
          return response
        },
        ['createAgent'],
      )
    },
  },
  {
    id: 'one-agent-per-customer',
    // Others of its group would be judged without the requirements about several agents.
    alone: true,
    title: 'returns 409 for a second agent of a customer',
    point: 'number of agents of a customer',
    interpretation: 'The contract does not specify it.',
    lacks: ['agents.several'],
    replace: ({ agentTokenIsGood }) => ({
      mayHaveAgent: ({ id }, agents) =>
        ![...agents].some((agent) => agent.customerId === id && agentTokenIsGood(agent)),
    }),
  },
  {
    id: 'pause-by-another-name',
    alone: true,
    title: 'pauses with a field other than isPaused, and ignores isPaused',
    point: 'request of a pause',
    interpretation: 'The contract does not specify it.',
    blocks: [
      'AGM-21',
      'AGM-22',
      'AGM-23',
      'AGM-24',
      'AGM-25',
      'AGM-37',
      'AGM-74',
      'AGM-75',
      'AGM-84',
      'AGM-85',
      'AGM-88',
    ],
    replace: affectsNothing('pauseAgent'),
  },
  {
    id: 'policy-by-other-names',
    alone: true,
    title: 'uses other names for policy fields, and ignores unknown ones',
    point: 'request of a change of a policy',
    interpretation: 'The contract does not specify it.',
    warns: ['AGM-12'],
    blocks: [
      'AGM-11',
      'AGM-13',
      'AGM-14',
      'AGM-15',
      'AGM-17',
      'AGM-19',
      'AGM-20',
      'AGM-73',
      'AGM-83',
      'APR-02',
      'APR-05',
    ],
    replace: { policyAfterChange: (policy) => policy },
  },
  {
    id: 'management-returns-nothing',
    title: 'returns 204 for a policy change, a pause, a resume and a deletion',
    point: 'responses of the management of agents',
    interpretation: 'The contract does not specify them.',
    replace: (rules) =>
      successesChanged(rules, () => ({ status: 204, body: undefined }), [
        'updateAgentPolicy',
        'pauseAgent',
        'resumeAgent',
        'deleteAgent',
      ]),
  },
  {
    id: 'management-is-accepted',
    title: 'returns 202 with its own text for the management of agents',
    point: 'responses of the management of agents',
    interpretation: 'The contract does not specify them.',
    replace: (rules) =>
      successesChanged(rules, () => ({ status: 202, body: { accepted: true } }), [
        'updateAgentPolicy',
        'pauseAgent',
        'resumeAgent',
        'deleteAgent',
      ]),
  },
  {
    id: 'policy-replaced-whole',
    title: 'treats a policy change as a replacement of the whole policy',
    point: 'a policy that is given in part',
    interpretation: 'Permissions that are not named are not granted.',
    warns: ['AGM-16', 'AGM-19'],
    replace: {
      policyAfterChange: ({ approvalThreshold }, change) => ({
        permissions: [],
        defaultExecutionMode: 'APPROVAL_REQUIRED',
        approvalThreshold,
        ...change,
      }),
    },
  },
  {
    id: 'management-seen-later',
    title: 'applies a change to an agent 600 ms after the response',
    point: 'visibility of a change to an agent',
    interpretation: 'A new status may take up to two seconds to be seen.',
    replace: actsLater('changeAgent', 600),
  },
  {
    id: 'paused-agent-unauthorised',
    title: 'returns 401 for every request of a paused agent, including lists',
    point: 'refusal of a paused agent',
    interpretation: 'Its credentials are invalid while it is paused.',
    replace: (rules) => ({
      pauseRefuses: ({ state }) => state === 'PAUSED',
      agentPaused: (operation) => rules.unauthorized(operation),
    }),
  },
  {
    id: 'paused-agent-forbidden',
    title: 'returns 403 to a paused agent',
    point: 'refusal of a paused agent',
    interpretation: 'The contract does not specify which error.',
    warns: ['CNV-09'],
    replace: (rules) => ({
      agentPaused: (operation, agent) => forbidden(rules.agentPaused(operation, agent)),
    }),
  },
  {
    id: 'paused-agent-bad-request',
    title: 'returns 400 to a paused agent',
    point: 'refusal of a paused agent',
    interpretation: 'The contract does not specify which error.',
    replace: (rules) => ({
      agentPaused: (operation, agent) => refusedAs(rules.agentPaused(operation, agent), 400, 'INVALID_INPUT'),
    }),
  },
  {
    id: 'deleted-agent-not-found',
    title: 'returns 404 to the token of a deleted agent',
    point: 'refusal of a deleted agent',
    interpretation: 'The credentials are known, but the agent is not found.',
    replace: (rules) => ({
      agentTokenIsGood: () => true,
      pauseRefuses: (agent, operation) => agent.state === 'DELETED' || rules.pauseRefuses(agent, operation),
      agentPaused: (operation, agent) =>
        agent.state === 'DELETED' ? rules.agentNotFound : rules.agentPaused(operation, agent),
    }),
  },
  {
    id: 'unknown-agent-is-a-bad-request',
    title: 'returns 400 for a nonexistent agent or customer',
    point: 'management of an agent that does not exist',
    interpretation: 'The contract does not specify which error.',
    replace: (rules) => ({
      agentNotFound: refusedAs(rules.agentNotFound, 400, 'INVALID_INPUT'),
      agentsCustomerNotFound: refusedAs(rules.agentsCustomerNotFound, 400, 'INVALID_INPUT'),
    }),
  },
  {
    id: 'management-by-an-agent-forbidden',
    title: 'returns 403 to an agent that manages agents',
    point: 'an agent that would manage agents',
    interpretation: 'Its token is valid, but lacks the permission.',
    warns: ['CNV-09'],
    replace: (rules) => ({
      respond: async (operation, response, request) => {
        const { status, ...rest } = await rules.respond(operation, response, request)
        const isManagement = operation !== undefined && operation in agentManagementOperations.platform
        const isAgent = request.authorization?.startsWith('Bearer ')
        return { ...rest, status: status === 401 && isManagement && isAgent ? 403 : status }
      },
    }),
  },
  {
    id: 'no-code-is-a-bad-request',
    title: 'returns 400 for a device code that cannot be redeemed',
    point: 'refusal of a device code',
    interpretation: 'The contract does not specify which error.',
    replace: (rules) => ({
      deviceCodeNotRedeemable: (code) => refusedAs(rules.deviceCodeNotRedeemable(code), 400, 'INVALID_INPUT'),
      deviceCodeNotFound: refusedAs(rules.deviceCodeNotFound, 400, 'INVALID_INPUT'),
    }),
  },
  {
    id: 'spent-code-conflicts',
    title: 'returns 409 for a redeemed or expired device code',
    point: 'refusal of a device code',
    interpretation: 'The contract does not specify which error.',
    replace: (rules) => ({
      deviceCodeNotRedeemable: (code) =>
        code === undefined
          ? rules.deviceCodeNotRedeemable(code)
          : refusedAs(rules.deviceCodeNotRedeemable(code), 409, 'CONFLICT'),
    }),
  },
  {
    id: 'no-code-is-unauthorised',
    title: 'returns 401 for a device code that cannot be redeemed',
    point: 'refusal of a device code',
    interpretation: 'The code is the only credential.',
    replace: (rules) => ({ deviceCodeNotRedeemable: () => rules.unauthorized('redeemDeviceCode') }),
  },
  {
    id: 'device-codes-in-short',
    title: 'returns only the required fields of a device code, nested in deviceCode when new',
    point: 'status of a device code',
    interpretation: 'The contract does not specify it.',
    blocks: ['AGM-60', 'AGM-62'],
    replace: (rules) =>
      successesChanged(
        rules,
        (response, operation) => {
          const body = response.body as Json
          if (operation === 'deviceCodeStatus') return { status: 200, body: { status: 'KNOWN' } }
          if (operation === 'redeemDeviceCode') return { status: 201, body: only(body, 'accessToken') }
          return { status: 200, body: { deviceCode: only(body, 'code') } }
        },
        ['regenerateDeviceCode', 'redeemDeviceCode', 'deviceCodeStatus'],
      ),
  },
  {
    id: 'redemption-replaces-the-token',
    title: 'issues a new token with every redemption, and revokes the previous one',
    point: 'tokens of an agent whose software is installed again',
    interpretation: 'The contract does not specify whether the previous token stays valid.',
    replace: (rules) => ({
      redeemedToken: (agent) => {
        const accessToken = rules.newAccessToken()
        Object.assign(agent, { accessToken, accessTokenDigest: digest(accessToken) })
        return accessToken
      },
    }),
  },
  {
    id: 'redeemed-token-in-an-object',
    title: 'returns the token of a redeemed device code in an object',
    point: 'response to a redemption',
    interpretation: 'The contract shows only the name of the token.',
    replace: (rules) =>
      successesChanged(
        rules,
        ({ body, ...response }) => ({
          ...response,
          body: { credentials: only(body as Json, 'accessToken'), expiresIn: 3600 },
        }),
        ['redeemDeviceCode'],
      ),
  },
  {
    id: 'pause-ends-the-token',
    title: 'rejects the token of an agent that was paused until a new device code is redeemed',
    point: 'tokens of a paused agent',
    interpretation: 'The contract does not specify whether a token survives a pause.',
    replace: (rules) => {
      const ended = new Set<string>()
      return {
        affected: (operation, named, all) => {
          if (operation === 'pauseAgent' && 'accessToken' in named) ended.add(named.id)
          return rules.affected(operation, named, all)
        },
        callingAgent: (operation, ...received) => {
          const agent = rules.callingAgent(operation, ...received)
          return agent && ended.has(agent.id) ? undefined : agent
        },
        redeemedToken: (agent) => {
          ended.delete(agent.id)
          return rules.redeemedToken(agent)
        },
      }
    },
  },
  {
    id: 'token-valid-later',
    title: 'accepts the token of a redemption half a second later',
    point: 'eventual consistency of a token',
    alone: true,
    interpretation: 'A new resource may take up to two seconds to be known everywhere.',
    // Quotes that these checks need are created at once.
    blocks: ['AGM-05', 'AGM-06', 'AGM-07', 'AGM-20', 'AGM-25', 'AGM-36'],
    replace: (rules) => {
      const redeemedAt = new Map<string, number>()
      return {
        redeemedToken(agent) {
          redeemedAt.set(agent.id, Date.now())
          return rules.redeemedToken(agent)
        },
        callingAgent(...request) {
          const agent = rules.callingAgent(...request)
          const isKnown = agent && Date.now() - (redeemedAt.get(agent.id) ?? 0) >= TOKEN_LAG_MS
          return isKnown ? agent : undefined
        },
      }
    },
  },
  {
    id: 'redemption-repeated',
    title: 'returns the first response again for a second redemption of a device code',
    point: 'tokens of an agent whose software is installed again',
    interpretation: 'A code yields one token, however often it is presented.',
    replace: { deviceCodeIsUnused: () => true },
  },
  {
    id: 'device-code-without-end',
    title: 'issues device codes that never expire',
    point: 'lifetime of a device code',
    interpretation: 'The contract does not specify it.',
    replace: { deviceCodeIsInTime: () => true },
  },
  {
    id: 'device-code-status-open',
    title: 'returns the status of a device code to any caller that has it',
    point: 'credentials for the status of a device code',
    interpretation: 'The software under installation polls it, and has no other credentials.',
    replace: (rules) => ({
      mayCallAsPlatform: (operation, ...of) =>
        operation === 'deviceCodeStatus' || rules.mayCallAsPlatform(operation, ...of),
    }),
  },
  {
    id: 'device-code-redeemed-often',
    alone: true,
    title: 'issues a new token on every redemption of a device code',
    point: 'number of uses of a device code',
    interpretation: 'The contract does not specify it.',
    replace: (rules) => ({
      deviceCodeIsUnused: () => true,
      redeemedToken: (agent) => {
        const accessToken = rules.newAccessToken()
        Object.assign(agent, { accessToken, accessTokenDigest: digest(accessToken) })
        return accessToken
      },
    }),
  },
  {
    id: 'new-code-is-the-first',
    alone: true,
    title: 'returns the existing device code when a new one is requested',
    point: 'device codes of an agent that has several',
    interpretation: 'The contract does not specify whether a new code differs.',
    replace: {
      newDeviceCode: (agent, codes, random) =>
        [...codes].find(([, { agentId, redeemed }]) => agentId === agent.id && !redeemed)?.[0] ?? random(),
    },
  },
  {
    id: 'no-new-code-for-a-connected-agent',
    alone: true,
    title: 'rejects a new device code for a connected agent',
    point: 'a new device code of a connected agent',
    interpretation: 'The contract does not specify whether a connected agent can get a new code.',
    replace: {
      givesNewDeviceCode: (agent, codes) => {
        const own = [...codes.values()].filter(({ agentId }) => agentId === agent.id)
        return own.length > 0 && own.every(({ redeemed }) => !redeemed)
      },
    },
  },
  {
    id: 'new-code-replaces-the-first',
    title: "revokes an agent's earlier device codes when it creates a new one",
    point: 'device codes of an agent that has several',
    interpretation: 'The contract does not specify whether the earlier one stays valid.',
    replace: (rules) => ({
      newDeviceCode: (agent, codes, random) => {
        for (const code of codes.values()) if (code.agentId === agent.id) code.redeemed = true
        return rules.newDeviceCode(agent, codes, random)
      },
    }),
  },
]
