import { Blocked, valueAt } from '../../fixtures/index.ts'
import type { AgentWithActions } from './agent-with-actions.ts'

/**
 * A cursor that an agent was given, into the middle of its actions.
 *
 * @throws Blocked when the first page of a longer list had none
 */
export async function readMiddleCursor({ agent }: AgentWithActions): Promise<string> {
  const page = await agent.actions({ limit: 2 })
  const cursor = valueAt(page.body, 'nextCursor')
  if (typeof cursor === 'string' && cursor !== '') return cursor
  throw new Blocked(
    'implementation',
    `the first page of a longer list returned ${page.status} and no cursor (exchange ${page.exchange})`,
    'See why there is no nextCursor; ACT-06 judges it.',
  )
}
