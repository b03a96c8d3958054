import { Blocked, walkActions, type PageWalk, type CheckContext } from '../../fixtures/index.ts'
import { LONGEST_PAGE } from './list-expectations.ts'
import { statesOf, type StateParams, type StateValues } from '../../spec/index.ts'

export type ActionCounts = StateParams['agent-actions']['counts']

/** The parts of the check context that arranging an agent needs. */
export type Setting = Pick<CheckContext, 'arrange' | 'agent' | 'poll' | 'readOnce'>

/** An agent with the requested number of actions in each status, all of them visible. */
export interface AgentWithActions {
  readonly arranged: StateValues['agent']
  /** The agent's own client. */
  readonly agent: ReturnType<CheckContext['agent']>
  /** How many actions it has submitted. */
  readonly total: number
  /** Ids of its actions, if the deployment returns them. */
  readonly actionIds: readonly string[] | undefined
}

/** Statuses of an agent action (contract: Resources, agent action). */
export const ACTION_STATUSES = statesOf('Agent action')
/** Statuses of actions on every deployment; one that rejects executions without funds may have no FAILED action. */
export const COMMON_STATUSES = ['PENDING_APPROVAL', 'APPROVED'] as const

/** The number of actions where their statuses do not matter: two statuses, mixed in the list. */
export const anyActions = (total: number): Partial<ActionCounts> => ({
  PENDING_APPROVAL: Math.ceil(total / 2),
  APPROVED: Math.floor(total / 2),
})

/** An agent of a new customer. */
export async function arrangeAgentWithActions(
  setting: Setting,
  counts: Partial<ActionCounts>,
): Promise<AgentWithActions> {
  return submitActions(setting, await setting.arrange('agent', {}), counts)
}

/** Another agent of the same customer. */
export async function arrangeOtherAgentWithActions(
  setting: Setting,
  { arranged }: Pick<AgentWithActions, 'arranged'>,
  counts: Partial<ActionCounts>,
): Promise<AgentWithActions> {
  return submitActions(setting, await setting.arrange('sibling-agent', { agentId: arranged.agentId }), counts)
}

async function submitActions(
  { arrange, agent, readOnce }: Setting,
  arranged: StateValues['agent'],
  some: Partial<ActionCounts>,
): Promise<AgentWithActions> {
  const counts: ActionCounts = { PENDING_APPROVAL: 0, APPROVED: 0, REJECTED: 0, FAILED: 0, ...some }
  const total = ACTION_STATUSES.reduce((sum, status) => sum + counts[status], 0)
  const actions = await arrange('agent-actions', { agentId: arranged.agentId, counts })
  // A new action may become visible late. The check judges actions that are still missing after that time.
  await readOnce(actions, 'until-seen', async (context) => {
    const client = context.agent(arranged.accessToken)
    const { items, pages } = await context.poll(
      () => walkActions(client, { limit: LONGEST_PAGE }),
      (walk) => walk.pages.some(({ status }) => status !== 200) || shows(walk.items, counts),
    )
    requireOneType(items, counts, pages[0]?.exchange)
  })
  return { arranged, agent: agent(arranged.accessToken), total, actionIds: actions.actionIds }
}

const shows = (items: PageWalk['items'], counts: ActionCounts): boolean =>
  ACTION_STATUSES.every((status) => items.filter((item) => item.status === status).length >= counts[status])

/**
 * @throws Blocked when the actions of one type are exactly those that the check arranged, and the list has others: the
 *   contract does not show the other types, and checks count actions
 */
function requireOneType(items: PageWalk['items'], counts: ActionCounts, exchange = 'none'): void {
  const byType = [...Map.groupBy(items, ({ type }) => type)]
  const arranged = byType.find(([, some]) => isExactly(some, counts))
  const other = byType.find((one) => one !== arranged)
  if (!arranged || !other) return
  throw new Blocked(
    'harness',
    `besides the actions that this check needs, of type ${String(arranged[0])}, the list has actions of type ${String(other[0])} (exchange ${exchange}); this check counts actions`,
    'The contract does not show which other requests of an agent are actions. Allow the requirement with --allow-blocked.',
  )
}

const isExactly = (items: PageWalk['items'], counts: ActionCounts): boolean =>
  ACTION_STATUSES.every((status) => items.filter((item) => item.status === status).length === counts[status])
