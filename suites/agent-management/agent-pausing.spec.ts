/** Pausing and deleting agents takes effect (contract: What the service does, Agent Management). */
import { check, expect, type CheckContext } from '../../fixtures/index.ts'
import type { StateValues } from '../../spec/index.ts'
import { anyActions, arrangeOtherAgentWithActions } from '../agent-operations/agent-with-actions.ts'
import { idsOf } from '../agent-operations/listed.ts'
import { quoteRequest } from '../agent-operations/quote-request.ts'
import {
  arrangeActingAgent,
  arrangeOtherActingAgent,
  quoteAndExecute,
  requireUnderstood,
  requireStopped,
  resumedAgent,
  showsPause,
  pollUntilRejected,
  untilServed,
  type ActingAgent,
} from './acting-agent.ts'
import { createAnotherQuote } from './executable-quote.ts'
import { pollExecutionOutcome } from './execution-outcome.ts'
import { findListedAction } from './listed-action.ts'
import { expectAnyDecision, expectPaid, expectStopped, expectUnexecuted, STOPPED } from './expectations.ts'
import { createAgent, requireDeviceCode, done, policyOf } from './managed-agent.ts'
import { installNeighbours, pollRejectedInstallation } from './neighbours.ts'
import { pendingActionOf } from './pending-action.ts'
import { spentUnreserved } from './reservation.ts'
import { executeAnotherQuote, watchSpending } from './spending.ts'

const ends = [
  {
    what: 'paused',
    how: 'pause',
    refused: 'AGM-21',
    unexecuted: 'AGM-22',
    alone: 'AGM-24',
    does: 'executes no new quotes',
    // The contract does not say whether a pause blocks the quote or its execution.
    attempted: quoteAndExecute,
    isShownIn: showsPause,
  },
  {
    what: 'deleted',
    how: 'delete',
    refused: 'AGM-31',
    unexecuted: 'AGM-32',
    alone: 'AGM-34',
    does: 'gets no quotes',
    attempted: ({ askForQuote }: ActingAgent) => askForQuote,
    // The contract shows neither the body nor the names of this request.
    isShownIn: () => true,
  },
] as const

for (const { what, how, refused, unexecuted, alone, does, attempted, isShownIn } of ends) {
  check(refused, `a ${what} agent ${does}`, async (context) => {
    const acting = await arrangeActingAgent(context)
    const { holder } = acting

    const changed = await context.platform.agents[how](holder.agentId)

    expect(changed).toSucceed()
    const response = await pollUntilRejected(context, attempted(acting))
    const { agentId } = holder
    await requireUnderstood(context, response.status >= 400, { agentId, changed, isShownIn })
    expectStopped(response)
  })

  check(unexecuted, `a ${what} agent cannot execute a quote`, async (context) => {
    const acting = await arrangeActingAgent(context)
    const { holder, agent } = acting
    const quote = await createAnotherQuote(context, holder, agent)

    done(await context.platform.agents[how](holder.agentId))
    await requireStopped(context, acting)
    await executeAnotherQuote(context)
    const spent = await watchSpending(context, holder.sourceAccountId)
    const executed = await agent.executeQuote(quote.quoteId)

    expect(executed).toHaveStatus(200, 201, 202, 204, ...STOPPED)
    expectUnexecuted(await pollExecutionOutcome(context, quote, executed))
    await executeAnotherQuote(context)
    expectPaid(await spent(), 0)
  })

  check(unexecuted, `a ${what} agent executes no quote at its creation`, async (context) => {
    const acting = await arrangeActingAgent(context)
    const { holder, agent } = acting
    done(await context.platform.agents[how](holder.agentId))
    await requireStopped(context, acting)
    await executeAnotherQuote(context)
    const spent = await watchSpending(context, holder.sourceAccountId)

    const request = quoteRequest(holder, { immediatelyExecute: true })
    const response = await agent.createQuote(request, context.random.uuid())

    expect(response).toHaveStatus(200, 201, 202, ...STOPPED)
    await executeAnotherQuote(context)
    expectPaid(await spent(), 0)
  })

  check(alone, `another agent of the customer of a ${what} one still works`, async (context) => {
    const ended = await arrangeActingAgent(context)
    const otherAgent = await arrangeOtherActingAgent(context, ended)

    done(await context.platform.agents[how](ended.holder.agentId))
    await requireStopped(context, ended)

    expect(await otherAgent.askForQuote()).toSucceed()
  })
}

check('AGM-23', 'a resumed agent executes new quotes again', async (context) => {
  const acting = await arrangeActingAgent(context)
  done(await context.platform.agents.pause(acting.holder.agentId))
  await requireStopped(context, acting)

  const resumed = await context.platform.agents.resume(acting.holder.agentId)

  expect(resumed).toSucceed()
  const again = await resumedAgent(context, acting)
  expect(await untilServed(context, quoteAndExecute(again))).toSucceed()
})

