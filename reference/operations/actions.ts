import type { AgentOperation } from '../call.ts'
import { Refused } from '../errors.ts'
import { actionBody } from '../representations.ts'
import type { ActionStatus } from '../resources.ts'

/** Contract: Endpoints 2. */
export const listAgentActions: AgentOperation = (setting, { agent, query }) => {
  const { rules, store } = setting
  const limit = rules.pageLimit(query.limit, rules.defaultPageSize(), rules.maximumPageSize())
  if (limit === undefined) throw new Refused(rules.limitOutOfRange())
  if (query.status !== undefined && !rules.isActionStatus(query.status)) {
    throw new Refused(rules.unknownActionStatus())
  }
  const cursor = query.cursor === undefined ? undefined : rules.decodeCursor(query.cursor)
  if (query.cursor !== undefined && !cursor) throw new Refused(rules.unknownCursor())

  const visible = rules.visibleActions(store.actions.values(), agent, cursor)
  const matching = rules.withStatus(visible, query.status as ActionStatus | undefined)
  const ordered = rules.inOrder(matching)
  const start = rules.startOfPage(ordered, cursor)
  const page = rules.page(ordered, start, limit)
  const hasMore = rules.hasMore(ordered.length, start, page.length)
  const next = rules.cursorAfter(page, hasMore)
  return {
    status: 200,
    body: {
      data: page.map((action) => actionBody(setting, action)),
      hasMore,
      ...(next && { nextCursor: rules.encodeCursor(next) }),
      totalCount: rules.totalCount(matching, page),
    },
  }
}

export const getAgentAction: AgentOperation = (setting, { agent, parameter }) => {
  const { rules, store } = setting
  const action = store.actions.get(parameter('actionId'))
  if (!action || !rules.actionIsVisible(action, agent)) throw new Refused(rules.actionNotFound())
  return { status: 200, body: actionBody(setting, action) }
}
