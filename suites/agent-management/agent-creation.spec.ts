/** Creating agents with platform credentials (contract: What the service does, Agent Management and Agent behaviour). */
import { check, expect, type CheckContext } from '../../fixtures/index.ts'
import { authorizedQuote } from '../agent-operations/authorized-quote.ts'
import { createdQuote, withinLimits } from '../agent-operations/created-quote.ts'
import { quoteRequest } from '../agent-operations/quote-request.ts'
import { disagreements } from '../disagreements.ts'
import { REJECTED_AS_NOT_JSON } from '../rejections.ts'
import {
  requirePermitted,
  requireUnderstood,
  showsDefaultPermissions,
  showsMode,
  showsNoPermissionToQuote,
} from './acting-agent.ts'
import { isPending, findListedAction } from './listed-action.ts'
import {
  agentIdIn,
  agentRequest,
  arrangeHolder,
  createAgent,
  requireDeviceCode,
  installAgent,
  newAgentName,
  sendRedemption,
} from './managed-agent.ts'
import { expectAgentRejected, expectAgentShown, expectNotPermitted, expectToken } from './expectations.ts'

check('AGM-01', 'an agent is created, and its device code is redeemed for a token', async (context) => {
  const existingAgent = await arrangeHolder(context)

  const response = await context.platform.agents.create(
    agentRequest(existingAgent, newAgentName(context.random)),
  )

  expect(response).toSucceed()
  const code = await requireDeviceCode(context, { response, agentId: agentIdIn(response) ?? 'not returned' })
  const redeemed = await sendRedemption(context, code)
  expectToken(redeemed)
})

check('AGM-02', 'the response to a creation contains the requested values', async (context) => {
  const { response, agentId, name, existingAgent } = await createAgent(context)

  const { body } = response

  expect(
    disagreements(body, {
      'agent.id': agentId,
      'agent.name': name,
      'agent.customerId': existingAgent.customerId,
      'agent.platformCustomerId': existingAgent.platformCustomerId,
      'deviceCode.agentId': agentId,
      'deviceCode.redeemed': false,
    }),
  ).toEqual([])
})

check('AGM-03', 'a created agent is read by its id', async (context) => {
  const { agentId } = await createAgent(context)

  const got = await context.poll(
    () => context.platform.agents.get(agentId),
    ({ status }) => status === 200,
  )

  expectAgentShown(got, agentId)
})

check('AGM-04', "an installed agent gets a quote on its customer's accounts", async (context) => {
  const { agent, agentId, existingAgent, response: changed } = await installAgent(context)

  // The token may become known a moment later.
  const response = await context.poll(
    () => agent.createQuote(quoteRequest(existingAgent), context.random.uuid()),
    ({ status }) => status !== 401,
  )

  withinLimits(response)
  await requireUnderstood(context, response.status < 400, {
    agentId,
    changed,
    isShownIn: showsDefaultPermissions(context),
  })
  expect(response).toSucceed()
  expect(createdQuote(response).id).toEqual(expect.any(String))
  expect(disagreements(response.body, { 'source.customerId': existingAgent.customerId })).toEqual([])
})

check('AGM-05', "an installed agent gets no quote on another customer's account", async (context) => {
  const { agent, existingAgent } = await installAgent(context)
  createdQuote(await agent.createQuote(quoteRequest(existingAgent), context.random.uuid()))
  const other = await context.arrange('agent', {})
  const source = { sourceType: 'ACCOUNT', accountId: other.sourceAccountId }

  const response = await agent.createQuote(quoteRequest(existingAgent, { source }), context.random.uuid())

  expectNotPermitted(response)
  expect(response.text).not.toContain(other.customerId)
})

check('AGM-06', 'an agent created without the permission to quote gets no quote', async (context) => {
  createdQuote(await createQuoteFor(context, await installAgent(context)))
  const installed = await installAgent(context, { permissions: ['EXECUTE_QUOTES'] })

  const response = await createQuoteFor(context, installed)

  await requireUnderstood(context, response.status >= 400, {
    agentId: installed.agentId,
    changed: installed.response,
    isShownIn: showsNoPermissionToQuote(context),
  })
  expectNotPermitted(response)
})

const createQuoteFor = (
  { random }: CheckContext,
  { agent, existingAgent }: Awaited<ReturnType<typeof installAgent>>,
) => agent.createQuote(quoteRequest(existingAgent), random.uuid())

check(
  'AGM-07',
  'the execution of an agent created in mode APPROVAL_REQUIRED awaits approval',
  async (context) => {
    const installed = await installAgent(context, { defaultExecutionMode: 'APPROVAL_REQUIRED' })
    const { agent, agentId, response } = installed
    const quoted = await createQuoteFor(context, installed)
    const { id } = createdQuote(await authorizedQuote(context, quoted, installed.existingAgent, agent))

    await agent.executeQuote(id)

    const action = () => findListedAction(agent, id)
    const isShownIn = showsMode('APPROVAL_REQUIRED')
    const seen = requirePermitted(await context.poll(action, isPending))
    await requireUnderstood(context, isPending(seen), { agentId, changed: response, isShownIn })
    await expect(action).toReachStatus('PENDING_APPROVAL')
  },
)

check('AGM-08', 'no agent is created for a customer that does not exist', async (context) => {
  const { existingAgent } = await createAgent(context)
  const customerId = `Customer:${context.random.uuid()}`

  const response = await context.platform.agents.create({
    ...agentRequest(existingAgent, newAgentName(context.random)),
    customerId,
  })

  expectAgentRejected(response)
})

check('AGM-09', 'no agent is created without a customer', async (context) => {
  const { existingAgent } = await createAgent(context)
  const { customerId: _customerId, ...request } = agentRequest(existingAgent, newAgentName(context.random))

  const response = await context.platform.agents.create(request)

  expectAgentRejected(response)
})

check('AGM-100', 'no agent is created from a body that is cut off', async (context) => {
  const { existingAgent } = await createAgent(context)
  const request = agentRequest(existingAgent, newAgentName(context.random))

  const response = await context.platform.agents.createFrom(JSON.stringify(request).slice(0, -1))

  expect(response).toHaveStatus(...REJECTED_AS_NOT_JSON)
})

check(
  'AGM-10',
  'two identical creations make two agents with different device codes',
  { needs: 'agents.several' },
  async (context) => {
    const one = await createAgent(context)

    const other = await createAgent(context, {}, one.existingAgent)

    expect(other.agentId).not.toBe(one.agentId)
    const code = await requireDeviceCode(context, one)
    expect(await requireDeviceCode(context, other)).not.toBe(code)
  },
)