check('AGM-88', 'after a pause and a resumption an execution still awaits approval', async (context) => {
  const paused = await arrangeActingAgent(context, { executionMode: 'APPROVAL_REQUIRED' })
  const { holder } = paused
  const { agents } = context.platform
  done(await agents.pause(holder.agentId))
  await requireStopped(context, paused)
  done(await agents.resume(holder.agentId))
  const acting = await resumedAgent(context, paused)
  const { agent } = acting
  done(await untilServed(context, quoteAndExecute(acting)))
  const spent = await watchSpending(context, holder.sourceAccountId)
  const quote = await createAnotherQuote(context, holder, agent)

  const executed = await agent.executeQuote(quote.quoteId)

  expect(executed).toSucceed()
  await expect(() => findListedAction(agent, quote.quoteId)).toReachStatus('PENDING_APPROVAL')
  await executeAnotherQuote(context)
  const pending = () => pendingActionOf(context, quote, executed)
  expectPaid(await spentUnreserved(context, spent, pending), 0)
})

check('AGM-37', 'a change of its policy does not resume a paused agent', async (context) => {
  const paused = await arrangeActingAgent(context)
  const { holder, agent } = paused
  const quote = await createAnotherQuote(context, holder, agent)
  done(await context.platform.agents.pause(holder.agentId))
  await requireStopped(context, paused)
  await executeAnotherQuote(context)
  const spent = await watchSpending(context, holder.sourceAccountId)

  const changed = await context.platform.agents.updatePolicy(holder.agentId, policyOf(holder))

  expectAnyDecision(changed)
  const executed = await agent.executeQuote(quote.quoteId)
  expectUnexecuted(await pollExecutionOutcome(context, quote, executed))
  await executeAnotherQuote(context)
  expectPaid(await spent(), 0)
})

check('AGM-38', 'the deletion of an agent leaves the actions of another one listed', async (context) => {
  const deleted = await arrangeActingAgent(context)
  const other = await arrangeOtherAgentWithActions(context, { arranged: deleted.holder }, anyActions(2))
  const before = new Set(idsOf(await other.agent.actions()))

  done(await context.platform.agents.delete(deleted.holder.agentId))
  await pollUntilRejected(context, () => deleted.agent.actions())

  const list = await context.poll(
    () => other.agent.actions(),
    (last) => idsOf(last).length < before.size,
  )
  expect(list).toHaveStatus(200)
  expect(new Set(idsOf(list))).toEqual(before)
})

check('AGM-33', "a deleted agent's token lists no actions", async (context) => {
  const { holder, agent } = await arrangeActingAgent(context)
  done(await context.platform.agents.delete(holder.agentId))

  const list = await pollUntilRejected(context, () => agent.actions())

  expectStopped(list)
})

check('AGM-35', "a deleted agent's device code gives no token that is accepted", async (context) => {
  const created = await createAgent(context)
  const code = await requireDeviceCode(context, created)
  done(await context.platform.agents.delete(created.agentId))

  const rejected = await pollRejectedInstallation(context, created, code)

  expectStopped(rejected)
})

const neighbours = [
  {
    id: 'AGM-20',
    what: "a change of an agent's policy",
    change: ({ agents }: CheckContext['platform'], holder: StateValues['agent']) =>
      agents.updatePolicy(holder.agentId, policyOf(holder, { permissions: ['EXECUTE_QUOTES'] })),
  },
  {
    id: 'AGM-25',
    what: 'a pause of an agent',
    change: ({ agents }: CheckContext['platform'], { agentId }: StateValues['agent']) =>
      agents.pause(agentId),
  },
  {
    id: 'AGM-36',
    what: 'a deletion of an agent',
    change: ({ agents }: CheckContext['platform'], { agentId }: StateValues['agent']) =>
      agents.delete(agentId),
  },
] as const

for (const { id, what, change } of neighbours) {
  const title = `${what} leaves the agents created before and after it unchanged`
  check(id, title, { needs: 'agents.several' }, async (context) => {
    const { before, changed, after } = await installNeighbours(context)

    done(await change(context.platform, changed.holder))
    await requireStopped(context, changed)

    expect(await before.askForQuote(), 'a quote of the agent created before').toSucceed()
    expect(await after.askForQuote(), 'a quote of the agent created after').toSucceed()
  })
}

check('AGM-89', 'a second deletion of an agent causes no server error', async (context) => {
  const { holder, agent } = await arrangeActingAgent(context)
  done(await context.platform.agents.delete(holder.agentId))
  await pollUntilRejected(context, () => agent.actions())

  const again = await context.platform.agents.delete(holder.agentId)

  expect(again.status, 'status').toBeLessThan(500)
})
