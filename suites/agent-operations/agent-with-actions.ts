import { walkActions, type PageWalk, type CheckContext } from '../../fixtures/index.ts'
import { statesOf, type StateParams, type StateValues } from '../../spec/index.ts'

export type ActionCounts = StateParams['agent-actions']['counts']
export type ActionStatus = keyof ActionCounts

/** What arranging an agent needs of the check context. */
export type Setting = Pick<CheckContext, 'arrange' | 'agent' | 'poll' | 'readOnce'>

/** An agent with as many actions in each status as asked for, all of them to be seen. */
export interface AgentWithActions {
  readonly arranged: StateValues['agent']
  /** The agent's own client. */
  readonly agent: ReturnType<CheckContext['agent']>
  /** How many actions it has submitted. */
  readonly total: number
  /** Ids of its actions, where the deployment tells them. */
  readonly actionIds: readonly string[] | undefined
}

/** Statuses of an agent action (contract: Resources, agent action). */
export const ACTION_STATUSES = statesOf('Agent action')

/** The longest page there is (contract: Limits). */
export const LONGEST_PAGE = 100

/** So many actions, where the statuses do not matter: of two, so that neither is a block of its own. */
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
  { arranged }: AgentWithActions,
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
  // A new action may be seen late. What is still not seen after that time is for the check to judge.
  await readOnce(actions, 'until-seen', async (context) => {
    const client = context.agent(arranged.accessToken)
    await context.poll(
      () => walkActions(client, { limit: LONGEST_PAGE }),
      ({ pages, items }) => pages.some(({ status }) => status !== 200) || shows(items, counts),
    )
  })
  return { arranged, agent: agent(arranged.accessToken), total, actionIds: actions.actionIds }
}

const shows = (items: PageWalk['items'], counts: ActionCounts): boolean =>
  ACTION_STATUSES.every((status) => items.filter((item) => item.status === status).length >= counts[status])
