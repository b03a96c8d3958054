/** The list of an agent's own actions, and actions by their id (contract: Endpoints 2; Paginated list envelope). */
import * as fc from 'fast-check'
import type { CheckedResponse } from '../../fixtures/http/checked-response.ts'
import type { ActionsQuery } from '../../fixtures/clients/agent.ts'
import { itemsOf, walkActions, type PageWalk } from '../../fixtures/page-walk.ts'
import { valueAt } from '../../spec/value-at.ts'
import {
  Violation,
  isSuccess,
  ofTheService,
  shown,
  withStatus,
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
    // It is unknown whether past approvals have been paid by now.
    const ledger = model.ledgers.get(agent.holder.sourceAccountId)
    if (ledger && approved > 0) {
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
  { pages, items, sizes }: PageWalk,
  agent: ModelAgent,
  status: ActionStatus | undefined,
  limit: number | undefined,
): readonly Problem[] {
  const problems: Problem[] = []
  const found = (requirement: Problem['requirement'], message: string) =>
    problems.push({ requirement, message })
  for (const page of pages) {
    ofTheService(page)
    if (page.status !== 200) found('ACT-01', `listing actions returned ${shown(page)}`)
  }
  if (problems.length > 0) return problems

  const ids = items.map(({ id }) => id)
  if (new Set(ids).size < ids.length) found('ACT-04', 'a walk through the list shows an action twice')
  const size = limit ?? 20
  const short = sizes.slice(0, -1).find((one) => one !== size)
  if (short !== undefined)
    found(
      limit === undefined ? 'ACT-02' : 'ACT-03',
      `a page with more after it has ${short} actions, not ${size}`,
    )
  if ((sizes.at(-1) ?? 0) > size)
    found(limit === undefined ? 'ACT-02' : 'ACT-03', `a page has ${sizes.at(-1)} actions, more than ${size}`)
  if (sizes.length > 1 && sizes.at(-1) === 0)
    found('ACT-05', 'hasMore was true where no more actions followed')
  problems.push(...envelopeProblems(pages, items.length, status))
  for (const item of items) {
    const known = agent.actions.find(({ id }) => id === item.id)
    if (status !== undefined && item.status !== status)
      found('ACT-09', `filtered by ${status}, the list has an action that is ${formatValue(item.status)}`)
    if (known && item.status !== known.status)
      found('ACT-26', `an action that is ${known.status} is listed as ${formatValue(item.status)}`)
    problems.push(...actionProblems(item, agent, known?.quote, known?.seen))
  }
  problems.push(...countProblems(items, agent, status))
  return problems
}

function envelopeProblems(
  pages: readonly CheckedResponse[],
  total: number,
  status: ActionStatus | undefined,
): readonly Problem[] {
  const requirement = status === undefined ? 'ACT-07' : 'ACT-08'
  return pages.flatMap((page, index): readonly Problem[] => {
    const [hasMore, cursor, count] = ['hasMore', 'nextCursor', 'totalCount'].map((name) =>
      valueAt(page.body, name),
    )
    const isLast = index === pages.length - 1
    const problems: Problem[] = []
    if (hasMore !== !isLast)
      problems.push({
        requirement: 'ACT-05',
        message: `hasMore is ${formatValue(hasMore)} on page ${index + 1} of ${pages.length}`,
      })
    const carries = typeof cursor === 'string' && cursor !== ''
    if (carries !== (hasMore === true))
      problems.push({
        requirement: 'ACT-06',
        message: `nextCursor is ${carries ? '' : 'not '}there where hasMore is ${formatValue(hasMore)}`,
      })
    if (typeof count === 'number' && count !== total)
      problems.push({ requirement, message: `totalCount is ${count}, and the walk shows ${total} actions` })
    return problems
  })
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
    message: `an action that is ${action.status} is not in the list`,
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
        message: `the list has ${seen} actions that are ${one}, not ${expected}`,
      })
    }
  }
  return problems
}

interface OddQuery {
  readonly requirement: Problem['requirement']
  readonly query: ActionsQuery
  readonly statuses: readonly number[]
}

const LISTED_OR_REFUSED = [200, 400]

const ODD_QUERIES: readonly OddQuery[] = [
  ...[0, -1, 101, 1_000, 1.5, 'abc', '99999999999999999999'].map((limit): OddQuery => ({
    requirement: 'ACT-13',
    query: { limit },
    statuses: LISTED_OR_REFUSED,
  })),
  ...['COMPLETED', 'NO_SUCH_STATUS', 'approved'].map((status): OddQuery => ({
    requirement: 'ACT-14',
    query: { status },
    statuses: LISTED_OR_REFUSED,
  })),
  ...['no-such-cursor', '1', '-1', 'eyJvZmZzZXQiOjF9'].map((cursor): OddQuery => ({
    requirement: 'ACT-16',
    query: { cursor },
    statuses: [200, 400, 404],
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
    const { requirement, query, statuses } = ODD_QUERIES[how]!
    const list = await context.agent(agent.holder.accessToken).actions(query)
    withStatus(list, statuses, requirement, `listing actions with ${JSON.stringify(query)}`)
    const items = itemsOf(list)
    if (items.length > 100) throw new Violation('ACT-12', `a page has ${items.length} actions`, list.exchange)
    onlyOwn(model, agent, list, requirement)
    if (requirement === 'ACT-14' && items.length > 0)
      throw new Violation(
        'ACT-15',
        `the filter of an unknown status shows ${items.length} actions`,
        list.exchange,
      )
  },
})

/** @throws Violation when a list has an action of another agent */
function onlyOwn(
  model: Model,
  agent: ModelAgent,
  list: CheckedResponse,
  requirement: Problem['requirement'],
): void {
  for (const { holder } of model.agents) {
    if (holder.agentId === agent.holder.agentId || holder.agentId === '') continue
    if (itemsOf(list).some(({ agentId }) => agentId === holder.agentId))
      throw new Violation(requirement, 'a list shows an action of another agent', list.exchange)
  }
  const foreign = model.agents
    .filter((other) => other.holder.agentId !== agent.holder.agentId)
    .flatMap(({ actions }) => actions.map(({ id }) => id))
  if (itemsOf(list).some(({ id }) => foreign.some((one) => one === id)))
    throw new Violation(requirement, 'a list shows an action of another agent', list.exchange)
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
    withStatus(list, [200, 400, 401, 403, 404], 'ACT-19', "listing actions with another agent's cursor")
    onlyOwn(model, other, list, 'ACT-19')
    const theirs = itemsOf(await context.agent(one.holder.accessToken).actions({ limit: 100 })).map(
      ({ id }) => id,
    )
    if (itemsOf(list).some(({ id }) => theirs.includes(id)))
      throw new Violation('ACT-19', "another agent's cursor shows its actions", list.exchange)
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
        ofTheService(response)
        const [id, status] = [valueAt(response.body, 'id'), valueAt(response.body, 'status')]
        if (!isSuccess(response) || id !== action.id)
          return [{ requirement: 'ACT-28', message: `getting an action returned ${shown(response)}` }]
        if (status !== undefined && status !== action.status)
          return [
            {
              requirement: 'AGA-11',
              message: `an action that is ${action.status} is returned as ${formatValue(status)}`,
            },
          ]
        return actionProblems(response.body, agent, action.quote, action.seen)
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
    withStatus(response, [400, 401, 403, 404], 'ACT-29', "getting an action of another customer's agent")
    if (response.text.includes(agent.holder.customerId))
      throw new Violation('ACT-29', 'a rejection tells whose the action is', response.exchange)
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
