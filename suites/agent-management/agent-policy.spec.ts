/** A policy takes effect on the agent's next request (contract: What the service does; Endpoints 3, introduction). */
import { check, expect, valueAt, type Answer, type Stage } from '../../fixtures/index.ts'
import { actingAgent, actingSibling, untilRefused, untilServed } from './acting-agent.ts'
import { executableQuote, quoteOf, type ExecutableQuote } from './executable-quote.ts'
import { listedAction } from './listed-action.ts'
import { done, policyOf } from './managed-agent.ts'
import { pendingAction } from './pending-action.ts'
import { asLongAsAnExecutionTakes, watchSpending } from './spending.ts'

check('AGM-11', 'without the permission to quote an agent gets no more quotes', async (stage) => {
  const { holder, askForQuote } = await actingAgent(stage)

  const changed = await stage.platform.agents.updatePolicy(holder.agentId, policyOf(['EXECUTE_QUOTES']))

  expect(changed).toSucceed()
  expect(await untilRefused(stage, askForQuote)).toBeError(400, 401, 403, 404)
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
  done(await execute())

  done(await stage.platform.agents.updatePolicy(agentId, policyOf(['CREATE_QUOTES'])))
  await untilRefused(stage, execute)
  await asLongAsAnExecutionTakes(stage)
  const spent = await watchSpending(stage, sourceAccountId)
  const executed = await quote.agent.executeQuote(quote.quoteId)

  expect(executed).toBeError(400, 401, 403, 404)
  await asLongAsAnExecutionTakes(stage)
  expect(await spent(), 'paid by the source account').toBe(0)
})

check('AGM-13', 'with the permission to quote an agent gets quotes', async (stage) => {
  const { holder, askForQuote } = await actingAgent(stage)
  done(await stage.platform.agents.updatePolicy(holder.agentId, policyOf(['EXECUTE_QUOTES'])))
  await untilRefused(stage, askForQuote)

  const changed = await stage.platform.agents.updatePolicy(holder.agentId, policyOf())

  expect(changed).toSucceed()
  expect(await untilServed(stage, askForQuote)).toSucceed()
})

const isPending = ({ body }: Answer) => valueAt(body, 'status') === 'PENDING_APPROVAL'

check('AGM-14', 'switched to APPROVAL_REQUIRED, the next execution awaits approval', async (stage) => {
  const quote = await executableQuote(stage)
  const { agentId, sourceAccountId } = quote.holder

  const changed = await stage.platform.agents.updatePolicy(agentId, policyOf(undefined, 'APPROVAL_REQUIRED'))
  await stage.poll(actionOfAnother(stage, quote), isPending)
  await asLongAsAnExecutionTakes(stage)
  const spent = await watchSpending(stage, sourceAccountId)
  await quote.agent.executeQuote(quote.quoteId)

  expect(changed).toSucceed()
  await expect(() => listedAction(quote.agent, quote.quoteId)).toReachStatus('PENDING_APPROVAL')
  await asLongAsAnExecutionTakes(stage)
  expect(await spent(), 'paid by the source account').toBe(0)
})

check('AGM-15', 'switched to AUTO, the next execution is paid without approval', async (stage) => {
  const quote = await executableQuote(stage, { executionMode: 'APPROVAL_REQUIRED' })
  const { agentId, sourceAccountId } = quote.holder

  const changed = await stage.platform.agents.updatePolicy(agentId, policyOf(undefined, 'AUTO'))
  await stage.poll(actionOfAnother(stage, quote), (action) => !isPending(action))
  const spent = await watchSpending(stage, sourceAccountId)
  await quote.agent.executeQuote(quote.quoteId)

  expect(changed).toSucceed()
  const paid = await stage.poll(spent, (amount) => amount >= quote.totalSendingAmount, stage.maxWaitMs)
  expect(paid, 'paid by the source account').toBeGreaterThanOrEqual(quote.totalSendingAmount)
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

check('AGM-17', "a change of one agent's policy leaves another agent's alone", async (stage) => {
  const changed = await actingAgent(stage)
  const sibling = await actingSibling(stage, changed)

  done(await stage.platform.agents.updatePolicy(changed.holder.agentId, policyOf(['EXECUTE_QUOTES'])))
  await untilRefused(stage, changed.askForQuote)

  expect(await sibling.askForQuote()).toSucceed()
})

check('AGM-18', 'what awaits approval still does when the mode becomes AUTO', async (stage) => {
  const pending = await pendingAction(stage)
  const spent = await watchSpending(stage, pending.holder.sourceAccountId)

  done(await stage.platform.agents.updatePolicy(pending.holder.agentId, policyOf(undefined, 'AUTO')))
  await asLongAsAnExecutionTakes(stage)

  expect(await pending.action()).toHold({ status: 'PENDING_APPROVAL' })
  expect(await spent(), 'paid by the source account').toBe(0)
})
