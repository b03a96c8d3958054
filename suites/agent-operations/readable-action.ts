import { Blocked, itemsOf, valueAt } from '../../fixtures/index.ts'
import type { AgentWithActions } from './agent-with-actions.ts'

/**
 * The id of an action that its own agent can read.
 *
 * @throws Blocked when it cannot: then a rejection of another agent proves nothing
 */
export async function requireReadableAction({ agent }: AgentWithActions): Promise<string> {
  const id = String(itemsOf(await agent.actions())[0]?.id)
  const got = await agent.action(id)
  if (valueAt(got.body, 'id') === id) return id
  throw new Blocked(
    'deployment-file',
    `an agent getting its own action returned ${got.status} and not that action (exchange ${got.exchange})`,
    'Bind operations.getAgentAction, to null if agents cannot get an action by its id; ACT-28 judges it.',
  )
}
