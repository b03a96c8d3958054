import { digest } from '../../reference/digest.ts'
import type { Refusal } from '../../reference/errors.ts'
import { agentManagementOperations } from '../../reference/operations/agent-management.ts'
import { forbidden } from './forbidden.ts'
import { only, successesChanged, type Json } from './rewritten.ts'
import type { Variant } from './variant.ts'

const refusedAs = (refusal: Refusal, status: number, code: Refusal['code']): Refusal => ({
  ...refusal,
  status,
  code,
})

/** Contract: What the service does, Agent Management; Authentication, gaps. */
export const agentManagementVariations: readonly Variant[] = [
  {
    id: 'created-agent-in-short',
    alone: true,
    title: 'answers the creation of an agent with 200 and no more than its device code and id',
    point: 'answer of the creation of an agent',
    reading: 'It is not shown; the software of the agent needs the code.',
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
    title: 'returns the created agent by itself, without a device code',
    point: 'answer of the creation of an agent',
    reading: 'A device code comes from regenerateDeviceCode.',
    replace: (rules) =>
      successesChanged(
        rules,
        ({ body }) => ({ status: 201, body: (body as { readonly agent: Json }).agent }),
        ['createAgent'],
      ),
  },
  {
    id: 'pause-by-another-name',
    alone: true,
    title: 'pauses by a field of another name than isPaused, which it ignores',
    point: 'request of a pause',
    reading: 'It is not shown.',
    blocks: ['AGM-21', 'AGM-22', 'AGM-23', 'AGM-24', 'AGM-25', 'AGM-74', 'AGM-75', 'AGM-84', 'AGM-85'],
    replace: () => ({ stateAfterPause: ({ state }) => state }),
  },
  {
    id: 'policy-by-other-names',
    alone: true,
    title: 'changes a policy by fields of other names, and ignores those that it does not know',
    point: 'request of a change of a policy',
    reading: 'It is not shown.',
    warns: ['AGM-12'],
    blocks: ['AGM-11', 'AGM-13', 'AGM-14', 'AGM-15', 'AGM-17', 'AGM-19', 'AGM-20', 'AGM-73', 'AGM-83'],
    replace: () => ({ policyAfterChange: (policy) => policy }),
  },
  {
    id: 'management-answers-nothing',
    title: 'answers a change of a policy, a pause, its end and a deletion with 204',
    point: 'answers of the management of agents',
    reading: 'They are not shown.',
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
    title: 'answers the management of agents with 202 and a word of its own',
    point: 'answers of the management of agents',
    reading: 'They are not shown.',
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
    title: 'takes a change of the policy for the whole policy',
    point: 'a policy that is given in part',
    reading: 'What is not named is not granted.',
    warns: ['AGM-16', 'AGM-19'],
    replace: () => ({
      policyAfterChange: ({ approvalThreshold }, change) => ({
        permissions: [],
        defaultExecutionMode: 'APPROVAL_REQUIRED',
        approvalThreshold,
        ...change,
      }),
    }),
  },
  {
    id: 'management-seen-later',
    title: 'shows a change to an agent 600 ms after it was answered',
    point: 'when a change to an agent is seen',
    reading: 'A new status may take up to two seconds to be seen.',
    replace: () => ({ managementTakesMs: () => 600 }),
  },
  {
    id: 'paused-agent-unauthorised',
    title: 'answers whatever a paused agent asks with 401, its lists too',
    point: 'refusal of a paused agent',
    reading: 'Its credentials are none for the time being.',
    replace: (rules) => ({
      pauseRefuses: ({ state }) => state === 'PAUSED',
      agentPaused: (operation) => rules.unauthorized(operation),
    }),
  },
  {
    id: 'paused-agent-forbidden',
    title: 'answers 403 to a paused agent',
    point: 'refusal of a paused agent',
    reading: 'Which refusal, is not shown.',
    warns: ['CNV-09'],
    replace: (rules) => ({
      agentPaused: (operation, agent) => forbidden(rules.agentPaused(operation, agent)),
    }),
  },
  {
    id: 'paused-agent-bad-request',
    title: 'answers 400 to a paused agent',
    point: 'refusal of a paused agent',
    reading: 'Which refusal, is not shown.',
    replace: (rules) => ({
      agentPaused: (operation, agent) => refusedAs(rules.agentPaused(operation, agent), 400, 'INVALID_INPUT'),
    }),
  },
  {
    id: 'deleted-agent-not-found',
    title: 'answers 404 to the token of a deleted agent',
    point: 'refusal of a deleted agent',
    reading: 'The credentials are known, and the agent is not found.',
    replace: (rules) => ({
      agentTokenIsGood: () => true,
      pauseRefuses: (agent, operation) => agent.state === 'DELETED' || rules.pauseRefuses(agent, operation),
      agentPaused: (operation, agent) =>
        agent.state === 'DELETED' ? rules.agentNotFound() : rules.agentPaused(operation, agent),
    }),
  },
  {
    id: 'unknown-agent-is-a-bad-request',
    title: 'answers 400 where an agent or its customer does not exist',
    point: 'management of an agent that does not exist',
    reading: 'Which refusal, is not shown.',
    replace: (rules) => ({
      agentNotFound: () => refusedAs(rules.agentNotFound(), 400, 'INVALID_INPUT'),
      agentsCustomerNotFound: () => refusedAs(rules.agentsCustomerNotFound(), 400, 'INVALID_INPUT'),
    }),
  },
  {
    id: 'management-by-an-agent-forbidden',
    title: 'answers 403 to an agent that would manage agents',
    point: 'an agent that would manage agents',
    reading: 'Its token is good, and does not reach so far.',
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
    title: 'answers 400 to a device code that cannot be redeemed',
    point: 'refusal of a device code',
    reading: 'Which refusal, is not shown.',
    replace: (rules) => ({
      deviceCodeNotRedeemable: (code) => refusedAs(rules.deviceCodeNotRedeemable(code), 400, 'INVALID_INPUT'),
      deviceCodeNotFound: () => refusedAs(rules.deviceCodeNotFound(), 400, 'INVALID_INPUT'),
    }),
  },
  {
    id: 'spent-code-conflicts',
    title: 'answers 409 to a device code that was redeemed or has expired',
    point: 'refusal of a device code',
    reading: 'Which refusal, is not shown.',
    replace: (rules) => ({
      deviceCodeNotRedeemable: (code) =>
        code === undefined
          ? rules.deviceCodeNotRedeemable(code)
          : refusedAs(rules.deviceCodeNotRedeemable(code), 409, 'CONFLICT'),
    }),
  },
  {
    id: 'no-code-is-unauthorised',
    title: 'answers 401 to a device code that cannot be redeemed',
    point: 'refusal of a device code',
    reading: 'The code is all the credentials there are.',
    replace: (rules) => ({ deviceCodeNotRedeemable: () => rules.unauthorized('redeemDeviceCode') }),
  },
  {
    id: 'device-codes-in-short',
    title: 'tells no more of a device code than what its software needs, and a new one within deviceCode',
    point: 'what is told of a device code',
    reading: 'It is not shown.',
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
    title: 'makes a new token with every redemption, which puts an end to the earlier one',
    point: 'tokens of an agent whose software is installed again',
    reading: 'Whether the earlier token stays good is not shown.',
    replace: (rules) => ({
      redeemedToken: (agent) => {
        const accessToken = rules.newAccessToken()
        Object.assign(agent, { accessToken, accessTokenDigest: digest(accessToken) })
        return accessToken
      },
    }),
  },
  {
    id: 'redemption-repeated',
    title: 'answers the second redemption of a device code like the first',
    point: 'tokens of an agent whose software is installed again',
    reading: 'A code gives one token, as often as it is presented.',
    replace: () => ({ deviceCodeIsUnused: () => true }),
  },
  {
    id: 'device-code-without-end',
    title: 'gives device codes no end',
    point: 'lifetime of a device code',
    reading: 'It is not shown.',
    replace: () => ({ deviceCodeIsInTime: () => true }),
  },
  {
    id: 'device-code-status-open',
    title: 'tells the status of a device code anyone who has it',
    point: 'credentials for the status of a device code',
    reading: 'Software that is being installed polls it, and has no other credentials.',
    replace: (rules) => ({
      mayCallAsPlatform: (operation, ...of) =>
        operation === 'deviceCodeStatus' || rules.mayCallAsPlatform(operation, ...of),
    }),
  },
  {
    id: 'device-code-redeemed-often',
    alone: true,
    title: 'redeems a device code as often as it is presented, each time for a new token',
    point: 'number of uses of a device code',
    reading: 'It is not shown.',
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
    title: 'returns the device code of an agent again when a new one is requested',
    point: 'device codes of an agent that has several',
    reading: 'Whether a new code differs is not shown.',
    replace: () => ({
      newDeviceCode: (agent, codes, random) =>
        [...codes].find(([, { agentId, redeemed }]) => agentId === agent.id && !redeemed)?.[0] ?? random(),
    }),
  },
  {
    id: 'no-new-code-for-a-connected-agent',
    alone: true,
    title: 'rejects a new device code for an agent that is connected',
    point: 'a new device code of a connected agent',
    reading: 'Whether there is one is not shown.',
    replace: () => ({
      givesNewDeviceCode: (agent, codes) => {
        const own = [...codes.values()].filter(({ agentId }) => agentId === agent.id)
        return own.length > 0 && own.every(({ redeemed }) => !redeemed)
      },
    }),
  },
  {
    id: 'new-code-replaces-the-first',
    title: 'puts an end to earlier device codes of an agent when it makes a new one',
    point: 'device codes of an agent that has several',
    reading: 'Whether the earlier one stays good is not shown.',
    replace: (rules) => ({
      newDeviceCode: (agent, codes, random) => {
        for (const code of codes.values()) if (code.agentId === agent.id) code.redeemed = true
        return rules.newDeviceCode(agent, codes, random)
      },
    }),
  },
]
