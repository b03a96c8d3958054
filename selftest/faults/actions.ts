import { toAnyMediaType } from '../to-any-media-type.ts'
import { shows } from '../shows.ts'
import { Refused } from '../../reference/errors.ts'
import type { Agent, AgentAction } from '../../reference/resources/payments.ts'
import type { ListRequest } from '../../reference/rules/actions.ts'
import type { Rules } from '../../reference/rules/index.ts'
import type { Fault } from './fault.ts'
import { rewriting, rewritingActions, rewritingErrors } from './rewriting.ts'

/** Finds an agent for a request of the list of this kind; all other requests are handled as the contract allows. */
const alsoLetsIn =
  (conforming: Rules, finds: (authorization: string, agents: readonly Agent[]) => Agent | undefined) =>
  (...[operation, authorization, agents, platform]: Parameters<Rules['callingAgent']>): Agent | undefined => {
    const all = [...agents]
    const known = conforming.callingAgent(operation, authorization, all, platform)
    return known ?? (operation === 'listAgentActions' ? finds(authorization ?? '', all) : undefined)
  }

const isActive = ({ state }: Agent) => state === 'ACTIVE'

const bearerToken = (authorization: string) => /^Bearer +(.*)$/i.exec(authorization)?.[1] ?? ''

const withCaseSwapped = (text: string) =>
  text.replaceAll(/[a-z]/gi, (letter) => (/[a-z]/.test(letter) ? letter.toUpperCase() : letter.toLowerCase()))

const sameCustomer = (action: AgentAction, { customerId }: Agent, agents: ReadonlyMap<string, Agent>) =>
  agents.get(action.agentId)?.customerId === customerId

