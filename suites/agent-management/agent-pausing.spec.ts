/** Pausing and deleting agents takes effect (contract: What the service does, Agent Management). */
import { check, expect } from '../../fixtures/index.ts'
import { actingAgent, actingSibling, seenToBeRefused, untilRefused, untilServed } from './acting-agent.ts'
import { quoteOf } from './executable-quote.ts'
import { createdAgent, done, idOf, tokenIn } from './managed-agent.ts'
import { asLongAsAnExecutionTakes, watchSpending } from './spending.ts'

/** Whatever refusal a deployment has for an agent that is paused; which, is not shown. */
const PAUSED = [400, 401, 403, 404, 409, 410, 412, 422, 423] as const
/** The token of a deleted agent is none, and the agent is nowhere to be found. */
const DELETED = [401, 403, 404, 410] as const

const ends = [
  { what: 'paused', how: 'pause', refused: 'AGM-21', unexecuted: 'AGM-22', alone: 'AGM-24', by: PAUSED },
  { what: 'deleted', how: 'delete', refused: 'AGM-31', unexecuted: 'AGM-32', alone: 'AGM-34', by: DELETED },
] as const

for (const { what, how, refused, unexecuted, alone, by } of ends) {
  check(refused, `a ${what} agent gets no quotes`, async (stage) => {
    const { holder, askForQuote } = await actingAgent(stage)

    const ended = await stage.platform.agents[how](holder.agentId)

    expect(ended).toSucceed()
    expect(await untilRefused(stage, askForQuote)).toHaveStatus(...by)
  })

  check(unexecuted, `a quote of a ${what} agent is not executed by it`, async (stage) => {
    const acting = await actingAgent(stage)
    const { holder, agent } = acting
    const { quoteId } = await quoteOf(holder, agent, stage.random)
    const spent = await watchSpending(stage, holder.sourceAccountId)

    done(await stage.platform.agents[how](holder.agentId))
    await seenToBeRefused(stage, acting)
    const executed = await agent.executeQuote(quoteId)

    expect(executed).toHaveStatus(...by)
    await asLongAsAnExecutionTakes(stage)
    expect(await spent(), 'paid by the source account').toBe(0)
  })

  check(alone, `another agent of the customer of a ${what} one goes on`, async (stage) => {
    const ended = await actingAgent(stage)
    const sibling = await actingSibling(stage, ended)

    done(await stage.platform.agents[how](ended.holder.agentId))
    await seenToBeRefused(stage, ended)

    expect(await sibling.askForQuote()).toSucceed()
  })
}

check('AGM-23', 'a resumed agent gets quotes again', async (stage) => {
  const acting = await actingAgent(stage)
  done(await stage.platform.agents.pause(acting.holder.agentId))
  await seenToBeRefused(stage, acting)

  const resumed = await stage.platform.agents.resume(acting.holder.agentId)

  expect(resumed).toSucceed()
  expect(await untilServed(stage, acting.askForQuote)).toSucceed()
})

check('AGM-33', "a deleted agent's token lists no actions", async (stage) => {
  const { holder, agent } = await actingAgent(stage)
  done(await stage.platform.agents.delete(holder.agentId))

  const list = await untilRefused(stage, () => agent.actions())

  expect(list).toHaveStatus(...DELETED)
})

check('AGM-35', "a deleted agent's device code gives no token that is good", async (stage) => {
  const created = await createdAgent(stage)
  done(await stage.platform.agents.delete(idOf(created)))

  const redeemed = await stage.poll(
    () => stage.platform.agents.redeem(created.deviceCode),
    ({ status }) => status < 500,
  )
  const list = await untilRefused(stage, () => stage.agent(tokenIn(redeemed) ?? 'none').actions())

  expect(list).toHaveStatus(...DELETED)
})
