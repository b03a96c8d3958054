import { randomUUID } from 'node:crypto'
import type { Cursor } from '../../reference/rules/actions.ts'
import type { AgentAction, Quote } from '../../reference/resources/payments.ts'
import type { Rules } from '../../reference/rules/index.ts'
import type { Store } from '../../reference/store.ts'
import { eachObject, isAction, objectsChanged, successesChanged, without, type Json } from './rewritten.ts'
import { forbidden } from './forbidden.ts'
import type { Variant } from './variant.ts'
import { tryParseJson } from '../../spec/try-parse-json.ts'

/** Another order in which a cursor stays valid. */
const inOrderOf = (before: (one: Cursor, other: Cursor) => number): Partial<Rules> => ({
  inOrder: (actions) => actions.toSorted(before),
  startOfPage: (ordered, cursor) => {
    if (!cursor) return 0
    const start = ordered.findIndex((action) => before(cursor, action) < 0)
    return start === -1 ? ordered.length : start
  },
})

/** Reverses the bits of a number: an arbitrary order that never changes. */
const reversed = (value: number) => value.toString(2).padStart(24, '0').split('').toReversed().join('')

const lenientLimit =
  (beyond: (value: number) => number): Rules['pageLimit'] =>
  (asked, byDefault, maximum) => {
    const value = asked === undefined ? byDefault : Number.parseInt(asked, 10)
    const limit = Number.isNaN(value) ? byDefault : value
    return limit >= 1 && limit <= maximum ? limit : beyond(limit)
  }

/** A cursor that decodes to no position has no following items. */
const PAST_THE_END: Cursor = { createdAt: Number.MIN_SAFE_INTEGER, sequence: Number.MIN_SAFE_INTEGER }
/** As many digits as a cursor of the reference server may have. */
const BEFORE_EVERY_ACTION: Cursor = { createdAt: 999_999_999_999_999, sequence: 0 }
const BEFORE_ALL: Cursor = { createdAt: Number.MAX_SAFE_INTEGER, sequence: Number.MAX_SAFE_INTEGER }

const place = (createdAt: unknown, sequence: unknown): Cursor | undefined =>
  typeof createdAt === 'number' && typeof sequence === 'number' ? { createdAt, sequence } : undefined