const pages: readonly Fault[] = [
  {
    id: 'actions-none-is-not-found',
    title: 'returns 404 to an agent without actions',
    breaks: ['ACT-01', 'ACT-37'],
    replace: {
      respond: (operation, response) =>
        operation === 'listAgentActions' && (response.body as { totalCount?: unknown }).totalCount === 0
          ? { status: 404, body: { status: 404, code: 'NOT_FOUND', message: 'No actions.', details: {} } }
          : response,
    },
  },
  {
    id: 'actions-none-is-null',
    title: 'returns null instead of an empty array of actions',
    breaks: ['ACT-01', 'CNV-02'],
    replace: rewriting('listAgentActions', (list) =>
      list.totalCount === 0 ? { ...list, data: null } : list,
    ),
  },
  {
    id: 'actions-default-page-of-10',
    title: 'returns 10 actions when no limit is given',
    breaks: ['ACT-32'],
    replace: { defaultPageSize: 10 },
  },
  {
    id: 'actions-default-page-of-100',
    title: 'returns 100 actions when no limit is given',
    breaks: ['ACT-02', 'ACT-32'],
    replace: { defaultPageSize: 100 },
  },
  {
    id: 'actions-page-one-over',
    title: 'returns the extra action that it reads to set hasMore',
    breaks: ['ACT-02', 'ACT-03', 'ACT-11', 'ACT-32', 'ACT-33', 'ACT-35'],
    replace: { page: (ordered, start, limit) => ordered.slice(start, start + limit + 1) },
  },
  {
    id: 'actions-login-for-any-media-type',
    title: 'sends a client without credentials to a login page unless it asks for JSON',
    breaks: ['ACT-37'],
    replace: toAnyMediaType(({ status }) =>
      status === 401 ? { status: 302, body: undefined, headers: { location: '/login' } } : undefined,
    ),
  },
  {
    id: 'actions-other-media-type-not-acceptable',
    title: 'returns 406 to a client that does not ask for JSON',
    breaks: ['ACT-37'],
    replace: toAnyMediaType(({ status }) =>
      status === 200
        ? { status: 406, body: { status: 406, code: 'INVALID_INPUT', message: 'Ask for JSON.', details: {} } }
        : undefined,
    ),
  },
  {
    id: 'actions-page-one-short',
    title: 'returns one action fewer than limit on a page',
    breaks: ['ACT-32', 'ACT-33'],
    replace: {
      page: (ordered, start, limit) => ordered.slice(start, start + Math.max(1, limit - 1)),
    },
  },
  {
    id: 'actions-limit-of-100-refused',
    title: 'rejects the largest limit',
    breaks: ['ACT-03'],
    // Every check on pages of 100.
    mayAlsoBreak: ['ACT-04', 'ACT-05', 'ACT-33'],
    replace: { maximumPageSize: 99 },
  },
  {
    id: 'actions-limit-of-1-refused',
    title: 'rejects the smallest limit',
    breaks: ['ACT-03'],
    // Every check on pages of 1.
    mayAlsoBreak: ['ACT-04', 'ACT-05', 'ACT-06', 'ACT-07', 'ACT-33'],
    replace: (conforming) => ({
      pageLimit: (asked, byDefault, maximum) =>
        asked === '1' ? undefined : conforming.pageLimit(asked, byDefault, maximum),
    }),
  },
  {
    id: 'actions-boundary-shown-twice',
    title: 'starts each page with the last action of the previous page',
    breaks: ['ACT-04', 'ACT-11'],
    // One page more than the actions fill.
    mayAlsoBreak: ['ACT-34', 'ACT-33'],
    replace: (conforming) => ({
      startOfPage: (ordered, cursor) =>
        Math.max(0, conforming.startOfPage(ordered, cursor) - (cursor ? 1 : 0)),
    }),
  },
  {
    id: 'actions-boundary-lost',
    title: 'skips the first action of every page but the first',
    breaks: ['ACT-04', 'ACT-11'],
    // The last page is missing, or has one action less.
    mayAlsoBreak: ['ACT-34', 'ACT-33', 'ACT-03', 'ACT-05'],
    replace: (conforming) => ({
      startOfPage: (ordered, cursor) => conforming.startOfPage(ordered, cursor) + (cursor ? 1 : 0),
    }),
  },
  {
    id: 'actions-cursor-ignored',
    title: 'returns the first page for every cursor',
    breaks: ['ACT-04', 'ACT-11'],
    // One page more than the actions fill.
    mayAlsoBreak: ['ACT-34', 'ACT-33'],
    replace: { startOfPage: () => 0 },
  },
  {
    id: 'actions-ordered-by-one-column-and-continued-by-another',
    title: 'orders the list by status, but continues pages by time',
    breaks: ['ACT-04'],
    // The last page comes too early, and has too few actions.
    mayAlsoBreak: ['ACT-33', 'ACT-03', 'ACT-05'],
    replace: (conforming) => ({
      inOrder: (actions) =>
        conforming.inOrder(actions).toSorted((one, other) => one.status.localeCompare(other.status)),
    }),
  },
  {
    id: 'actions-cut-after-the-first-page',
    title: 'never sets hasMore',
    breaks: ['ACT-04', 'ACT-05', 'ACT-06', 'ACT-11'],
    // Full pages are missing.
    mayAlsoBreak: ['ACT-34', 'ACT-33', 'ACT-03', 'ACT-08'],
    replace: { hasMore: () => false },
  },
  {
    id: 'actions-more-after-a-full-page',
    title: 'sets hasMore whenever a page is full',
    breaks: ['ACT-33'],
    replace: { hasMore: (_matching, _start, onPage, limit) => onPage === limit },
  },
  {
    id: 'actions-cursor-on-the-last-page',
    title: 'returns a cursor on the last page',
    breaks: ['ACT-06', 'CNV-27'],
    replace: { cursorAfter: (page) => page.at(-1) },
  },
  {
    id: 'actions-without-cursor',
    title: 'sets hasMore, but returns no cursor',
    breaks: ['ACT-04', 'ACT-06', 'ACT-11', 'CNV-27'],
    // Full pages are never reached.
    mayAlsoBreak: ['ACT-34', 'ACT-33', 'ACT-03', 'ACT-08'],
    replace: { cursorAfter: () => undefined },
  },
  {
    id: 'actions-total-of-the-page',
    title: 'returns the number of actions on the page as totalCount',
    breaks: ['ACT-07'],
    mayAlsoBreak: ['ACT-08'],
    replace: { totalCount: (_matching, page) => page.length },
  },
  {
    id: 'actions-total-ignores-the-filter',
    title: 'returns the number of all actions as totalCount, for any filter',
    breaks: ['ACT-08'],
    replace: { totalCount: (_matching, _page, visible) => visible.length },
  },
  {
    id: 'actions-limit-of-the-first-page',
    title: 'pages with the limit of the first page, whatever limit comes with the cursor',
    breaks: ['ACT-35'],
    replace: ({ page, cursorAfter }) => {
      const limits = new Map<number, number>()
      let limitOfPage = 0
      return {
        startOfPage: (ordered, cursor) => {
          limitOfPage = limits.get(cursor?.sequence ?? -1) ?? 0
          const at = ordered.findIndex(({ sequence }) => sequence === cursor?.sequence)
          return at + 1
        },
        page: (ordered, start, limit, request) => {
          limitOfPage ||= limit
          return page(ordered, start, limitOfPage, request)
        },
        cursorAfter: (onPage, hasMore) => {
          const cursor = cursorAfter(onPage, hasMore)
          if (cursor) limits.set(cursor.sequence, limitOfPage)
          return cursor
        },
      }
    },
  },
  {
    id: 'actions-empty-status-fails',
    title: 'fails on an empty status',
    breaks: ['ACT-36'],
    replace: ({ isActionStatus }) => ({
      isActionStatus: (asked) => {
        if (asked === '') throw new Error('empty status')
        return isActionStatus(asked)
      },
    }),
  },
  {
    id: 'actions-empty-limit-fails',
    title: 'fails on an empty limit',
    breaks: ['ACT-36'],
    replace: (conforming) => ({
      pageLimit: (asked, ...range) => {
        if (asked === '') throw new Error('invalid input syntax for type integer')
        return conforming.pageLimit(asked, ...range)
      },
    }),
  },
  {
    id: 'actions-unusual-cursor-fails',
    title: 'fails on a cursor that is empty, long, or has characters beyond ASCII',
    breaks: ['ACT-36'],
    replace: (conforming) => ({
      decodeCursor: (text) => {
        if (!/^[!-~]{1,1000}$/.test(text)) throw new Error('invalid byte sequence')
        return conforming.decodeCursor(text)
      },
    }),
  },
]

