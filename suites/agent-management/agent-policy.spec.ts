/** A policy takes effect on the agent's next request (contract: What the service does; Endpoints 3, introduction). */
import { check, expect, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import { differences } from '../agent-operations/agreement.ts'
import { withinLimits } from '../agent-operations/created-quote.ts'
import {
  arrangeActingAgent,
  arrangeOtherActingAgent,
  requireUnderstood,
  requireRejectedQuotes,
  showsMode,
  showsNoPermissionToQuote,
  pollUntilRejected,
  untilServed,
} from './acting-agent.ts'
import { changeThreshold, showsThreshold } from './changed-threshold.ts'
import { createExecutableQuote, createAnotherQuote, type ExecutableQuote } from './executable-quote.ts'
import { measureFarThresholds } from './far-thresholds.ts'
import { findListedAction, isListed, isPending, listedIds } from './listed-action.ts'
import { createAgent, done, policyOf } from './managed-agent.ts'
import { createPendingAction, pendingActionOf } from './pending-action.ts'
import { spentUnreserved } from './reservation.ts'
import { executeAnotherQuote, watchSpending } from './spending.ts'
import { expectNotPermitted, expectPaid } from './expectations.ts'

check('AGM-11', 'without the permission to quote an agent gets no more quotes', async (context) => {
  const { holder, askForQuote } = await arrangeActingAgent(context)
  const permissions = ['EXECUTE_QUOTES']

  const changed = await context.platform.agents.updatePolicy(
    holder.agentId,
    policyOf(holder, { permissions }),
  )

  expect(changed).toSucceed()
  const response = await pollUntilRejected(context, askForQuote)
  await requireUnderstood(context, response.status >= 400, {
    agentId: holder.agentId,
    changed,
    isShownIn: showsNoPermissionToQuote(context),
  })
  expectNotPermitted(response)
})

/** Executes another quote of the same agent. */
const executeAnother =
  (context: CheckContext, { holder, agent }: ExecutableQuote) =>
  async (): Promise<CheckedResponse> =>
    agent.executeQuote((await createAnotherQuote(context, holder, agent)).quoteId)

/** Executes another quote of the same agent, and returns its action. */
const actionOfAnother =
  (context: CheckContext, { holder, agent }: ExecutableQuote) =>
  async (): Promise<CheckedResponse> => {
    const earlier = await listedIds(agent)
    const { quoteId } = await createAnotherQuote(context, holder, agent)
    withinLimits(await agent.executeQuote(quoteId))
    return findListedAction(agent, quoteId, undefined, earlier)
  }

check('AGM-12', 'without the permission to execute an agent executes no more', async (context) => {
  const quote = await createExecutableQuote(context)
  const { agentId, sourceAccountId } = quote.holder
  const execute = executeAnother(context, quote)
  const permissions = ['CREATE_QUOTES']
  done(await execute())

  done(await context.platform.agents.updatePolicy(agentId, policyOf(quote.holder, { permissions })))
  await pollUntilRejected(context, execute)
  await executeAnotherQuote(context)
  const spent = await watchSpending(context, sourceAccountId)
  const executed = await quote.agent.executeQuote(quote.quoteId)

  expectNotPermitted(executed)
  await executeAnotherQuote(context)
  expectPaid(await spent(), 0)
})

check('AGM-13', 'with the permission to quote an agent gets quotes', async (context) => {
  const acting = await arrangeActingAgent(context)
  const { holder, askForQuote } = acting
  const without = policyOf(holder, { permissions: ['EXECUTE_QUOTES'] })
  done(await context.platform.agents.updatePolicy(holder.agentId, without))
  await requireRejectedQuotes(context, acting)

  const changed = await context.platform.agents.updatePolicy(holder.agentId, policyOf(holder))

  expect(changed).toSucceed()
  expect(await untilServed(context, askForQuote)).toSucceed()
})

check('AGM-14', 'switched to APPROVAL_REQUIRED, the next execution awaits approval', async (context) => {
  const quote = await createExecutableQuote(context)
  const { agentId, sourceAccountId } = quote.holder
  const policy = policyOf(quote.holder, { defaultExecutionMode: 'APPROVAL_REQUIRED' })
  const isShownIn = showsMode('APPROVAL_REQUIRED')
  done(await quote.agent.executeQuote(quote.quoteId))

  const changed = await context.platform.agents.updatePolicy(agentId, policy)
  const effect = await context.pollEffect(actionOfAnother(context, quote), isPending)
  await executeAnotherQuote(context)
  const spent = await watchSpending(context, sourceAccountId)
  const earlier = await listedIds(quote.agent)
  const next = await createAnotherQuote(context, quote.holder, quote.agent)
  const executed = await quote.agent.executeQuote(next.quoteId)

  withinLimits(executed)
  expect(changed).toSucceed()
  await requireUnderstood(context, isPending(effect), { agentId, changed, isShownIn })
  const action = () => findListedAction(quote.agent, next.quoteId, undefined, earlier)
  await expect(action).toReachStatus('PENDING_APPROVAL')
  await executeAnotherQuote(context)
  const pending = () => pendingActionOf(context, next, executed)
  expectPaid(await spentUnreserved(context, spent, pending), 0)
})

check('AGM-15', 'switched to AUTO, the next execution is paid without approval', async (context) => {
  const quote = await createExecutableQuote(context, { executionMode: 'APPROVAL_REQUIRED' })
  const { agentId, sourceAccountId } = quote.holder
  done(await quote.agent.executeQuote(quote.quoteId))

  const changed = await context.platform.agents.updatePolicy(agentId, policyOf(quote.holder))
  // An action that is not listed may be listed later.
  await context.pollEffect(
    actionOfAnother(context, quote),
    (action) => isListed(action) && !isPending(action),
  )
  const spent = await watchSpending(context, sourceAccountId)
  const { quoteId, totalSendingAmount } = await createAnotherQuote(context, quote.holder, quote.agent)
  withinLimits(await quote.agent.executeQuote(quoteId))

  expect(changed).toSucceed()
  const paid = await context.poll(spent, (amount) => amount >= totalSendingAmount, context.maxWaitMs)
  const isShownIn = showsMode(context.names.modeWithoutApproval)
  await requireUnderstood(context, paid >= totalSendingAmount, { agentId, changed, isShownIn })
  expect(paid, 'paid by the source account').toBeGreaterThanOrEqual(totalSendingAmount)
})

const withPolicy = { operations: ['updateAgentPolicy'] } as const

check(
  'APR-02',
  'over a threshold that was lowered, the next execution awaits approval',
  withPolicy,
  async (context) => {
    const { below, above } = await measureFarThresholds(context)
    const quote = await createExecutableQuote(context, { approvalThreshold: above })
    const { agentId } = quote.holder
    done(await quote.agent.executeQuote(quote.quoteId))

    const changed = await changeThreshold(context, quote.holder, below)
    done(changed)
    const effect = await context.pollEffect(actionOfAnother(context, quote), isPending)
    const earlier = await listedIds(quote.agent)
    const { quoteId } = await createAnotherQuote(context, quote.holder, quote.agent)
    withinLimits(await quote.agent.executeQuote(quoteId))

    const isShownIn = showsThreshold(below)
    await requireUnderstood(context, isPending(effect), { agentId, changed, isShownIn })
    const action = () => findListedAction(quote.agent, quoteId, undefined, earlier)
    await expect(action).toReachStatus('PENDING_APPROVAL')
  },
)

check(
  'APR-05',
  'under a threshold that was raised, the next execution is paid without approval',
  withPolicy,
  async (context) => {
    const { below, above } = await measureFarThresholds(context)
    const quote = await createExecutableQuote(context, { approvalThreshold: below })
    const { agentId, sourceAccountId } = quote.holder
    done(await quote.agent.executeQuote(quote.quoteId))

    const changed = await changeThreshold(context, quote.holder, above)
    done(changed)
    await context.pollEffect(
      actionOfAnother(context, quote),
      (action) => isListed(action) && !isPending(action),
    )
    const spent = await watchSpending(context, sourceAccountId)
    const { quoteId, totalSendingAmount } = await createAnotherQuote(context, quote.holder, quote.agent)
    withinLimits(await quote.agent.executeQuote(quoteId))

    const paid = await context.poll(spent, (amount) => amount >= totalSendingAmount, context.maxWaitMs)
    const isShownIn = showsThreshold(above)
    await requireUnderstood(context, paid >= totalSendingAmount, { agentId, changed, isShownIn })
    expect(paid, 'paid by the source account').toBeGreaterThanOrEqual(totalSendingAmount)
  },
)

/** Long enough to see a wrong policy where changes are visible at once; a run should not wait longer. */
const TIME_TO_SHOW_MS = 300

check('AGM-16', 'a change of the mode leaves the permissions unchanged', async (context) => {
  const { holder, askForQuote } = await arrangeActingAgent(context)

  const changed = await context.platform.agents.updatePolicy(holder.agentId, {
    defaultExecutionMode: 'APPROVAL_REQUIRED',
  })
  const response = await context.poll(askForQuote, ({ status }) => status >= 400, TIME_TO_SHOW_MS)

  expect(changed).toSucceed()
  expect(response).toSucceed()
})

/** The fields of an agent besides the mode, wherever a response shows them. */
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

check('AGM-19', 'a change of the mode leaves every other field of the agent unchanged', async (context) => {
  const { agentId } = await createAgent(context)
  const agent = () => context.platform.agents.get(agentId)
  const isShownIn = showsMode('APPROVAL_REQUIRED')
  const before = await context.poll(agent, ({ status }) => status === 200)

  const changed = await context.platform.agents.updatePolicy(agentId, {
    defaultExecutionMode: 'APPROVAL_REQUIRED',
  })
  const after = await context.poll(agent, ({ body }) => isShownIn(body))

  expect(changed).toSucceed()
  expect(after).toSucceed()
  await requireUnderstood(context, false, { agentId, changed, isShownIn })
  expect(differences(before.body, after.body, BESIDE_THE_MODE, ['before', 'after the change'])).toEqual([])
})

check('AGM-17', "a change of one agent's policy leaves another agent's unchanged", async (context) => {
  const changed = await arrangeActingAgent(context)
  const otherAgent = await arrangeOtherActingAgent(context, changed)
  const { holder } = changed

  const without = policyOf(holder, { permissions: ['EXECUTE_QUOTES'] })
  done(await context.platform.agents.updatePolicy(holder.agentId, without))
  await requireRejectedQuotes(context, changed)

  expect(await otherAgent.askForQuote()).toSucceed()
})

check('AGM-18', 'pending actions still await approval when the mode becomes AUTO', async (context) => {
  const pending = await createPendingAction(context)
  const { holder } = pending
  const spent = await watchSpending(context, holder.sourceAccountId)

  done(await context.platform.agents.updatePolicy(holder.agentId, policyOf(holder)))
  await executeAnotherQuote(context)

  expect(await pending.action()).toMatchFields({ status: 'PENDING_APPROVAL' })
  expectPaid(await spent(), 0)
})
