/** Managing an agent that there is not (contract: Errors, 404 codes). */
import { check, expect, type Stage } from '../../fixtures/index.ts'
import { actingAgent } from './acting-agent.ts'
import { policyOf } from './managed-agent.ts'

type Platform = Stage['platform']

/** Management of an agent that there is not. */
const ofNobody = [
  { id: 'AGM-41', what: 'got', ask: ({ agents }: Platform, agentId: string) => agents.get(agentId) },
  {
    id: 'AGM-42',
    what: 'given another policy',
    ask: ({ agents }: Platform, agentId: string) => agents.updatePolicy(agentId, policyOf()),
  },
  { id: 'AGM-43', what: 'paused', ask: ({ agents }: Platform, agentId: string) => agents.pause(agentId) },
  { id: 'AGM-44', what: 'resumed', ask: ({ agents }: Platform, agentId: string) => agents.resume(agentId) },
  { id: 'AGM-45', what: 'deleted', ask: ({ agents }: Platform, agentId: string) => agents.delete(agentId) },
  {
    id: 'AGM-46',
    what: 'given a device code',
    ask: ({ agents }: Platform, agentId: string) => agents.regenerateCode(agentId),
  },
] as const

for (const { id, what, ask } of ofNobody) {
  check(id, `an agent that does not exist is not ${what}`, async (stage) => {
    const { holder } = await actingAgent(stage)

    const answer = await ask(stage.platform, `Agent:${stage.random.uuid()}`)

    expect(answer).toBeError(400, 404)
    expect(await ask(stage.platform, holder.agentId), 'the same of an agent').toSucceed()
  })
}
