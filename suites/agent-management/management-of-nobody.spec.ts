/** Managing an agent that does not exist (contract: Errors, 404 codes). */
import { check, expect, type Answer, type Stage } from '../../fixtures/index.ts'
import { createdAgent, done, policyOf, type CreatedAgent } from './managed-agent.ts'
import { REJECTED } from '../rejections.ts'

interface ManagementCase {
  readonly id: 'AGM-41' | 'AGM-42' | 'AGM-43' | 'AGM-44' | 'AGM-45' | 'AGM-46'
  readonly what: string
  readonly ask: (platform: Stage['platform'], agentId: string, created: CreatedAgent) => Promise<Answer>
  /** What must have been done to an agent for the same request to be accepted. */
  readonly before?: (platform: Stage['platform'], agentId: string) => Promise<Answer>
}

const cases: readonly ManagementCase[] = [
  { id: 'AGM-41', what: 'read', ask: ({ agents }, agentId) => agents.get(agentId) },
  {
    id: 'AGM-42',
    what: 'given another policy',
    ask: ({ agents }, agentId, { elder }) => agents.updatePolicy(agentId, policyOf(elder)),
  },
  { id: 'AGM-43', what: 'paused', ask: ({ agents }, agentId) => agents.pause(agentId) },
  {
    id: 'AGM-44',
    what: 'resumed',
    ask: ({ agents }, agentId) => agents.resume(agentId),
    before: ({ agents }, agentId) => agents.pause(agentId),
  },
  { id: 'AGM-45', what: 'deleted', ask: ({ agents }, agentId) => agents.delete(agentId) },
  {
    id: 'AGM-46',
    what: 'given a device code',
    ask: ({ agents }, agentId) => agents.regenerateCode(agentId),
  },
]

for (const { id, what, ask, before } of cases) {
  check(id, `an agent that does not exist is not ${what}`, async (stage) => {
    const created = await createdAgent(stage)
    done((await before?.(stage.platform, created.agentId)) ?? created.answer)

    const answer = await ask(stage.platform, `Agent:${stage.random.uuid()}`, created)

    expect(answer).toBeError(...REJECTED)
    expect(await ask(stage.platform, created.agentId, created), 'the same of an agent').toSucceed()
  })
}
