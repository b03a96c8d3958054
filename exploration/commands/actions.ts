/** The list of an agent's own actions, and actions by their id (contract: Endpoints 2; Paginated list envelope). */
import * as fc from 'fast-check'
import type { CheckedResponse } from '../../fixtures/http/checked-response.ts'
import type { ActionsQuery } from '../../fixtures/clients/agent.ts'
import { itemsOf, walkActions, type PageWalk } from '../../fixtures/page-walk.ts'
import { valueAt } from '../../spec/value-at.ts'
import { expectNotReadable } from '../../suites/agent-operations/action-expectations.ts'
import {
  DEFAULT_PAGE,
  expectCursors,
  expectDistinct,
  expectEmpty,
  expectForeignCursor,
  expectFullPages,
  expectHasMore,
  expectListedOrRejected,
  expectNotListed,
  expectOnlyStatus,
  expectPagesAtMost,
  expectPageWithinLimit,
  expectTotalCounts,
} from '../../suites/agent-operations/list-expectations.ts'
import { judge, judgeAll, problemsOf } from '../judge.ts'
import {
  isSuccess,
  requireServiceResponse,
  describeResponse,
  type Problem,
  formatValue,
} from '../violation.ts'
import { ACTION_STATUSES, picked, type ActionStatus, type Model, type ModelAgent } from '../model.ts'
import { stepKind, type AnyStepKind } from '../step.ts'
import type { World } from '../world.ts'
import { actionProblems } from './action-problems.ts'
import { isForeign } from './executions.ts'

const acting = ({ agents }: Model) => agents.filter(({ life }) => life === 'ACTIVE')

/** Past actions, for paging; the model ignores their money. */
const arrangeActions = stepKind({
  name: 'arrange-actions',
  area: 'agent-operations',
  operations: ['listAgentActions'],
  weight: 4,
  params: fc.record({
    of: fc.nat(9),
    pending: fc.constantFrom(0, 1, 2, 11),
    approved: fc.constantFrom(0, 1, 3, 10),
    rejected: fc.constantFrom(0, 1, 2),
    failed: fc.constantFrom(0, 1, 2),
  }),
  may: (model, { of, pending, approved, rejected, failed }) => {
    const agent = picked(acting(model), of)
    return (
      pending + approved + rejected + failed > 0 &&
      agent !== undefined &&
      agent.holder.agentId !== '' &&
      agent.mode !== undefined &&
      Object.values(agent.past).every((count) => count === 0)
    )
  },
  async take(model, { context }, { of, pending, approved, rejected, failed }) {
    const agent = picked(acting(model), of)!
    const counts = { PENDING_APPROVAL: pending, APPROVED: approved, REJECTED: rejected, FAILED: failed }
    await context.arrange('agent-actions', { agentId: agent.holder.agentId, counts })
    const index = model.agents.indexOf(agent)
    model.agents[index] = { ...agent, past: counts }
    // It is unknown whether past approvals have been paid by now, and whether pending actions reserve anything.
    const ledger = model.ledgers.get(agent.holder.sourceAccountId)
    if (ledger && approved + pending > 0) {
      const { accountId } = ledger
      if (
        ledger.initial !== undefined &&
        (await context.arrange('account-balance', { accountId })).amount !== ledger.initial - ledger.owed
      )
        ledger.known = false
    }
  },
})

const LIMITS = [undefined, undefined, 1, 2, 3, 7, 20, 100] as const

const listActions = stepKind({
  name: 'list-actions',
  area: 'agent-operations',
  operations: ['listAgentActions'],
  weight: 9,
  params: fc.record({
    of: fc.nat(9),
    status: fc.constantFrom<(ActionStatus | undefined)[]>(undefined, undefined, ...ACTION_STATUSES),
    limit: fc.constantFrom(...LIMITS),
  }),
  may: (model, { of }) => picked(acting(model), of) !== undefined,
  async take(model, world, { of, status, limit }) {
    const agent = picked(acting(model), of)!
    const query = { ...(status && { status }), ...(limit !== undefined && { limit }) }
    await world.settled(
      () => walkActions(world.context.agent(agent.holder.accessToken), query, 60),
      (walk) => walkProblems(walk, agent, status, limit),
      ({ pages }) => pages.at(-1)?.exchange,
    )
  },
})

