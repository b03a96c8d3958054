/** Who manages agents: the platform, and nobody else (contract: Authentication; What the service does). */
import { basic, bearer, check, expect, type Answer, type Stage } from '../../fixtures/index.ts'
import {
  actingAgent,
  quoteAndExecute,
  seenToBeRefused,
  seenToBeStopped,
  type ActingAgent,
} from './acting-agent.ts'
import { agentRequest, createdAgent, done, policyOf } from './managed-agent.ts'
import { REJECTED_OR_UNAUTHORIZED } from '../rejections.ts'

type Platform = Stage['platform']
type Holder = ActingAgent['holder']

/** The agent of the check is not concerned. */
const asBefore = () => Promise.resolve()

/** `takesEffect` lets what the accepted request changes be seen: only then does an unchanged agent show something. */
const managements = [
  {
    what: 'creates an agent',
    id: 'AGM-71',
    agentsId: 'AGM-81',
    ask: ({ agents }: Platform, holder: Holder) => agents.create(agentRequest(holder)),
    takesEffect: asBefore,
  },
  {
    what: 'gets an agent',
    id: 'AGM-72',
    agentsId: 'AGM-82',
    ask: ({ agents }: Platform, { agentId }: Holder) => agents.get(agentId),
    takesEffect: asBefore,
  },
  {
    what: 'changes a policy',
    id: 'AGM-73',
    agentsId: 'AGM-83',
    ask: ({ agents }: Platform, holder: Holder) =>
      agents.updatePolicy(holder.agentId, policyOf(holder, { permissions: ['EXECUTE_QUOTES'] })),
    takesEffect: seenToBeRefused,
  },
  {
    what: 'pauses an agent',
    id: 'AGM-74',
    agentsId: 'AGM-84',
    ask: ({ agents }: Platform, { agentId }: Holder) => agents.pause(agentId),
    takesEffect: seenToBeStopped,
  },
  {
    what: 'deletes an agent',
    id: 'AGM-76',
    agentsId: 'AGM-86',
    ask: ({ agents }: Platform, { agentId }: Holder) => agents.delete(agentId),
    takesEffect: seenToBeStopped,
  },
] as const

/** Callers without valid platform credentials. */
const nobodies = [
  { who: 'without credentials nobody', authorization: undefined },
  { who: 'with credentials of nobody nobody', authorization: basic('nobody', 'nothing') },
]

for (const { what, id, agentsId, ask, takesEffect } of managements) {
  for (const { who, authorization } of nobodies) {
    check(id, `${who} ${what}`, async (stage) => {
      const acting = await actingAgent(stage)
      const { holder, askForQuote } = acting

      const answer = await ask(stage.platform.presenting(authorization), holder)

      expect(answer).toHaveStatus(401)
      expect(await askForQuote(), 'a quote of the agent, which is as it was').toSucceed()
      expect(await ask(stage.platform, holder), 'the same with good credentials').toSucceed()
      await takesEffect(stage, acting)
    })
  }

  check(agentsId, `with its token no agent ${what}`, async (stage) => {
    const acting = await actingAgent(stage)
    const { holder, askForQuote } = acting
    const { accessToken } = await tokenOf(stage, what, holder)

    const answer = await ask(stage.platform.presenting(bearer(accessToken)), holder)

    expect(answer).toHaveStatus(...REJECTED_OR_UNAUTHORIZED)
    expect(await askForQuote(), 'a quote of the agent, which is as it was').toSucceed()
    expect(await ask(stage.platform, holder), 'the same with good credentials').toSucceed()
    await takesEffect(stage, acting)
  })
}

/** An agent may be shown its own record: whether it may, is not shown. */
const tokenOf = (stage: Stage, what: string, holder: Holder): Promise<Pick<Holder, 'accessToken'>> =>
  what === 'gets an agent' ? stage.arrange('agent', {}) : Promise.resolve(holder)

/** A paused agent, which is to stay paused. */
async function pausedAgent(stage: Stage): Promise<ActingAgent> {
  const acting = await actingAgent(stage)
  done(await stage.platform.agents.pause(acting.holder.agentId))
  await seenToBeStopped(stage, acting)
  return acting
}

for (const { who, authorization } of nobodies) {
  check('AGM-75', `${who} resumes an agent`, async (stage) => {
    const acting = await pausedAgent(stage)
    const { agentId } = acting.holder

    const answer = await stage.platform.presenting(authorization).agents.resume(agentId)

    expect(answer).toHaveStatus(401)
    expect(refusedStill(await quoteAndExecute(acting)())).toBe(true)
    expect(await stage.platform.agents.resume(agentId), 'with good credentials').toSucceed()
  })

  check('AGM-77', `${who} generates a device code`, async (stage) => {
    const { agentId } = await createdAgent(stage)

    const answer = await stage.platform.presenting(authorization).agents.regenerateCode(agentId)

    expect(answer).toHaveStatus(401)
    expect(await stage.platform.agents.regenerateCode(agentId), 'with valid credentials').toSucceed()
  })
}

check('AGM-85', 'a paused agent does not resume itself', async (stage) => {
  const acting = await pausedAgent(stage)
  const { holder } = acting
  const itself = stage.platform.presenting(bearer(holder.accessToken))

  const answer = await itself.agents.resume(holder.agentId)

  expect(answer).toHaveStatus(...REJECTED_OR_UNAUTHORIZED)
  expect(refusedStill(await quoteAndExecute(acting)())).toBe(true)
  expect(await stage.platform.agents.resume(holder.agentId), 'with good credentials').toSucceed()
})

const refusedStill = ({ status }: Answer) => status >= 400 && status < 500

// A new agent: whether one that is connected is given a new code, is open.
check('AGM-87', 'with its token no agent generates a device code', async (stage) => {
  const { agentId, elder } = await createdAgent(stage)
  const itself = stage.platform.presenting(bearer(elder.accessToken))

  const answer = await itself.agents.regenerateCode(agentId)

  expect(answer).toHaveStatus(...REJECTED_OR_UNAUTHORIZED)
  expect(await stage.platform.agents.regenerateCode(agentId), 'with valid credentials').toSucceed()
})
