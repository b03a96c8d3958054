/** Only the platform manages agents (contract: Authentication; What the service does). */
import { bearer, check, expect, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import { invalidCredentials } from '../invalid-credentials.ts'
import {
  arrangeActingAgent,
  quoteAndExecute,
  requireRejectedQuotes,
  requireStopped,
  type ActingAgent,
} from './acting-agent.ts'
import { agentRequest, createAgent, done, makeRoom, newAgentName, policyOf } from './managed-agent.ts'
import { REJECTED_OR_UNAUTHORIZED } from '../rejections.ts'

type Platform = CheckContext['platform']
type Holder = ActingAgent['holder']

const doNothing = (): Promise<undefined> => Promise.resolve(undefined)

/**
 * `precededBy` is done before the rejected requests, and `beforeAccepted` before the accepted one. `takesEffect` shows its
 * effect: only then is an unchanged agent meaningful.
 */
const managements = [
  {
    what: 'creates an agent',
    id: 'AGM-71',
    agentsId: 'AGM-81',
    precededBy: doNothing,
    ask: ({ agents }: Platform, holder: Holder, { random }: CheckContext) =>
      agents.create(agentRequest(holder, newAgentName(random))),
    beforeAccepted: makeRoom,
    takesEffect: doNothing,
  },
  {
    what: 'gets an agent',
    id: 'AGM-72',
    agentsId: 'AGM-82',
    // A cache in front of the API may return to anyone what it returned to the platform.
    precededBy: ({ agents }: Platform, { agentId }: Holder) => agents.get(agentId),
    ask: ({ agents }: Platform, { agentId }: Holder) => agents.get(agentId),
    beforeAccepted: doNothing,
    takesEffect: doNothing,
  },
  {
    what: 'changes a policy',
    id: 'AGM-73',
    agentsId: 'AGM-83',
    precededBy: doNothing,
    ask: ({ agents }: Platform, holder: Holder) =>
      agents.updatePolicy(holder.agentId, policyOf(holder, { permissions: ['EXECUTE_QUOTES'] })),
    beforeAccepted: doNothing,
    takesEffect: requireRejectedQuotes,
  },
  {
    what: 'pauses an agent',
    id: 'AGM-74',
    agentsId: 'AGM-84',
    precededBy: doNothing,
    ask: ({ agents }: Platform, { agentId }: Holder) => agents.pause(agentId),
    beforeAccepted: doNothing,
    takesEffect: requireStopped,
  },
  {
    what: 'deletes an agent',
    id: 'AGM-76',
    agentsId: 'AGM-86',
    precededBy: doNothing,
    ask: ({ agents }: Platform, { agentId }: Holder) => agents.delete(agentId),
    beforeAccepted: doNothing,
    takesEffect: requireStopped,
  },
] as const

const INVALID = [invalidCredentials.none, invalidCredentials.unknown]

/** Sends the request without valid platform credentials. */
async function expectRejection(
  context: CheckContext,
  ask: (platform: Platform) => Promise<CheckedResponse>,
): Promise<void> {
  for (const { name, authorization } of INVALID) {
    const response = await ask(context.platform.presenting(authorization(context)))
    expect(response, `with ${name}`).toHaveStatus(401)
  }
}

for (const { what, id, agentsId, precededBy, ask, beforeAccepted, takesEffect } of managements) {
  check(id, `no request without valid credentials ${what}`, async (context) => {
    const acting = await arrangeActingAgent(context)
    const { holder, askForQuote } = acting
    const earlier = await precededBy(context.platform, holder)

    await expectRejection(context, (platform) => ask(platform, holder, context))

    expect(await askForQuote(), 'a quote of the agent, which is as it was').toSucceed()
    await beforeAccepted(context, holder)
    const accepted = earlier ?? (await ask(context.platform, holder, context))
    expect(accepted, 'the same with good credentials').toSucceed()
    await takesEffect(context, acting)
  })

  check(agentsId, `no agent ${what} with its own token`, async (context) => {
    const acting = await arrangeActingAgent(context)
    const { holder, askForQuote } = acting
    const { accessToken } = await tokenOf(context, what, holder)
    const earlier = await precededBy(context.platform, holder)

    const response = await ask(context.platform.presenting(bearer(accessToken)), holder, context)

    expect(response).toHaveStatus(...REJECTED_OR_UNAUTHORIZED)
    expect(await askForQuote(), 'a quote of the agent, which is as it was').toSucceed()
    await beforeAccepted(context, holder)
    const accepted = earlier ?? (await ask(context.platform, holder, context))
    expect(accepted, 'the same with good credentials').toSucceed()
    await takesEffect(context, acting)
  })
}

/** The contract does not show whether an agent may read its own record. */
const tokenOf = (context: CheckContext, what: string, holder: Holder): Promise<Pick<Holder, 'accessToken'>> =>
  what === 'gets an agent' ? context.arrange('agent', {}) : Promise.resolve(holder)

/** A paused agent, which must stay paused. */
async function pauseAgent(context: CheckContext): Promise<ActingAgent> {
  const acting = await arrangeActingAgent(context)
  done(await context.platform.agents.pause(acting.holder.agentId))
  await requireStopped(context, acting)
  return acting
}

check('AGM-75', 'no request without valid credentials resumes an agent', async (context) => {
  const acting = await pauseAgent(context)
  const { agentId } = acting.holder

  await expectRejection(context, ({ agents }) => agents.resume(agentId))

  expect(refusedStill(await quoteAndExecute(acting)())).toBe(true)
  expect(await context.platform.agents.resume(agentId), 'with good credentials').toSucceed()
})

check('AGM-77', 'no request without valid credentials generates a device code', async (context) => {
  const { agentId } = await createAgent(context)

  await expectRejection(context, ({ agents }) => agents.regenerateCode(agentId))

  expect(await context.platform.agents.regenerateCode(agentId), 'with valid credentials').toSucceed()
})

check('AGM-85', 'a paused agent does not resume itself', async (context) => {
  const acting = await pauseAgent(context)
  const { holder } = acting
  const itself = context.platform.presenting(bearer(holder.accessToken))

  const response = await itself.agents.resume(holder.agentId)

  expect(response).toHaveStatus(...REJECTED_OR_UNAUTHORIZED)
  expect(refusedStill(await quoteAndExecute(acting)())).toBe(true)
  expect(await context.platform.agents.resume(holder.agentId), 'with good credentials').toSucceed()
})

const refusedStill = ({ status }: CheckedResponse) => status >= 400 && status < 500

// A new agent: the contract does not say whether a connected agent gets a new code.
check(
  'AGM-87',
  'no agent generates a device code with its own token',
  { needs: 'agents.several' },
  async (context) => {
    const { agentId, existingAgent } = await createAgent(context)
    const itself = context.platform.presenting(bearer(existingAgent.accessToken))

    const response = await itself.agents.regenerateCode(agentId)

    expect(response).toHaveStatus(...REJECTED_OR_UNAUTHORIZED)
    expect(await context.platform.agents.regenerateCode(agentId), 'with valid credentials').toSucceed()
  },
)