/** Violations in a walk through the list of an agent, according to the model. */
function walkProblems(
  walk: PageWalk,
  agent: ModelAgent,
  status: ActionStatus | undefined,
  limit: number | undefined,
): readonly Problem[] {
  const { pages, items } = walk
  for (const page of pages) {
    requireServiceResponse(page)
    if (page.status !== 200)
      return [{ requirement: 'ACT-01', message: `listing actions returned ${describeResponse(page)}` }]
  }
  const last = pages.at(-1)
  if (!last) return []
  const size = limit ?? DEFAULT_PAGE
  return [
    ...problemsOf(last, [
      ['ACT-04', () => expectDistinct(walk)],
      [limit === undefined ? 'ACT-02' : 'ACT-03', () => expectPagesAtMost(walk, size)],
      [limit === undefined ? 'ACT-32' : 'ACT-33', () => expectFullPages(walk, size)],
      ['ACT-05', () => expectHasMore(walk, items.length)],
      ['ACT-06', () => expectCursors(walk)],
      [status === undefined ? 'ACT-07' : 'ACT-08', () => expectTotalCounts(pages, items.length)],
      ...(status === undefined ? [] : [['ACT-09', () => expectOnlyStatus(items, status)] as const]),
    ]),
    ...items.flatMap((item) => itemProblems(last, item, agent)),
    ...countProblems(items, agent, status),
  ]
}

function itemProblems(
  page: CheckedResponse,
  item: PageWalk['items'][number],
  agent: ModelAgent,
): readonly Problem[] {
  const known = agent.actions.find(({ id }) => id === item.id)
  const problems = actionProblems(page, item, agent, known?.quote, known?.seen)
  if (!known || item.status === known.status) return problems
  const message = `an action in status ${known.status} is listed as ${formatValue(item.status)}`
  return [{ requirement: 'ACT-26', message }, ...problems]
}

function countProblems(
  items: readonly Readonly<Record<string, unknown>>[],
  { actions, past, listKnown, unlisted }: ModelAgent,
  status: ActionStatus | undefined,
): readonly Problem[] {
  const ofStatus = (one: string) => status === undefined || one === status
  const missing = actions.filter(
    (action) => ofStatus(action.status) && !items.some(({ id }) => id === action.id),
  )
  const problems: Problem[] = missing.map((action) => ({
    requirement: status === undefined ? 'ACT-04' : 'ACT-10',
    message: `an action in status ${action.status} is not in the list`,
  }))
  if (!listKnown) return problems
  for (const one of ACTION_STATUSES.filter(ofStatus)) {
    const least = past[one] + actions.filter((action) => action.status === one).length
    // An action that needed no approval may be listed, as approved.
    const most = least + (one === 'APPROVED' ? unlisted : 0)
    const seen = items.filter((item) => item.status === one).length
    if (seen < least || seen > most) {
      const expected = least === most ? String(least) : `${least} to ${most}`
      problems.push({
        requirement: 'ACT-26',
        message: `the list has ${seen} actions in status ${one}, not ${expected}`,
      })
    }
  }
  return problems
}

interface OddQuery {
  readonly requirement: Problem['requirement']
  readonly query: ActionsQuery
}

const ODD_QUERIES: readonly OddQuery[] = [
  ...[0, -1, 101, 1_000, 1.5, 'abc', '99999999999999999999'].map((limit): OddQuery => ({
    requirement: 'ACT-13',
    query: { limit },
  })),
  ...['COMPLETED', 'NO_SUCH_STATUS', 'approved'].map((status): OddQuery => ({
    requirement: 'ACT-14',
    query: { status },
  })),
  ...['no-such-cursor', '1', '-1', 'eyJvZmZzZXQiOjF9'].map((cursor): OddQuery => ({
    requirement: 'ACT-16',
    query: { cursor },
  })),
]

