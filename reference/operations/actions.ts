import type { AgentOperation } from '../call.ts'
import { Refused } from '../errors.ts'
import { actionBody } from '../representations.ts'

/** Contract: Endpoints 2. */
export const listAgentActions: AgentOperation = (primary, { agent, query }) => {
  const server = { ...primary, store: primary.rules.storeToRead(primary.store) }
  const { rules, store } = server
  if (!rules.switchGivesActions(agent, primary.store.unreachableForSwitch)) {
    throw new Refused(rules.switchUnreachable)
  }
  const request = { agent, agents: store.agents, query }
  const limit = rules.pageLimit(query.limit, rules.defaultPageSize, rules.maximumPageSize)
  if (limit === undefined) throw new Refused(rules.limitOutOfRange)
  const status = rules.statusFilter(request)
  if (status !== undefined && !rules.isActionStatus(status)) throw new Refused(rules.unknownActionStatus)
  const cursor = query.cursor === undefined ? undefined : rules.decodeCursor(query.cursor)
  if (query.cursor !== undefined && !cursor) throw new Refused(rules.unknownCursor)

  const visible = rules.visibleActions(store.actions.values(), request)
  const matching = rules.withStatus(visible, status)
  const ordered = rules.inOrder(matching)
  const start = rules.startOfPage(ordered, cursor)
  const page = rules.page(ordered, start, limit, request)
  const hasMore = rules.hasMore(ordered.length, start, page.length, limit)
  const next = rules.cursorAfter(page, hasMore)
  return {
    status: 200,
    body: {
      data: page.map((action) => actionBody(server, action)),
      hasMore,
      ...(next && { nextCursor: rules.encodeCursor(next) }),
      totalCount: rules.totalCount(matching, page, visible),
    },
  }
}

export const getAgentAction: AgentOperation = (primary, { agent, parameter }) => {
  const server = { ...primary, store: primary.rules.storeToRead(primary.store) }
  const { rules, store } = server
  const action = store.actions.get(parameter('actionId'))
  if (!action || !rules.actionIsVisible(action, agent, store.agents)) throw new Refused(rules.actionNotFound)
  return { status: 200, body: actionBody(server, action) }
}