/** Contract: Endpoints 2; Limits; Resources, Paginated list envelope. */
export const actionVariations: readonly Variant[] = [
  {
    id: 'oldest-first',
    title: 'lists the oldest action first',
    point: 'order of the list',
    interpretation: 'The contract does not specify it.',
    replace: inOrderOf((one, other) => one.createdAt - other.createdAt || one.sequence - other.sequence),
  },
  {
    id: 'in-no-order',
    title: 'lists actions in no defined order',
    point: 'order of the list',
    interpretation: 'The contract does not specify it.',
    replace: inOrderOf(
      (one, other) =>
        (reversed(one.sequence) < reversed(other.sequence) ? -1 : 1) *
        Number(one.sequence !== other.sequence),
    ),
  },
  {
    id: 'cursor-of-base64',
    title: 'returns long base64 cursors with slashes, plus signs and padding',
    point: 'form of a cursor',
    interpretation: 'Cursors are opaque.',
    replace: {
      encodeCursor: ({ createdAt, sequence }) =>
        Buffer.from(
          `\xff\xfe\xfb\xef\xff${JSON.stringify([createdAt, sequence])}${' '.repeat(400)}\xff~`,
          'latin1',
        ).toString('base64'),
      decodeCursor: (text) => {
        if (!/^[A-Za-z0-9+/]{500,}={0,2}$/.test(text)) return undefined
        const body = tryParseJson(Buffer.from(text, 'base64').toString('latin1').slice(5, -2))
        return Array.isArray(body) ? place(body[0], body[1]) : undefined
      },
    },
  },
  {
    id: 'cursor-of-any-characters',
    title: 'returns cursors with URL-reserved and non-ASCII characters',
    point: 'form of a cursor',
    interpretation: 'Cursors are opaque.',
    replace: {
      encodeCursor: (cursor) => `?a=1&b=%2F#+ "${JSON.stringify(cursor)}" ü€𝔸/;`,
      decodeCursor: (text) => {
        const body = tryParseJson(/^\?a=1&b=%2F#\+ "(.*)" ü€𝔸\/;$/.exec(text)?.[1] ?? '')
        const { createdAt, sequence } = (body ?? {}) as Partial<Cursor>
        return place(createdAt, sequence)
      },
    },
  },
  {
    id: 'cursor-of-a-number',
    title: 'returns small numbers as cursors',
    point: 'form of a cursor',
    interpretation: 'Cursors are opaque.',
    replace: () => {
      const places: Cursor[] = []
      return {
        encodeCursor: (cursor) => String(places.push(cursor) - 1),
        decodeCursor: (text) => (/^\d+$/.test(text) ? places[Number(text)] : undefined),
      }
    },
  },
  {
    id: 'cursor-kept-and-unknown-not-found',
    title: 'returns opaque keys as cursors, and 404 for an unknown one',
    point: 'form of a cursor',
    interpretation: 'An unknown cursor is rejected.',
    replace: (rules) => {
      const places = new Map<string, Cursor>()
      return {
        encodeCursor: ({ createdAt, sequence }) => {
          const key = randomUUID()
          places.set(key, { createdAt, sequence })
          return key
        },
        decodeCursor: (text) => places.get(text),
        unknownCursor: { ...rules.unknownCursor, status: 404, code: 'NOT_FOUND' },
      }
    },
  },
  {
    id: 'unknown-cursor-shows-nothing',
    title: 'returns an empty page for an unknown cursor',
    point: 'a cursor that no response returned',
    interpretation: 'Nothing follows an unknown cursor.',
    replace: (rules) => ({ decodeCursor: (text) => rules.decodeCursor(text) ?? PAST_THE_END }),
  },
  {
    id: 'unknown-cursor-starts-over',
    title: 'returns the first page for an unknown cursor',
    point: 'a cursor that no response returned',
    interpretation: 'An unknown cursor is ignored.',
    replace: (rules) => ({ decodeCursor: (text) => rules.decodeCursor(text) ?? BEFORE_ALL }),
  },
  {
    id: 'limit-clamped',
    title: 'clamps a limit that is out of range',
    point: 'a limit out of range',
    interpretation: 'The limit is clamped.',
    replace: { pageLimit: lenientLimit((limit) => (limit < 1 ? 1 : 100)) },
  },
  {
    id: 'limit-by-default',
    title: 'uses limit 20 in place of one that is out of range',
    point: 'a limit out of range',
    interpretation: 'The limit falls back to the default.',
    replace: { pageLimit: lenientLimit(() => 20) },
  },
  {
    id: 'pages-shorter-than-limit',
    alone: true,
    title: 'returns at most two actions on a page, for any limit',
    point: 'pages shorter than limit',
    interpretation: 'limit is a maximum.',
    warns: ['ACT-32', 'ACT-33'],
    replace: (rules) => ({
      page: (ordered, start, limit, request) => rules.page(ordered, start, Math.min(limit, 2), request),
    }),
  },
  {
    id: 'filtered-pages-empty-before-the-last',
    title: 'filters a page after it has read it, so that the first page of a filtered list is empty',
    point: 'a page without matching actions',
    interpretation: 'limit is a maximum, and hasMore says that more pages follow.',
    replace: (rules) => ({
      page: (ordered, start, limit, request) =>
        request.query.status !== undefined && request.query.cursor === undefined
          ? []
          : rules.page(ordered, start, limit, request),
      cursorAfter: (page, hasMore) =>
        hasMore && page.length === 0 ? BEFORE_EVERY_ACTION : rules.cursorAfter(page, hasMore),
    }),
  },
  {
    id: 'actions-without-total-count',
    alone: true,
    title: 'omits totalCount',
    point: 'required fields of the list envelope',
    interpretation: 'totalCount is not marked as required.',
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => ({ ...response, body: without(response.body as Json, 'totalCount') }),
        ['listAgentActions'],
      ),
  },
  {
    id: 'limit-code',
    title: 'returns other codes for an invalid limit, status and cursor',
    point: 'a limit out of range',
    interpretation: '400, with any code that fits.',
    replace: (rules) => ({
      limitOutOfRange: { ...rules.limitOutOfRange, code: 'AMOUNT_OUT_OF_RANGE' },
      unknownActionStatus: { ...rules.unknownActionStatus, code: 'INVALID_REQUEST_FORMAT' },
      unknownCursor: { ...rules.unknownCursor, code: 'INVALID_REQUEST_FORMAT' },
    }),
  },
  {
    id: 'unknown-status-matches-nothing',
    title: 'returns an empty list when filtered by an unknown status',
    point: 'an invalid status filter',
    interpretation: 'No action has that status.',
    replace: { isActionStatus: () => true },
  },
  {
    id: 'unknown-status-filters-nothing',
    title: 'ignores an unknown status filter',
    point: 'an invalid status filter',
    interpretation: 'The filter is ignored.',
    warns: ['ACT-15'],
    replace: (rules) => ({
      isActionStatus: () => true,
      withStatus: (actions, status) =>
        status !== undefined && rules.isActionStatus(status) ? rules.withStatus(actions, status) : actions,
    }),
  },
  {
    id: 'own-status-in-error-bodies',
    title: 'returns a number other than the HTTP status as status in the body of an error',
    point: 'status in the body of an error of the list',
    interpretation: 'It is an integer; the contract does not say that it equals the HTTP status.',
    warns: ['ACT-25'],
    replace: (rules) => ({
      agentListErrorBody: (refusal) => ({ ...(rules.agentListErrorBody(refusal) as object), status: 7 }),
    }),
  },
  {
    id: 'error-status-of-its-own-in-error-bodies',
    title: 'returns 499 as status in the body of every error of the list',
    point: 'status in the body of an error of the list',
    interpretation: 'It is an integer; the contract does not say that it equals the HTTP status.',
    warns: ['ACT-25', 'CNV-12'],
    replace: (rules) => ({
      agentListErrorBody: (refusal) => ({ ...(rules.agentListErrorBody(refusal) as object), status: 499 }),
    }),
  },
  {
    id: 'agents-of-a-customer-share',
    title: 'shows an agent the quotes and actions of another agent of the customer, and lets it execute them',
    point: 'resources of another agent',
    interpretation: 'Agent credentials are bound to the customer.',
    warns: ['ACT-30'],
    replace: {
      actionIsVisible: (action, agent, agents) => agents.get(action.agentId)?.customerId === agent.customerId,
      quoteIsVisible: ({ source }, { customerId }) => source.customerId === customerId,
      quoteIsExecutableBy: ({ source }, { customerId }) => source.customerId === customerId,
    },
  },
  {
    id: 'action-of-another-forbidden',
    title: "returns 403 for another agent's action",
    point: 'resources of another agent',
    interpretation: "Another agent's action is forbidden.",
    unmet: ['QUOTE_NOT_FOUND'],
    warns: ['CNV-09'],
    replace: (rules) => ({
      actionNotFound: forbidden(rules.actionNotFound),
      quoteNotFound: forbidden(rules.quoteNotFound),
    }),
  },
  {
    id: 'action-ids-missing',
    title: 'omits the ids of actions that its provider states create',
    point: 'actionIds of the state agent-actions',
    interpretation: 'The ids are returned when known.',
    replace: { tellsActionIds: false },
  },
  {
    id: 'action-type-of-its-own',
    title: 'returns an action type that the contract does not name',
    point: 'types of actions',
    interpretation: 'EXECUTE_QUOTE is the only documented value.',
    replace: (rules) =>
      objectsChanged(rules, (object) => (isAction(object) ? { ...object, type: 'TRANSFER_OUT' } : object)),
  },
  {
    id: 'quotes-are-actions',
    alone: true,
    title: 'lists the creation of a quote as an action of another type',
    point: 'types of actions',
    interpretation: 'The contract does not show the other types.',
    replace: withQuotesAsActions,
  },
]