const oddList = stepKind({
  name: 'list-actions-oddly',
  area: 'agent-operations',
  operations: ['listAgentActions'],
  weight: 4,
  params: fc.record({ of: fc.nat(9), how: fc.nat(ODD_QUERIES.length - 1) }),
  may: (model, { of }) => picked(acting(model), of) !== undefined,
  async take(model, { context }, { of, how }) {
    const agent = picked(acting(model), of)!
    const { requirement, query } = ODD_QUERIES[how]!
    const list = await context.agent(agent.holder.accessToken).actions(query)
    judgeAll(list, [
      [requirement, expectListedOrRejected],
      ['ACT-12', expectPageWithinLimit],
      [requirement, () => expectNotListed(list, foreignIds(model, agent, list))],
      ...(requirement === 'ACT-14' ? [['ACT-15', expectEmpty] as const] : []),
    ])
  },
})

/** The ids of known actions of other agents, and of listed actions that name another agent. */
function foreignIds(model: Model, { holder }: ModelAgent, list: CheckedResponse): readonly unknown[] {
  const others = model.agents.filter((other) => other.holder.agentId !== holder.agentId)
  const named = itemsOf(list).filter(({ agentId }) =>
    others.some((other) => other.holder.agentId !== '' && other.holder.agentId === agentId),
  )
  return [...named, ...others.flatMap(({ actions }) => actions)].map(({ id }) => id)
}

const foreignCursor = stepKind({
  name: 'cursor-of-another-agent',
  area: 'agent-operations',
  operations: ['listAgentActions'],
  weight: 3,
  params: fc.record({ of: fc.nat(9), by: fc.nat(9) }),
  may: (model, { of, by }) => {
    const [one, other] = [picked(acting(model), of), picked(acting(model), by)]
    if (one === undefined || other === undefined || one === other) return false
    return one.actions.length + Object.values(one.past).reduce((sum, count) => sum + count) > 1
  },
  async take(model, { context }, { of, by }) {
    const [one, other] = [picked(acting(model), of)!, picked(acting(model), by)!]
    const own = await context.agent(one.holder.accessToken).actions({ limit: 1 })
    const cursor = valueAt(own.body, 'nextCursor')
    if (typeof cursor !== 'string') return
    const list = await context.agent(other.holder.accessToken).actions({ cursor })
    const theirs = itemsOf(await context.agent(one.holder.accessToken).actions({ limit: 100 })).map(
      ({ id }) => id,
    )
    judgeAll(list, [
      ['ACT-19', expectForeignCursor],
      ['ACT-19', () => expectNotListed(list, [...theirs, ...foreignIds(model, other, list)])],
    ])
  },
})

const known = (model: Model) =>
  acting(model).flatMap((agent) => agent.actions.map((action) => ({ agent, action })))

const getAction = stepKind({
  name: 'get-action',
  area: 'agent-operations',
  operations: ['getAgentAction'],
  weight: 3,
  params: fc.record({ of: fc.nat(20) }),
  may: (model, { of }) => picked(known(model), of) !== undefined,
  async take(model, world: World, { of }) {
    const { agent, action } = picked(known(model), of)!
    await world.settled(
      () => world.context.agent(agent.holder.accessToken).action(action.id),
      (response): readonly Problem[] => {
        requireServiceResponse(response)
        const [id, status] = [valueAt(response.body, 'id'), valueAt(response.body, 'status')]
        if (!isSuccess(response) || id !== action.id)
          return [
            { requirement: 'ACT-28', message: `getting an action returned ${describeResponse(response)}` },
          ]
        if (status !== undefined && status !== action.status)
          return [
            {
              requirement: 'AGA-11',
              message: `an action in status ${action.status} is returned as ${formatValue(status)}`,
            },
          ]
        return actionProblems(response, response.body, agent, action.quote, action.seen)
      },
      ({ exchange }) => exchange,
    )
  },
})

const getForeignAction = stepKind({
  name: 'get-foreign-action',
  area: 'agent-operations',
  operations: ['getAgentAction'],
  params: fc.record({ of: fc.nat(20), by: fc.nat(9) }),
  may: (model, { of, by }) => isForeign(picked(known(model), of)?.agent, picked(acting(model), by)),
  async take(model, { context }, { of, by }) {
    const { agent, action } = picked(known(model), of)!
    const response = await context.agent(picked(acting(model), by)!.holder.accessToken).action(action.id)
    judge('ACT-29', response, () => expectNotReadable(response, agent.holder.customerId))
  },
})

export const actionSteps: readonly AnyStepKind[] = [
  arrangeActions,
  listActions,
  oddList,
  foreignCursor,
  getAction,
  getForeignAction,
]
