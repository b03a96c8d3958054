/** Creating agents with platform credentials (contract: What the service does, Agent Management and Agent behaviour). */
import { check, expect, type Stage } from '../../fixtures/index.ts'
import { createdQuote } from '../agent-operations/created-quote.ts'
import { quoteRequest } from '../agent-operations/quote-request.ts'
import { disagreements } from '../agent-operations/where-given.ts'
import { requireUnderstood, showsDefaultPermissions, showsMode, showsPermissions } from './acting-agent.ts'
import { isPending, listedAction } from './listed-action.ts'
import {
  agentIdIn,
  agentRequest,
  createdAgent,
  deviceCodeOf,
  installedAgent,
  redemption,
  tokenIn,
} from './managed-agent.ts'
import { REJECTED, REJECTED_OR_UNAUTHORIZED } from '../rejections.ts'

check('AGM-01', 'an agent is created, and its device code is redeemed for a token', async (stage) => {
  const elder = await stage.arrange('agent', {})

  const answer = await stage.platform.agents.create(agentRequest(elder))

  expect(answer).toSucceed()
  const code = await deviceCodeOf(stage, { answer, agentId: agentIdIn(answer) ?? 'not returned' })
  const redeemed = await redemption(stage, code)
  expect(redeemed).toSucceed()
  expect(tokenIn(redeemed)).toEqual(expect.any(String))
})

check('AGM-02', 'the response to a creation shows what was requested', async (stage) => {
  const { answer, agentId, name, elder } = await createdAgent(stage)

  const { body } = answer

  expect(
    disagreements(body, {
      'agent.id': agentId,
      'agent.name': name,
      'agent.customerId': elder.customerId,
      'agent.platformCustomerId': elder.platformCustomerId,
      'deviceCode.agentId': agentId,
      'deviceCode.redeemed': false,
    }),
  ).toEqual([])
})

check('AGM-03', 'a created agent is read by its id', async (stage) => {
  const { agentId } = await createdAgent(stage)

  const got = await stage.poll(
    () => stage.platform.agents.get(agentId),
    ({ status }) => status === 200,
  )

  expect(got).toHaveStatus(200)
  expect(got.text).toContain(agentId)
})

check('AGM-04', "an installed agent gets a quote on its customer's accounts", async (stage) => {
  const { agent, agentId, elder, answer: changed } = await installedAgent(stage)

  const answer = await agent.createQuote(quoteRequest(elder), stage.random.uuid())

  await requireUnderstood(stage, answer.status < 400, {
    agentId,
    changed,
    isShownIn: showsDefaultPermissions,
  })
  expect(answer).toSucceed()
  expect(createdQuote(answer).id).toEqual(expect.any(String))
  expect(disagreements(answer.body, { 'source.customerId': elder.customerId })).toEqual([])
})

check('AGM-05', "an installed agent gets no quote on another customer's account", async (stage) => {
  const { agent, elder } = await installedAgent(stage)
  createdQuote(await agent.createQuote(quoteRequest(elder), stage.random.uuid()))
  const other = await stage.arrange('agent', {})
  const source = { sourceType: 'ACCOUNT', accountId: other.sourceAccountId }

  const answer = await agent.createQuote(quoteRequest(elder, { source }), stage.random.uuid())

  expect(answer).toBeError(...REJECTED_OR_UNAUTHORIZED)
  expect(answer.text).not.toContain(other.customerId)
})

check('AGM-06', 'an agent created without the permission to quote gets no quote', async (stage) => {
  createdQuote(await quoteOf(stage, await installedAgent(stage)))
  const installed = await installedAgent(stage, { permissions: ['EXECUTE_QUOTES'] })

  const answer = await quoteOf(stage, installed)

  await requireUnderstood(stage, answer.status >= 400, {
    agentId: installed.agentId,
    changed: installed.answer,
    isShownIn: showsPermissions('EXECUTE_QUOTES'),
  })
  expect(answer).toBeError(...REJECTED_OR_UNAUTHORIZED)
})

const quoteOf = ({ random }: Stage, { agent, elder }: Awaited<ReturnType<typeof installedAgent>>) =>
  agent.createQuote(quoteRequest(elder), random.uuid())

check('AGM-07', 'what an agent created in mode APPROVAL_REQUIRED executes awaits approval', async (stage) => {
  const installed = await installedAgent(stage, { defaultExecutionMode: 'APPROVAL_REQUIRED' })
  const { agent, agentId, answer } = installed
  const { id } = createdQuote(await quoteOf(stage, installed))

  await agent.executeQuote(id)

  const action = () => listedAction(agent, id)
  const isShownIn = showsMode('APPROVAL_REQUIRED')
  const seen = await stage.poll(action, isPending)
  await requireUnderstood(stage, isPending(seen), { agentId, changed: answer, isShownIn })
  await expect(action).toReachStatus('PENDING_APPROVAL')
})

check('AGM-08', 'no agent is created for a customer that does not exist', async (stage) => {
  const { elder } = await createdAgent(stage)
  const customerId = `Customer:${stage.random.uuid()}`

  const answer = await stage.platform.agents.create({ ...agentRequest(elder), customerId })

  expect(answer).toBeError(...REJECTED)
})

check('AGM-09', 'no agent is created without a customer', async (stage) => {
  const { elder } = await createdAgent(stage)
  const { customerId: _customerId, ...request } = agentRequest(elder)

  const answer = await stage.platform.agents.create(request)

  expect(answer).toBeError(...REJECTED)
})

check('AGM-10', 'two agents created alike are two, with device codes of their own', async (stage) => {
  const one = await createdAgent(stage)

  const other = await createdAgent(stage, {}, one.elder)

  expect(other.agentId).not.toBe(one.agentId)
  const code = await deviceCodeOf(stage, one)
  expect(await deviceCodeOf(stage, other)).not.toBe(code)
})
