import { statesOf } from '../../spec/index.ts'
import { refusal } from '../errors.ts'
import type { Agent, AgentAction } from '../resources/payments.ts'

const statuses: readonly string[] = statesOf('Agent action')

/** A position in the list: that of the last action returned. */
export type Cursor = Pick<AgentAction, 'createdAt' | 'sequence'>

/** The requester of the list, and its parameters. */
export interface ListRequest {
  readonly agent: Agent
  readonly agents: ReadonlyMap<string, Agent>
  readonly query: Readonly<Record<string, string>>
}

const newestFirst = (one: Cursor, other: Cursor) =>
  other.createdAt - one.createdAt || other.sequence - one.sequence

/** Why requests are rejected. */
const refusals = {
  limitOutOfRange: refusal(400, 'INVALID_INPUT', 'limit is out of range.', [
    { field: 'limit', constraint: { format: 'integer' }, message: 'limit is an integer from 1 to 100' },
  ]),
  unknownActionStatus: refusal(400, 'INVALID_INPUT', 'status is not an agent action status.', [
    { field: 'status', constraint: { enum: statuses }, message: `status is one of ${statuses.join(', ')}` },
  ]),
  unknownCursor: refusal(400, 'INVALID_INPUT', 'cursor is not one that a previous response returned.'),
  actionNotFound: refusal(404, 'NOT_FOUND', 'There is no such action.'),
}

/** Contract: Endpoints 2; Limits, page size. */
export const actionRules = {
  ...refusals,

  defaultPageSize: 20,

  maximumPageSize: 100,

  /** The requested page size, 1 to the maximum; undefined when it is out of range: the request is rejected. */
  pageLimit(asked: string | undefined, byDefault: number, maximum: number): number | undefined {
    if (asked === undefined) return byDefault
    const limit = /^\d{1,9}$/.test(asked) ? Number(asked) : 0
    return limit >= 1 && limit <= maximum ? limit : undefined
  },

  isActionStatus: (asked: string): boolean => statuses.includes(asked),

  /** The list has the actions that the authenticated agent submitted. */
  visibleActions: (actions: Iterable<AgentAction>, { agent }: ListRequest): readonly AgentAction[] =>
    [...actions].filter(({ agentId }) => agentId === agent.id),

  /** The status of the filter. */
  statusFilter: ({ query }: ListRequest): string | undefined => query.status,

  /** Filter by agent action status. */
  withStatus: (actions: readonly AgentAction[], status: string | undefined): readonly AgentAction[] =>
    status === undefined ? actions : actions.filter((action) => action.status === status),

  /** Newest first; a cursor stays valid when actions are added. */
  inOrder: (actions: readonly AgentAction[]): readonly AgentAction[] => actions.toSorted(newestFirst),

  encodeCursor: ({ createdAt, sequence }: Cursor): string =>
    Buffer.from(`${createdAt}.${sequence}`).toString('base64url'),

  decodeCursor(text: string): Cursor | undefined {
    const place = /^(\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString('latin1'))
    return place ? { createdAt: Number(place[1]), sequence: Number(place[2]) } : undefined
  },

  /** Index of the first action of the page. */
  startOfPage: (ordered: readonly AgentAction[], cursor: Cursor | undefined): number => {
    if (!cursor) return 0
    const start = ordered.findIndex((action) => newestFirst(cursor, action) < 0)
    return start === -1 ? ordered.length : start
  },

  page: (
    ordered: readonly AgentAction[],
    start: number,
    limit: number,
    _request: ListRequest,
  ): readonly AgentAction[] => ordered.slice(start, start + limit),

  hasMore: (matching: number, start: number, onPage: number, _limit: number): boolean =>
    start + onPage < matching,

  /** `nextCursor` is present only when `hasMore` is true (Paginated list envelope). */
  cursorAfter: (page: readonly AgentAction[], hasMore: boolean): Cursor | undefined => {
    const last = page.at(-1)
    return hasMore ? last : undefined
  },

  /** Number of matching items, excluding pagination (Paginated list envelope). */
  totalCount: (
    matching: readonly AgentAction[],
    _page: readonly AgentAction[],
    _visible: readonly AgentAction[],
  ): number => matching.length,

  /** Only the agent that submitted an action can read it. */
  actionIsVisible: (action: AgentAction, agent: Agent, _agents: ReadonlyMap<string, Agent>): boolean =>
    action.agentId === agent.id,

  /** Whether the provider state returns the ids of arranged actions. */
  tellsActionIds: true,
}
