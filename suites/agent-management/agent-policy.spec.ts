/** A policy takes effect on the agent's next request (contract: What the service does; Endpoints 3, introduction). */
import { check, expect, type Answer, type Stage } from '../../fixtures/index.ts'
import { differences } from '../agent-operations/agreement.ts'
import {
  actingAgent,
  actingSibling,
  requireUnderstood,
  seenToBeRefused,
  showsMode,
  showsPermissions,
  untilRefused,
  untilServed,
} from './acting-agent.ts'
import { executableQuote, quoteOf, type ExecutableQuote } from './executable-quote.ts'
import { isListed, isPending, listedAction } from './listed-action.ts'
import { createdAgent, done, policyOf } from './managed-agent.ts'
import { pendingAction } from './pending-action.ts'
import { asLongAsAnExecutionTakes, watchSpending } from './spending.ts'
import { REJECTED_OR_UNAUTHORIZED } from '../rejections.ts'

check('AGM-11', 'without the permission to quote an agent gets no more quotes', async (stage) => {
  const { holder, askForQuote } = await actingAgent(stage)
  const permissions = ['EXECUTE_QUOTES']

  const changed = await stage.platform.agents.updatePolicy(holder.agentId, policyOf(holder, { permissions }))

  expect(changed).toSucceed()
  const answer = await untilRefused(stage, askForQuote)
  await requireUnderstood(stage, answer.status >= 400, {
    agentId: holder.agentId,
    changed,
    isShownIn: showsPermissions(...permissions),
  })
  expect(answer).toBeError(...REJECTED_OR_UNAUTHORIZED)
})

/** Executes another quote of the same agent. */
const executeAnother =
  ({ random }: Stage, { holder, agent }: ExecutableQuote) =>
  async (): Promise<Answer> =>
    agent.executeQuote((await quoteOf(holder, agent, random)).quoteId)

/** Executes another quote of the same agent, and gives the action that comes of it. */
const actionOfAnother =
  ({ random }: Stage, { holder, agent }: ExecutableQuote) =>
  async (): Promise<Answer> => {
    const { quoteId } = await quoteOf(holder, agent, random)
    await agent.executeQuote(quoteId)
    return listedAction(agent, quoteId)
  }

check('AGM-12', 'without the permission to execute an agent executes no more', async (stage) => {
  const quote = await executableQuote(stage)
  const { agentId, sourceAccountId } = quote.holder
  const execute = executeAnother(stage, quote)
  const permissions = ['CREATE_QUOTES']
  done(await execute())

  done(await stage.platform.agents.updatePolicy(agentId, policyOf(quote.holder, { permissions })))
  await untilRefused(stage, execute)
  await asLongAsAnExecutionTakes(stage)
  const spent = await watchSpending(stage, sourceAccountId)
  const executed = await quote.agent.executeQuote(quote.quoteId)

  expect(executed).toBeError(...REJECTED_OR_UNAUTHORIZED)
  await asLongAsAnExecutionTakes(stage)
  expect(await spent(), 'paid by the source account').toBe(0)
})

check('AGM-13', 'with the permission to quote an agent gets quotes', async (stage) => {
  const acting = await actingAgent(stage)
  const { holder, askForQuote } = acting
  const without = policyOf(holder, { permissions: ['EXECUTE_QUOTES'] })
  done(await stage.platform.agents.updatePolicy(holder.agentId, without))
  await seenToBeRefused(stage, acting)

  const changed = await stage.platform.agents.updatePolicy(holder.agentId, policyOf(holder))

  expect(changed).toSucceed()
  expect(await untilServed(stage, askForQuote)).toSucceed()
})

check('AGM-14', 'switched to APPROVAL_REQUIRED, the next execution awaits approval', async (stage) => {
  const quote = await executableQuote(stage)
  const { agentId, sourceAccountId } = quote.holder
  const policy = policyOf(quote.holder, { defaultExecutionMode: 'APPROVAL_REQUIRED' })
  const isShownIn = showsMode('APPROVAL_REQUIRED')

  const changed = await stage.platform.agents.updatePolicy(agentId, policy)
  const effect = await stage.poll(actionOfAnother(stage, quote), isPending)
  await asLongAsAnExecutionTakes(stage)
  const spent = await watchSpending(stage, sourceAccountId)
  const { quoteId } = await quoteOf(quote.holder, quote.agent, stage.random)
  await quote.agent.executeQuote(quoteId)

  expect(changed).toSucceed()
  await requireUnderstood(stage, isPending(effect), { agentId, changed, isShownIn })
  await expect(() => listedAction(quote.agent, quoteId)).toReachStatus('PENDING_APPROVAL')
  await asLongAsAnExecutionTakes(stage)
  expect(await spent(), 'paid by the source account').toBe(0)
})

