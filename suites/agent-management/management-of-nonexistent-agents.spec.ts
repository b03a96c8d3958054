/** Managing an agent that does not exist (contract: Errors, 404 codes). */
import { check, expect, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import { createAgent, done, policyOf, type CreatedAgent } from './managed-agent.ts'
import { expectAgentRejected } from './expectations.ts'

interface ManagementCase {
  readonly id: 'AGM-41' | 'AGM-42' | 'AGM-43' | 'AGM-44' | 'AGM-45' | 'AGM-46'
  readonly what: string
  readonly ask: (
    platform: CheckContext['platform'],
    agentId: string,
    created: CreatedAgent,
  ) => Promise<CheckedResponse>
  /** The preparation that an existing agent needs for the same request to be accepted. */
  readonly before?: (platform: CheckContext['platform'], agentId: string) => Promise<CheckedResponse>
}

const cases: readonly ManagementCase[] = [
  { id: 'AGM-41', what: 'read', ask: ({ agents }, agentId) => agents.get(agentId) },
  {
    id: 'AGM-42',
    what: 'given another policy',
    ask: ({ agents }, agentId, { existingAgent }) => agents.updatePolicy(agentId, policyOf(existingAgent)),
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
  check(id, `an agent that does not exist is not ${what}`, async (context) => {
    const created = await createAgent(context)
    done((await before?.(context.platform, created.agentId)) ?? created.response)

    const response = await ask(context.platform, `Agent:${context.random.uuid()}`, created)

    expectAgentRejected(response)
    expect(await ask(context.platform, created.agentId, created), 'the same of an agent').toSucceed()
  })
}