const filters: readonly Fault[] = [
  {
    id: 'actions-filter-ignored',
    title: 'returns all actions, for any filter',
    breaks: ['ACT-08', 'ACT-09', 'ACT-10', 'ACT-11'],
    replace: { withStatus: (actions) => actions },
  },
  {
    id: 'actions-filter-misses-a-status',
    title: 'returns no failed actions when filtered by FAILED',
    breaks: ['ACT-08', 'ACT-09', 'ACT-10'],
    replace: (conforming) => ({
      withStatus: (actions, status) => (status === 'FAILED' ? [] : conforming.withStatus(actions, status)),
    }),
  },
  {
    id: 'actions-filter-shows-more-than-asked',
    title: 'returns failed actions when filtered by APPROVED',
    breaks: ['ACT-08', 'ACT-09', 'ACT-10', 'ACT-11'],
    replace: (conforming) => ({
      withStatus: (actions, status) =>
        status === 'APPROVED'
          ? actions.filter((action) => action.status === 'APPROVED' || action.status === 'FAILED')
          : conforming.withStatus(actions, status),
    }),
  },
  {
    id: 'actions-filter-forgotten-with-a-cursor',
    title: 'applies the filter to the first page only',
    breaks: ['ACT-11'],
    mayAlsoBreak: ['ACT-08'],
    replace: { statusFilter: ({ query }) => (query.cursor === undefined ? query.status : undefined) },
  },
  {
    id: 'actions-filtered-after-the-cut',
    title: 'applies the filter after it cuts the page',
    breaks: ['ACT-08', 'ACT-11'],
    // The rest of a page may be empty, so there is no item for a cursor.
    mayAlsoBreak: ['CNV-02'],
    replace: (conforming) => ({
      withStatus: (actions) => actions,
      page: (ordered, start, limit, request) =>
        conforming.withStatus(conforming.page(ordered, start, limit, request), request.query.status),
    }),
  },
  {
    id: 'actions-limit-unbounded',
    title: 'accepts any limit above the maximum',
    breaks: ['ACT-12'],
    replace: { maximumPageSize: 1_000_000 },
  },
  {
    id: 'actions-limit-of-0-is-none',
    title: 'treats limit 0 as no limit',
    breaks: ['ACT-12'],
    replace: (conforming) => ({
      pageLimit: (asked, byDefault, maximum) =>
        asked === '0' ? 1_000_000 : conforming.pageLimit(asked, byDefault, maximum),
    }),
  },
  {
    id: 'actions-limit-of-0-shows-nothing',
    title: 'returns an empty page for limit 0, with hasMore true',
    breaks: ['ACT-13'],
    // An empty page has no item for a cursor.
    mayAlsoBreak: ['CNV-02'],
    replace: (conforming) => ({
      pageLimit: (asked, byDefault, maximum) =>
        asked === '0' ? 0 : conforming.pageLimit(asked, byDefault, maximum),
    }),
  },
  {
    id: 'actions-negative-limit-counts-from-the-end',
    title: 'treats a negative limit as the number of actions to drop at the end',
    breaks: ['ACT-13'],
    // An empty page has no item for a cursor.
    mayAlsoBreak: ['CNV-02'],
    replace: (conforming) => ({
      pageLimit: (asked, byDefault, maximum) =>
        asked === '-1' ? -1 : conforming.pageLimit(asked, byDefault, maximum),
      page: (ordered, start, limit, request) =>
        limit < 0 ? ordered.slice(start, limit) : conforming.page(ordered, start, limit, request),
    }),
  },
  {
    id: 'actions-limit-of-letters-fails',
    title: 'returns 500 for a non-integer limit',
    breaks: ['ACT-13'],
    replace: (conforming) => ({
      pageLimit: (asked, byDefault, maximum) =>
        asked === undefined ? byDefault : conforming.pageLimit(String(BigInt(asked)), byDefault, maximum),
    }),
  },
  {
    id: 'actions-negative-limit-fails',
    title: 'passes a negative limit to a database that rejects it',
    breaks: ['ACT-13'],
    replace: (conforming) => ({
      pageLimit: (asked, byDefault, maximum) => {
        if (asked?.startsWith('-')) throw new RangeError('LIMIT must not be negative')
        return conforming.pageLimit(asked, byDefault, maximum)
      },
    }),
  },
  {
    id: 'actions-unknown-status-fails',
    title: 'returns 500 for an unknown status',
    breaks: ['ACT-14', 'ACT-15', 'ACT-36'],
    replace: (conforming) => ({
      isActionStatus: (asked) => {
        if (!conforming.isActionStatus(asked)) throw new Error('invalid input value for enum')
        return true
      },
    }),
  },
  {
    id: 'actions-unknown-status-drops-every-condition',
    title: 'returns the actions of all agents for an unknown status',
    breaks: ['ACT-14', 'ACT-15'],
    replace: (conforming) => {
      const known = ({ query }: ListRequest) =>
        query.status === undefined || conforming.isActionStatus(query.status)
      return {
        isActionStatus: () => true,
        visibleActions: (actions, request) =>
          known(request) ? conforming.visibleActions(actions, request) : [...actions],
        statusFilter: (request) => (known(request) ? request.query.status : undefined),
      }
    },
  },
  {
    id: 'actions-unknown-status-is-no-filter',
    title: 'returns all actions of the agent for an unknown status',
    breaks: ['ACT-15'],
    replace: (conforming) => ({
      statusFilter: ({ query }) => (conforming.isActionStatus(query.status ?? '') ? query.status : undefined),
    }),
  },
  {
    id: 'actions-status-shown-wrongly',
    title: 'returns rejected actions as FAILED',
    breaks: ['ACT-09', 'ACT-26'],
    replace: shows('AgentAction', ({ status }) => ({ status: status === 'REJECTED' ? 'FAILED' : status })),
  },
]

