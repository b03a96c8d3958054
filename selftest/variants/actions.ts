import { randomUUID } from 'node:crypto'
import type { Refusal } from '../../reference/errors.ts'
import type { Cursor } from '../../reference/rules/actions.ts'
import type { Rules } from '../../reference/rules/index.ts'
import { isAction, objectsChanged, successesChanged, without, type Json } from './rewritten.ts'
import { forbidden } from './forbidden.ts'
import type { Variant } from './variant.ts'

/** Another order, in which a cursor keeps its place. */
const inOrderOf = (before: (one: Cursor, other: Cursor) => number): Partial<Rules> => ({
  inOrder: (actions) => actions.toSorted(before),
  startOfPage: (ordered, cursor) => {
    if (!cursor) return 0
    const start = ordered.findIndex((action) => before(cursor, action) < 0)
    return start === -1 ? ordered.length : start
  },
})

/** Bits of a number the other way round: an order without any meaning that never changes. */
const reversed = (value: number) => value.toString(2).padStart(24, '0').split('').toReversed().join('')

const lenientLimit =
  (beyond: (value: number) => number): Rules['pageLimit'] =>
  (asked, byDefault, maximum) => {
    const value = asked === undefined ? byDefault : Number.parseInt(asked, 10)
    const limit = Number.isNaN(value) ? byDefault : value
    return limit >= 1 && limit <= maximum ? limit : beyond(limit)
  }

/** What decodes to no place is no place after anything. */
const PAST_THE_END: Cursor = { createdAt: Number.MIN_SAFE_INTEGER, sequence: Number.MIN_SAFE_INTEGER }
const BEFORE_ALL: Cursor = { createdAt: Number.MAX_SAFE_INTEGER, sequence: Number.MAX_SAFE_INTEGER }