/** Beyond the sequence of other actions: a cursor names an action by its instant and its sequence. */
const FIRST_SEQUENCE = 1_000_000_000

/** An action that the creation of a quote is, without a transaction. */
const actionOfQuote = ({ id, createdAt }: Quote, agentId: string, sequence: number): AgentAction => ({
  id: id.replace('Quote:', 'AgentAction:'),
  sequence,
  agentId,
  quoteId: id,
  transactionId: id.replace('Quote:', 'Transaction:'),
  createdAt,
  updatedAt: createdAt,
  status: 'APPROVED',
  neededApproval: false,
  rejectionReason: undefined,
})

function withQuotesAsActions(rules: Rules): Partial<Rules> {
  const actionIds = new Set<unknown>()
  const seen = new Set<string>()
  const add = (store: Store, quote: Quote) => {
    if (quote.agentId === undefined || !seen.delete(quote.id)) return
    const action = actionOfQuote(quote, quote.agentId, FIRST_SEQUENCE + actionIds.size)
    actionIds.add(action.id)
    store.actions.set(action.id, action)
    store.transactions.set(action.transactionId, {
      id: action.transactionId,
      quoteId: quote.id,
      actionId: undefined,
      status: 'CREATED',
      createdAt: quote.createdAt,
      updatedAt: quote.createdAt,
      settledAt: undefined,
      failureReason: undefined,
      refund: undefined,
    })
  }
  return {
    storeToRead: (store) => {
      for (const quote of store.quotes.values()) add(store, quote)
      return rules.storeToRead(store)
    },
    respond: async (operation, response, request) => {
      const { status, body, ...rest } = await rules.respond(operation, response, request)
      if (operation === 'createAgentQuote' && status < 300) seen.add(String((body as Json).id))
      const typed = (object: Json) =>
        actionIds.has(object.id) ? { ...without(object, 'transaction'), type: 'CREATE_QUOTE' } : object
      return { ...rest, status, body: eachObject(body, typed) }
    },
  }
}
