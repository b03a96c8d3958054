import { Blocked, walkActions, type CheckContext } from '../../fixtures/index.ts'
import { ACTION_STATUSES, arrangeAgentWithActions, type AgentWithActions } from './agent-with-actions.ts'

type Item = Readonly<Record<string, unknown>>

export interface ListedActions extends AgentWithActions {
  readonly actions: readonly Item[]
}

/**
 * An agent with three actions in each status, as its list shows them.
 *
 * @throws Blocked when the list does not have an action in every status
 */
export async function listActionsOfEveryStatus(context: CheckContext): Promise<ListedActions> {
  const own = await arrangeAgentWithActions(context, {
    PENDING_APPROVAL: 3,
    APPROVED: 3,
    REJECTED: 3,
    FAILED: 3,
  })
  const { arranged } = own
  const { pages, items: actions } = await context.readOnce(arranged, 'every-status', (reading) =>
    walkActions(reading.agent(arranged.accessToken), { limit: 100 }),
  )
  const missing = ACTION_STATUSES.filter((status) => !actions.some((action) => action.status === status))
  if (missing.length > 0) {
    throw new Blocked(
      'implementation',
      `the list has no action in ${missing.join(', ')}, although some were arranged (exchange ${pages[0]?.exchange})`,
      'See why they are not listed; ACT-26 judges it.',
    )
  }
  return { ...own, actions }
}