const scope: readonly Fault[] = [
  {
    id: 'actions-unknown-cursor-fails',
    title: 'returns 500 for a cursor that it cannot decode',
    breaks: ['ACT-16', 'ACT-36'],
    replace: (conforming) => ({
      decodeCursor: (text) => {
        const cursor = conforming.decodeCursor(text)
        if (!cursor) throw new SyntaxError('Unexpected end of input')
        return cursor
      },
    }),
  },
  {
    id: 'actions-unknown-cursor-shows-everybody',
    title: 'returns the actions of all agents for a cursor that it cannot decode',
    breaks: ['ACT-16'],
    replace: (conforming) => ({
      decodeCursor: (text) => conforming.decodeCursor(text) ?? { createdAt: Number.MAX_VALUE, sequence: 0 },
      visibleActions: (actions, request) =>
        request.query.cursor === undefined || conforming.decodeCursor(request.query.cursor)
          ? conforming.visibleActions(actions, request)
          : [...actions],
    }),
  },
  {
    id: 'actions-of-the-customer',
    title: 'returns the actions of all agents of the customer',
    breaks: ['ACT-17', 'ACT-19'],
    replace: {
      visibleActions: (actions, { agent, agents }) =>
        [...actions].filter((action) => sameCustomer(action, agent, agents)),
    },
  },
  {
    id: 'actions-of-the-customer-when-approved',
    title: 'returns the approved actions of all agents of the customer, if filtered by APPROVED',
    breaks: ['ACT-17'],
    replace: (conforming) => ({
      visibleActions: (actions, request) =>
        request.query.status === 'APPROVED'
          ? [...actions].filter((action) => sameCustomer(action, request.agent, request.agents))
          : conforming.visibleActions(actions, request),
    }),
  },
  {
    id: 'actions-approved-readable-by-everybody',
    title: 'shows every agent an approved action',
    breaks: ['ACT-29', 'ACT-30'],
    replace: (conforming) => ({
      actionIsVisible: (action, ...readers) =>
        action.status === 'APPROVED' || conforming.actionIsVisible(action, ...readers),
    }),
  },
  {
    id: 'actions-count-from-the-page-on-when-filtered',
    title: 'counts only the matching actions from the page on, if filtered',
    breaks: ['ACT-08'],
    replace: (conforming) => {
      let start = 0
      return {
        startOfPage: (...place) => {
          start = conforming.startOfPage(...place)
          return start
        },
        totalCount: (matching, _page, visible) =>
          matching.length < visible.length ? matching.length - start : matching.length,
      }
    },
  },
  {
    id: 'actions-of-everybody-when-filtered',
    title: 'returns the actions of all agents when the list is filtered',
    breaks: ['ACT-17', 'ACT-18'],
    // If other checks have actions at the same time.
    mayAlsoBreak: ['ACT-08', 'ACT-10', 'ACT-11'],
    replace: (conforming) => ({
      visibleActions: (actions, request) =>
        request.query.status === undefined ? conforming.visibleActions(actions, request) : [...actions],
    }),
  },
  {
    id: 'actions-of-the-agent-in-the-cursor',
    title: 'takes the owner of the listed actions from the cursor',
    breaks: ['ACT-19'],
    replace: (conforming) => {
      const agentIn = (cursor: string) => Buffer.from(cursor, 'base64url').toString('utf8').split(' ')[1]
      return {
        encodeCursor: (cursor) =>
          Buffer.from(`${conforming.encodeCursor(cursor)} ${(cursor as AgentAction).agentId}`).toString(
            'base64url',
          ),
        decodeCursor: (text) =>
          conforming.decodeCursor(Buffer.from(text, 'base64url').toString('utf8').split(' ')[0] ?? ''),
        visibleActions: (actions, request) => {
          const agent = request.agents.get(agentIn(request.query.cursor ?? '') ?? '') ?? request.agent
          return conforming.visibleActions(actions, { ...request, agent })
        },
      }
    },
  },
  {
    id: 'actions-limit-drops-connection',
    title: 'drops the connection for a non-numeric limit',
    breaks: ['ACT-12', 'ACT-13'],
    replace: (conforming) => {
      const dropped = { status: 'dropped' }
      return {
        respond: (operation, response, request) =>
          operation === 'listAgentActions' && /limit=[a-z]/.test(request.url)
            ? { ...response, body: dropped }
            : conforming.respond(operation, response, request),
        serialiseBody: (body) =>
          body === dropped
            ? new ReadableStream({
                start(stream) {
                  stream.enqueue(new TextEncoder().encode('{'))
                  // A text, because the server prints the stack of an error.
                  setTimeout(() => stream.error('Dropped by actions-limit-drops-connection.'), 20)
                },
              })
            : conforming.serialiseBody(body),
      }
    },
  },
  {
    id: 'actions-token-in-any-case',
    title:
      'accepts a token whose letters are in the other case, as a database does that compares without case',
    breaks: ['ACT-38'],
    replace: (conforming) => ({
      callingAgent(operation, authorization, agents, platform) {
        const all = [...agents]
        const inOtherCase = `Bearer ${withCaseSwapped(bearerToken(authorization ?? ''))}`
        return (
          conforming.callingAgent(operation, authorization, all, platform) ??
          conforming.callingAgent(operation, inOtherCase, all, platform)
        )
      },
    }),
  },
  {
    id: 'actions-without-credentials',
    title: 'requires no credentials',
    breaks: ['ACT-20'],
    // If an agent exists whose actions could be shown.
    mayAlsoBreak: ['ACT-24', 'ACT-25', 'ACT-37'],
    replace: (conforming) => ({
      callingAgent: alsoLetsIn(conforming, (authorization, agents) =>
        authorization === '' ? agents.find(isActive) : undefined,
      ),
    }),
  },
  {
    id: 'actions-for-the-beginning-of-a-token',
    title: 'accepts a token that starts with a valid one',
    breaks: ['ACT-21'],
    replace: (conforming) => ({
      callingAgent: alsoLetsIn(conforming, (authorization, agents) => {
        const token = bearerToken(authorization)
        return token.length < 8 ? undefined : agents.find(({ accessToken }) => accessToken.startsWith(token))
      }),
    }),
  },
  {
    id: 'actions-for-a-token-and-more',
    title: 'compares only the first characters of a token',
    breaks: ['ACT-21'],
    replace: (conforming) => ({
      callingAgent: alsoLetsIn(conforming, (authorization, agents) =>
        agents.find(({ accessToken }) => bearerToken(authorization).startsWith(accessToken)),
      ),
    }),
  },
  {
    id: 'actions-for-an-agent-id',
    title: "accepts an agent's id as its token",
    breaks: ['ACT-21'],
    replace: (conforming) => ({
      callingAgent: alsoLetsIn(conforming, (authorization, agents) =>
        agents.find(({ id }) => id === bearerToken(authorization)),
      ),
    }),
  },
  {
    id: 'actions-wrong-token-is-forbidden',
    title: 'returns 403 to an unknown token',
    breaks: ['ACT-21', 'ACT-24'],
    replace: (conforming) => ({
      callingAgent: alsoLetsIn(conforming, (authorization) => {
        if (!/^\S+$/.test(bearerToken(authorization))) return undefined
        throw new Refused({ status: 403, code: 'UNAUTHORIZED', reason: 'The token is not valid.' })
      }),
    }),
  },
  {
    id: 'actions-header-without-token-fails',
    title: 'returns 500 for an Authorization header of one word',
    breaks: ['ACT-22'],
    replace: (conforming) => ({
      callingAgent: alsoLetsIn(conforming, (authorization) => {
        if (/^\S+$/.test(authorization)) throw new TypeError('cannot read the second word')
        return undefined
      }),
    }),
  },
  {
    id: 'actions-for-platform-credentials',
    title: 'accepts platform credentials for the list of actions',
    breaks: ['ACT-23'],
    replace: (conforming) => ({
      callingAgent: (operation, authorization, agents, platform) => {
        const all = [...agents]
        return conforming.mayCallAsPlatform(operation, authorization, platform, all)
          ? all.find(isActive)
          : conforming.callingAgent(operation, authorization, all, platform)
      },
    }),
  },
  {
    id: 'actions-refused-in-the-shape-of-the-platform',
    title: 'returns errors of the list in the shape of platform endpoints',
    breaks: ['ACT-24', 'ACT-25', 'CNV-06', 'ACT-31'],
    replace: { errorShape: () => 'PLATFORM' },
  },
  {
    id: 'actions-refused-with-another-code',
    title: 'rejects a token with a code other than UNAUTHORIZED',
    breaks: ['ACT-24'],
    replace: rewritingErrors('listAgentActions', 401, { code: 'INVALID_SIGNATURE' }),
  },
  {
    id: 'actions-refused-with-status-0',
    title: 'returns 0 as status in the body of an error',
    breaks: ['ACT-25'],
    replace: rewritingErrors('listAgentActions', 401, { status: 0 }),
  },
  {
    id: 'actions-switch-error-like-the-platforms',
    title: 'returns an error of the switch in the shape of platform errors',
    breaks: ['ACT-31'],
    // The same rule holds for every error.
    mayAlsoBreak: ['CNV-06'],
    replace: rewritingErrors('listAgentActions', 500, ({ code, message }) => ({ code, reason: message })),
  },
  {
    id: 'actions-switch-error-as-any',
    title: 'returns INTERNAL_ERROR for an error of the switch',
    breaks: ['ACT-31'],
    replace: rewritingErrors('listAgentActions', 500, { code: 'INTERNAL_ERROR' }),
  },
  {
    id: 'actions-name-the-platforms-customer-wrongly',
    title: "returns the service's customer id in place of the platform's customer id",
    breaks: ['ACT-27'],
    replace: rewritingActions({ platformCustomerId: ({ customerId }) => customerId }),
  },
  {
    id: 'actions-name-another-agent',
    title: "returns the customer's id in place of the agent's id",
    breaks: ['ACT-27'],
    replace: rewritingActions({
      agentId: (action) => String(action.customerId).replace('Customer:', 'Agent:'),
    }),
  },
  {
    id: 'action-got-in-its-first-status',
    title: 'returns an action read by its id in the state of its submission',
    breaks: ['ACT-28'],
    replace: rewriting('getAgentAction', { status: 'PENDING_APPROVAL' }),
  },
  {
    id: 'action-got-by-everybody',
    title: 'returns an action to every agent that knows its id',
    breaks: ['ACT-29', 'ACT-30'],
    replace: { actionIsVisible: () => true },
  },
  {
    id: 'action-got-by-siblings',
    title: 'returns an action to all agents of the customer',
    breaks: ['ACT-30'],
    replace: { actionIsVisible: sameCustomer },
  },
  {
    id: 'actions-continued-by-the-second',
    title: 'continues a page after all actions of the second of its last action',
    breaks: ['ACT-34'],
    mayAlsoBreak: ['ACT-04', 'ACT-05', 'ACT-07', 'ACT-11', 'ACT-33', 'CNV-38'],
    replace: ({ startOfPage }) => ({
      startOfPage: (ordered, cursor) => {
        if (!cursor) return startOfPage(ordered, cursor)
        const start = ordered.findIndex(({ createdAt }) => secondOf(createdAt) < secondOf(cursor.createdAt))
        return start === -1 ? ordered.length : start
      },
    }),
  },
]

/** Contract: Endpoints 2; Limits, page size; Resources, Paginated list envelope. */
const secondOf = (instant: number): number => Math.floor(instant / 1000)

export const actionFaults: readonly Fault[] = [...pages, ...filters, ...scope]