const place = (createdAt: unknown, sequence: unknown): Cursor | undefined =>
  typeof createdAt === 'number' && typeof sequence === 'number' ? { createdAt, sequence } : undefined

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Contract: Endpoints 2; Limits; Resources, Paginated list envelope. */
export const actionVariations: readonly Variant[] = [
  {
    id: 'oldest-first',
    title: 'lists the oldest action first',
    point: 'order of the list',
    reading: 'It is not shown.',
    replace: () =>
      inOrderOf((one, other) => one.createdAt - other.createdAt || one.sequence - other.sequence),
  },
  {
    id: 'in-no-order',
    title: 'lists actions in an order without meaning',
    point: 'order of the list',
    reading: 'It is not shown.',
    replace: () =>
      inOrderOf(
        (one, other) =>
          (reversed(one.sequence) < reversed(other.sequence) ? -1 : 1) *
          Number(one.sequence !== other.sequence),
      ),
  },
  {
    id: 'cursor-of-base64',
    title: 'has long cursors in base64, with slashes, plus signs and padding',
    point: 'form of a cursor',
    reading: 'Any.',
    replace: () => ({
      encodeCursor: ({ createdAt, sequence }) =>
        Buffer.from(
          `\xff\xfe\xfb\xef\xff${JSON.stringify([createdAt, sequence])}${' '.repeat(400)}\xff~`,
          'latin1',
        ).toString('base64'),
      decodeCursor: (text) => {
        if (!/^[A-Za-z0-9+/]{500,}={0,2}$/.test(text)) return undefined
        const body = parsed(Buffer.from(text, 'base64').toString('latin1').slice(5, -2))
        return Array.isArray(body) ? place(body[0], body[1]) : undefined
      },
    }),
  },
  {
    id: 'cursor-of-any-characters',
    title: 'has cursors with characters that have a meaning in a URL, and with others than ASCII',
    point: 'form of a cursor',
    reading: 'Any.',
    replace: () => ({
      encodeCursor: (cursor) => `?a=1&b=%2F#+ "${JSON.stringify(cursor)}" ü€𝔸/;`,
      decodeCursor: (text) => {
        const body = parsed(/^\?a=1&b=%2F#\+ "(.*)" ü€𝔸\/;$/.exec(text)?.[1] ?? '')
        const { createdAt, sequence } = (body ?? {}) as Partial<Cursor>
        return place(createdAt, sequence)
      },
    }),
  },
  {
    id: 'cursor-of-a-number',
    title: 'has cursors that are small numbers',
    point: 'form of a cursor',
    reading: 'Any.',
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
    title: 'keeps its cursors under keys without meaning, and answers 404 to one that it does not know',
    point: 'form of a cursor',
    reading: 'A cursor that does not exist’s is refused.',
    replace: (rules) => {
      const places = new Map<string, Cursor>()
      return {
        encodeCursor: ({ createdAt, sequence }) => {
          const key = randomUUID()
          places.set(key, { createdAt, sequence })
          return key
        },
        decodeCursor: (text) => places.get(text),
        unknownCursor: () => ({ ...rules.unknownCursor(), status: 404, code: 'NOT_FOUND' }),
      }
    },
  },
  {
    id: 'unknown-cursor-shows-nothing',
    title: 'answers a cursor that does not exist’s with an empty page',
    point: 'a cursor that no response returned',
    reading: 'Nothing follows it.',
    replace: (rules) => ({ decodeCursor: (text) => rules.decodeCursor(text) ?? PAST_THE_END }),
  },
  {
    id: 'unknown-cursor-starts-over',
    title: 'answers a cursor that does not exist’s with the first page',
    point: 'a cursor that no response returned',
    reading: 'It is as none.',
    replace: (rules) => ({ decodeCursor: (text) => rules.decodeCursor(text) ?? BEFORE_ALL }),
  },
  {
    id: 'limit-clamped',
    title: 'brings a limit out of range to the nearest end of it',
    point: 'a limit out of range',
    reading: 'Clamped.',
    replace: () => ({ pageLimit: lenientLimit((limit) => (limit < 1 ? 1 : 100)) }),
  },
  {
    id: 'limit-by-default',
    title: 'takes 20 for a limit out of range',
    point: 'a limit out of range',
    reading: 'Clamped, to the default.',
    replace: () => ({ pageLimit: lenientLimit(() => 20) }),
  },
  {
    id: 'pages-shorter-than-limit',
    alone: true,
    title: 'has at most two actions on a page, whatever the limit',
    point: 'pages shorter than limit',
    reading: 'limit is a maximum.',
    warns: ['ACT-32', 'ACT-33'],
    replace: (rules) => ({
      page: (ordered, start, limit, request) => rules.page(ordered, start, Math.min(limit, 2), request),
    }),
  },
  {
    id: 'actions-without-total-count',
    alone: true,
    title: 'leaves out totalCount',
    point: 'required fields of the list envelope',
    reading: 'totalCount is not marked as required.',
    replace: (rules) =>
      successesChanged(
        rules,
        (response) => ({ ...response, body: without(response.body as Json, 'totalCount') }),
        ['listAgentActions'],
      ),
  },
  {
    id: 'limit-code',
    title: 'has other codes for a limit, a status and a cursor that it refuses',
    point: 'a limit out of range',
    reading: '400, with any code that fits.',
    replace: (rules) => ({
      limitOutOfRange: () => ({ ...rules.limitOutOfRange(), code: 'AMOUNT_OUT_OF_RANGE' }),
      unknownActionStatus: () => ({ ...rules.unknownActionStatus(), code: 'INVALID_REQUEST_FORMAT' }),
      unknownCursor: () => ({ ...rules.unknownCursor(), code: 'INVALID_REQUEST_FORMAT' }),
    }),
  },
  {
    id: 'unknown-status-matches-nothing',
    title: 'answers the filter of an unknown status with an empty list',
    point: 'a status filter that is none',
    reading: 'No action is in it.',
    replace: () => ({ isActionStatus: () => true }),
  },
  {
    id: 'unknown-status-filters-nothing',
    title: 'takes the filter of an unknown status for none',
    point: 'a status filter that is none',
    reading: 'Ignored.',
    warns: ['ACT-15'],
    replace: (rules) => ({
      isActionStatus: () => true,
      withStatus: (actions, status) =>
        status !== undefined && rules.isActionStatus(status) ? rules.withStatus(actions, status) : actions,
    }),
  },
  {
    id: 'own-status-in-error-bodies',
    title: 'has a number of its own as status in the body of an error',
    point: 'status in the body of an error of the list',
    reading: 'It is an integer, and not said to be that of the response.',
    warns: ['ACT-25'],
    replace: (rules) => ({
      agentListErrorBody: (refusal) => ({ ...(rules.agentListErrorBody(refusal) as object), status: 7 }),
    }),
  },
  {
    id: 'agents-of-a-customer-share',
    title: 'shows an agent the quotes and actions of another agent of its customer, and lets it execute them',
    point: 'what is another agent’s',
    reading: 'Agent credentials are bound to the customer.',
    warns: ['ACT-30'],
    replace: () => ({
      actionIsVisible: (action, agent, agents) => agents.get(action.agentId)?.customerId === agent.customerId,
      quoteIsVisible: ({ source }, { customerId }) => source.customerId === customerId,
      quoteIsExecutableBy: ({ source }, { customerId }) => source.customerId === customerId,
    }),
  },
  {
    id: 'action-of-another-forbidden',
    title: 'answers 403 where an action is another agent’s',
    point: 'what is another agent’s',
    reading: '403.',
    unmet: ['QUOTE_NOT_FOUND'],
    warns: ['CNV-09'],
    replace: (rules) => ({
      actionNotFound: (): Refusal => forbidden(rules.actionNotFound()),
      quoteNotFound: (): Refusal => forbidden(rules.quoteNotFound()),
    }),
  },
  {
    id: 'action-ids-not-told',
    title: 'does not tell the ids of actions that it arranges',
    point: 'actionIds of the state agent-actions',
    reading: 'When known.',
    replace: () => ({ tellsActionIds: () => false }),
  },
  {
    id: 'action-type-of-its-own',
    title: 'has a type of action that the contract has not seen',
    point: 'types of actions',
    reading: 'EXECUTE_QUOTE is the one value seen.',
    replace: (rules) =>
      objectsChanged(rules, (object) => (isAction(object) ? { ...object, type: 'TRANSFER_OUT' } : object)),
  },
]
