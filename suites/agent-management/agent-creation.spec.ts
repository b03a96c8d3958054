/** Creating agents with platform credentials (contract: What the service does, Agent Management and Agent behaviour). */
import { check, expect, valueAt } from '../../fixtures/index.ts'
import { createdQuote } from '../agent-operations/created-quote.ts'
import { quoteRequest } from '../agent-operations/quote-request.ts'
import { disagreements } from '../agent-operations/where-given.ts'
import { listedAction } from './listed-action.ts'
import { agentRequest, codeIn, createdAgent, idOf, installedAgent, policyOf } from './managed-agent.ts'

check('AGM-01', 'an agent is created, and comes with a device code', async ({ arrange, platform }) => {
  const { customerId } = await arrange('agent', {})

  const answer = await platform.agents.create(agentRequest(customerId))

  expect(answer).toSucceed()
  expect(codeIn(answer)).toEqual(expect.any(String))
})

check('AGM-02', 'what creation tells of the agent is what was asked for', async (stage) => {
  const created = await createdAgent(stage)

  const { body } = created.answer

  const { name, customerId } = agentRequest(created.elder.customerId)
  const { platformCustomerId } = created.elder
  const agentId = idOf(created)
  expect(
    disagreements(body, {
      'agent.id': agentId,
      'agent.name': name,
      'agent.customerId': customerId,
      'agent.platformCustomerId': platformCustomerId,
      'deviceCode.agentId': agentId,
      'deviceCode.redeemed': false,
    }),
  ).toEqual([])
})

check('AGM-03', 'a created agent is got by its id', async (stage) => {
  const created = await createdAgent(stage)

  const got = await stage.poll(
    () => stage.platform.agents.get(idOf(created)),
    ({ status }) => status === 200,
  )

  expect(got).toHaveStatus(200)
  expect(got).toHold({ id: idOf(created) })
  expect(disagreements(got.body, { customerId: created.elder.customerId })).toEqual([])
})

check('AGM-04', "an installed agent gets a quote on its customer's accounts", async (stage) => {
  const { agent, elder } = await installedAgent(stage)

  const answer = await agent.createQuote(quoteRequest(elder), stage.random.uuid())

  expect(answer).toSucceed()
  expect(valueAt(answer.body, 'id')).toEqual(expect.any(String))
  expect(disagreements(answer.body, { 'source.customerId': elder.customerId })).toEqual([])
})

check('AGM-05', "an installed agent gets no quote on another customer's account", async (stage) => {
  const { agent, elder } = await installedAgent(stage)
  createdQuote(await agent.createQuote(quoteRequest(elder), stage.random.uuid()))
  const stranger = await stage.arrange('agent', {})
  const source = { sourceType: 'ACCOUNT', accountId: stranger.sourceAccountId }

  const answer = await agent.createQuote(quoteRequest(elder, { source }), stage.random.uuid())

  expect(answer).toBeError(400, 403, 404)
  expect(answer.text).not.toContain(stranger.customerId)
})

check('AGM-06', 'an agent created without the permission to quote gets no quote', async (stage) => {
  createdQuote(await quoteOfInstalled(stage))

  const answer = await quoteOfInstalled(stage, policyOf(['EXECUTE_QUOTES']))

  expect(answer).toBeError(400, 401, 403, 404)
})

/** What an agent created with the policy is answered when it asks for a quote. */
async function quoteOfInstalled(stage: Parameters<typeof installedAgent>[0], policy?: object) {
  const { agent, elder } = await installedAgent(stage, policy)
  return agent.createQuote(quoteRequest(elder), stage.random.uuid())
}

check('AGM-07', 'what an agent created in mode APPROVAL_REQUIRED executes awaits approval', async (stage) => {
  const { agent, elder } = await installedAgent(stage, policyOf(undefined, 'APPROVAL_REQUIRED'))
  const { id } = createdQuote(await agent.createQuote(quoteRequest(elder), stage.random.uuid()))

  await agent.executeQuote(id)

  await expect(() => listedAction(agent, id)).toReachStatus('PENDING_APPROVAL')
})

check('AGM-08', 'no agent is created for a customer that does not exist', async (stage) => {
  await createdAgent(stage)

  const answer = await stage.platform.agents.create(agentRequest(`Customer:${stage.random.uuid()}`))

  expect(answer).toBeError(400, 404)
})

check('AGM-09', 'no agent is created without a customer', async (stage) => {
  await createdAgent(stage)

  const answer = await stage.platform.agents.create({ name: 'Assay agent', policy: policyOf() })

  expect(answer).toBeError(400, 404)
})

check('AGM-10', 'two agents created alike are two, with codes of their own', async (stage) => {
  const one = await createdAgent(stage)

  const other = await stage.platform.agents.create(agentRequest(one.elder.customerId))

  expect(other).toSucceed()
  expect([undefined, one.deviceCode]).not.toContain(codeIn(other))
  expect(valueAt(other.body, 'agent.id') ?? 'not told').not.toBe(one.agentId)
})