check('AGM-15', 'switched to AUTO, the next execution is paid without approval', async (stage) => {
  const quote = await executableQuote(stage, { executionMode: 'APPROVAL_REQUIRED' })
  const { agentId, sourceAccountId } = quote.holder

  const changed = await stage.platform.agents.updatePolicy(agentId, policyOf(quote.holder))
  // An action that is not listed may be one that is not listed yet.
  await stage.poll(actionOfAnother(stage, quote), (action) => isListed(action) && !isPending(action))
  const spent = await watchSpending(stage, sourceAccountId)
  const { quoteId, totalSendingAmount } = await quoteOf(quote.holder, quote.agent, stage.random)
  await quote.agent.executeQuote(quoteId)

  expect(changed).toSucceed()
  const paid = await stage.poll(spent, (amount) => amount >= totalSendingAmount, stage.maxWaitMs)
  const isShownIn = showsMode('AUTO')
  await requireUnderstood(stage, paid >= totalSendingAmount, { agentId, changed, isShownIn })
  expect(paid, 'paid by the source account').toBeGreaterThanOrEqual(totalSendingAmount)
})

/** Long enough for a wrong policy to be seen where it does not lag, and not for a run to wait for it. */
const TIME_TO_SHOW_MS = 300

check('AGM-16', 'a change of the mode leaves the permissions as they are', async (stage) => {
  const { holder, askForQuote } = await actingAgent(stage)

  const changed = await stage.platform.agents.updatePolicy(holder.agentId, {
    defaultExecutionMode: 'APPROVAL_REQUIRED',
  })
  const answer = await stage.poll(askForQuote, ({ status }) => status >= 400, TIME_TO_SHOW_MS)

  expect(changed).toSucceed()
  expect(answer).toSucceed()
})

/** What an agent has beside the mode, wherever a response shows it. */
const BESIDE_THE_MODE = [
  'id',
  'name',
  'customerId',
  'platformCustomerId',
  'status',
  'isPaused',
  'policy.permissions',
  'policy.approvalThreshold',
  'policy.spendingLimits.currency',
  'policy.spendingLimits.perTransactionLimit',
] as const

check('AGM-19', 'a change of the mode leaves every other field of the agent as it is', async (stage) => {
  const { agentId } = await createdAgent(stage)
  const agent = () => stage.platform.agents.get(agentId)
  const isShownIn = showsMode('APPROVAL_REQUIRED')
  const before = await stage.poll(agent, ({ status }) => status === 200)

  const changed = await stage.platform.agents.updatePolicy(agentId, {
    defaultExecutionMode: 'APPROVAL_REQUIRED',
  })
  const after = await stage.poll(agent, ({ body }) => isShownIn(body))

  expect(changed).toSucceed()
  expect(after).toSucceed()
  await requireUnderstood(stage, false, { agentId, changed, isShownIn })
  expect(differences(before.body, after.body, BESIDE_THE_MODE)).toEqual([])
})

check('AGM-17', "a change of one agent's policy leaves another agent's alone", async (stage) => {
  const changed = await actingAgent(stage)
  const sibling = await actingSibling(stage, changed)
  const { holder } = changed

  const without = policyOf(holder, { permissions: ['EXECUTE_QUOTES'] })
  done(await stage.platform.agents.updatePolicy(holder.agentId, without))
  await seenToBeRefused(stage, changed)

  expect(await sibling.askForQuote()).toSucceed()
})

check('AGM-18', 'what awaits approval still does when the mode becomes AUTO', async (stage) => {
  const pending = await pendingAction(stage)
  const { holder } = pending
  const spent = await watchSpending(stage, holder.sourceAccountId)

  done(await stage.platform.agents.updatePolicy(holder.agentId, policyOf(holder)))
  await asLongAsAnExecutionTakes(stage)

  expect(await pending.action()).toHold({ status: 'PENDING_APPROVAL' })
  expect(await spent(), 'paid by the source account').toBe(0)
})
