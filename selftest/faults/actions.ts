import { Refused } from '../../reference/errors.ts'
import type { Agent, AgentAction } from '../../reference/resources/payments.ts'
import type { ListRequest } from '../../reference/rules/actions.ts'
import type { Rules } from '../../reference/rules/index.ts'
import type { Fault } from './fault.ts'
import { rewriting, rewritingActions, rewritingErrors } from './rewriting.ts'

/** An agent is found for anyone who asks for the list in this way; everybody else is treated as the contract allows. */
const alsoLetsIn =
  (conforming: Rules, finds: (authorization: string, agents: readonly Agent[]) => Agent | undefined) =>
  (...[operation, authorization, agents, platform]: Parameters<Rules['callingAgent']>): Agent | undefined => {
    const all = [...agents]
    const known = conforming.callingAgent(operation, authorization, all, platform)
    return known ?? (operation === 'listAgentActions' ? finds(authorization ?? '', all) : undefined)
  }

const isActive = ({ state }: Agent) => state === 'ACTIVE'

const bearerToken = (authorization: string) => /^Bearer +(.*)$/i.exec(authorization)?.[1] ?? ''

const sameCustomer = (action: AgentAction, { customerId }: Agent, agents: ReadonlyMap<string, Agent>) =>
  agents.get(action.agentId)?.customerId === customerId

const pages: readonly Fault[] = [
  {
    id: 'actions-none-is-not-found',
    title: 'answers 404 to an agent that has submitted nothing',
    breaks: ['ACT-01'],
    replace: () => ({
      respond: (operation, response) =>
        operation === 'listAgentActions' && (response.body as { totalCount?: unknown }).totalCount === 0
          ? { status: 404, body: { status: 404, code: 'NOT_FOUND', message: 'No actions.', details: {} } }
          : response,
    }),
  },
  {
    id: 'actions-none-is-null',
    title: 'has null instead of an empty array of actions',
    breaks: ['ACT-01', 'CNV-02'],
    replace: () =>
      rewriting('listAgentActions', (list) => (list.totalCount === 0 ? { ...list, data: null } : list)),
  },
  {
    id: 'actions-default-page-of-10',
    title: 'shows 10 actions where no limit is given',
    breaks: ['ACT-32'],
    replace: () => ({ defaultPageSize: () => 10 }),
  },
  {
    id: 'actions-default-page-of-100',
    title: 'shows 100 actions where no limit is given',
    breaks: ['ACT-02', 'ACT-32'],
    replace: () => ({ defaultPageSize: () => 100 }),
  },
  {
    id: 'actions-page-one-over',
    title: 'keeps on the page the action that it fetched only to learn whether there is more',
    breaks: ['ACT-02', 'ACT-03', 'ACT-11', 'ACT-32', 'ACT-33'],
    replace: () => ({ page: (ordered, start, limit) => ordered.slice(start, start + limit + 1) }),
  },
  {
    id: 'actions-page-one-short',
    title: 'shows one action fewer than limit on a page',
    breaks: ['ACT-32', 'ACT-33'],
    replace: () => ({
      page: (ordered, start, limit) => ordered.slice(start, start + Math.max(1, limit - 1)),
    }),
  },
  {
    id: 'actions-limit-of-100-refused',
    title: 'refuses the largest limit',
    breaks: ['ACT-03'],
    // Whatever is judged on pages of 100.
    mayAlsoBreak: ['ACT-04', 'ACT-05', 'ACT-33'],
    replace: () => ({ maximumPageSize: () => 99 }),
  },
  {
    id: 'actions-limit-of-1-refused',
    title: 'refuses the smallest limit',
    breaks: ['ACT-03'],
    // Whatever is judged on pages of 1.
    mayAlsoBreak: ['ACT-04', 'ACT-05', 'ACT-06', 'ACT-07', 'ACT-33'],
    replace: (conforming) => ({
      pageLimit: (asked, byDefault, maximum) =>
        asked === '1' ? undefined : conforming.pageLimit(asked, byDefault, maximum),
    }),
  },
  {
    id: 'actions-boundary-shown-twice',
    title: 'begins a page with the last action of the page before',
    breaks: ['ACT-04', 'ACT-11'],
    // The pages are one more than the actions fill.
    mayAlsoBreak: ['ACT-33'],
    replace: (conforming) => ({
      startOfPage: (ordered, cursor) =>
        Math.max(0, conforming.startOfPage(ordered, cursor) - (cursor ? 1 : 0)),
    }),
  },
  {
    id: 'actions-boundary-lost',
    title: 'leaves out the first action of every page but the first',
    breaks: ['ACT-04', 'ACT-11'],
    // The last page is one shorter, or not there.
    mayAlsoBreak: ['ACT-33', 'ACT-03', 'ACT-05'],
    replace: (conforming) => ({
      startOfPage: (ordered, cursor) => conforming.startOfPage(ordered, cursor) + (cursor ? 1 : 0),
    }),
  },
  {
    id: 'actions-cursor-ignored',
    title: 'shows the first page whatever the cursor',
    breaks: ['ACT-04', 'ACT-11'],
    // The pages are one more than the actions fill.
    mayAlsoBreak: ['ACT-33'],
    replace: () => ({ startOfPage: () => 0 }),
  },
  {
    id: 'actions-ordered-by-one-column-and-continued-by-another',
    title: 'orders by status, and continues by time',
    breaks: ['ACT-04'],
    // The last page comes too early, and is short.
    mayAlsoBreak: ['ACT-33', 'ACT-03', 'ACT-05'],
    replace: (conforming) => ({
      inOrder: (actions) =>
        conforming.inOrder(actions).toSorted((one, other) => one.status.localeCompare(other.status)),
    }),
  },
  {
    id: 'actions-cut-after-the-first-page',
    title: 'never has more',
    breaks: ['ACT-04', 'ACT-05', 'ACT-06', 'ACT-11'],
    // Pages that ought to be full are not there.
    mayAlsoBreak: ['ACT-33', 'ACT-03'],
    replace: () => ({ hasMore: () => false }),
  },
  {
    id: 'actions-more-after-a-full-page',
    title: 'takes a full page for a sign that there is more',
    breaks: ['ACT-33'],
    replace: () => ({ hasMore: (_matching, _start, onPage, limit) => onPage === limit }),
  },
  {
    id: 'actions-cursor-on-the-last-page',
    title: 'carries a cursor on the last page too',
    breaks: ['ACT-06', 'CNV-27'],
    replace: () => ({ cursorAfter: (page) => page.at(-1) }),
  },
  {
    id: 'actions-without-cursor',
    title: 'has more, and gives no cursor',
    breaks: ['ACT-04', 'ACT-06', 'ACT-11', 'CNV-27'],
    // Pages that ought to be full are not reached.
    mayAlsoBreak: ['ACT-33', 'ACT-03'],
    replace: () => ({ cursorAfter: () => undefined }),
  },
  {
    id: 'actions-total-of-the-page',
    title: 'counts the actions of the page',
    breaks: ['ACT-07'],
    replace: () => ({ totalCount: (_matching, page) => page.length }),
  },
  {
    id: 'actions-total-ignores-the-filter',
    title: 'counts all actions, whatever the filter',
    breaks: ['ACT-08'],
    replace: () => ({ totalCount: (_matching, _page, visible) => visible.length }),
  },
]

const filters: readonly Fault[] = [
  {
    id: 'actions-filter-ignored',
    title: 'shows all actions, whatever the filter',
    breaks: ['ACT-08', 'ACT-09', 'ACT-10', 'ACT-11'],
    replace: () => ({ withStatus: (actions) => actions }),
  },
  {
    id: 'actions-filter-misses-a-status',
    title: 'finds no failed actions by their status',
    breaks: ['ACT-08', 'ACT-09', 'ACT-10'],
    replace: (conforming) => ({
      withStatus: (actions, status) => (status === 'FAILED' ? [] : conforming.withStatus(actions, status)),
    }),
  },
  {
    id: 'actions-filter-shows-more-than-asked',
    title: 'shows failed actions among the approved ones, since they were approved once',
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
    title: 'filters the first page only',
    breaks: ['ACT-11'],
    replace: () => ({ statusFilter: ({ query }) => (query.cursor === undefined ? query.status : undefined) }),
  },
  {
    id: 'actions-filtered-after-the-cut',
    title: 'cuts the page first, and filters what is on it',
    breaks: ['ACT-08', 'ACT-11'],
    // What is left of a page may have nothing to make a cursor of.
    mayAlsoBreak: ['CNV-02'],
    replace: (conforming) => ({
      withStatus: (actions) => actions,
      page: (ordered, start, limit, request) =>
        conforming.withStatus(conforming.page(ordered, start, limit, request), request.query.status),
    }),
  },
  {
    id: 'actions-limit-unbounded',
    title: 'shows as many actions as asked for',
    breaks: ['ACT-12'],
    replace: () => ({ maximumPageSize: () => 1_000_000 }),
  },
  {
    id: 'actions-limit-of-0-is-none',
    title: 'takes the limit 0 for no limit',
    breaks: ['ACT-12'],
    replace: (conforming) => ({
      pageLimit: (asked, byDefault, maximum) =>
        asked === '0' ? 1_000_000 : conforming.pageLimit(asked, byDefault, maximum),
    }),
  },
  {
    id: 'actions-limit-of-0-shows-nothing',
    title: 'shows an empty page for the limit 0, and says that there is more',
    breaks: ['ACT-13'],
    // An empty page has nothing to make a cursor of.
    mayAlsoBreak: ['CNV-02'],
    replace: (conforming) => ({
      pageLimit: (asked, byDefault, maximum) =>
        asked === '0' ? 0 : conforming.pageLimit(asked, byDefault, maximum),
    }),
  },
  {
    id: 'actions-negative-limit-counts-from-the-end',
    title: 'takes a negative limit for a number of actions to leave out at the end',
    breaks: ['ACT-13'],
    // An empty page has nothing to make a cursor of.
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
    title: 'fails on a limit that is no integer',
    breaks: ['ACT-13'],
    replace: (conforming) => ({
      pageLimit: (asked, byDefault, maximum) =>
        asked === undefined ? byDefault : conforming.pageLimit(String(BigInt(asked)), byDefault, maximum),
    }),
  },
  {
    id: 'actions-negative-limit-fails',
    title: 'hands a negative limit on to a database that fails on it',
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
    title: 'fails on a status that is none',
    breaks: ['ACT-14', 'ACT-15'],
    replace: (conforming) => ({
      isActionStatus: (asked) => {
        if (!conforming.isActionStatus(asked)) throw new Error('invalid input value for enum')
        return true
      },
    }),
  },
  {
    id: 'actions-unknown-status-drops-every-condition',
    title: 'shows the actions of everybody for a status that is none',
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
    title: 'shows all of its actions for a status that is none',
    breaks: ['ACT-15'],
    replace: (conforming) => ({
      statusFilter: ({ query }) => (conforming.isActionStatus(query.status ?? '') ? query.status : undefined),
    }),
  },
  {
    id: 'actions-status-shown-wrongly',
    title: 'shows rejected actions as failed',
    breaks: ['ACT-09', 'ACT-26'],
    replace: () => ({ shownStatus: ({ status }) => (status === 'REJECTED' ? 'FAILED' : status) }),
  },
]

const scope: readonly Fault[] = [
  {
    id: 'actions-unknown-cursor-fails',
    title: 'fails on a cursor that it cannot decode',
    breaks: ['ACT-16'],
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
    title: 'shows the actions of everybody for a cursor that it cannot decode',
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
    title: "shows the actions of all agents of the agent's customer",
    breaks: ['ACT-17', 'ACT-19'],
    replace: () => ({
      visibleActions: (actions, { agent, agents }) =>
        [...actions].filter((action) => sameCustomer(action, agent, agents)),
    }),
  },
  {
    id: 'actions-of-everybody-when-filtered',
    title: 'forgets whose actions are listed where there is a filter',
    breaks: ['ACT-17', 'ACT-18'],
    // As far as other checks have actions at the same time.
    mayAlsoBreak: ['ACT-08', 'ACT-10', 'ACT-11'],
    replace: (conforming) => ({
      visibleActions: (actions, request) =>
        request.query.status === undefined ? conforming.visibleActions(actions, request) : [...actions],
    }),
  },
  {
    id: 'actions-of-the-agent-in-the-cursor',
    title: 'takes from the cursor whose actions are listed',
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
    title: 'drops the connection where limit is no number',
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
                  setTimeout(() => stream.error(new Error('dropped')), 20)
                },
              })
            : conforming.serialiseBody(body),
      }
    },
  },
  {
    id: 'actions-for-nobody',
    title: 'asks for no credentials',
    breaks: ['ACT-20'],
    // Once there is an agent whose actions could be shown.
    mayAlsoBreak: ['ACT-24', 'ACT-25'],
    replace: (conforming) => ({
      callingAgent: alsoLetsIn(conforming, (authorization, agents) =>
        authorization === '' ? agents.find(isActive) : undefined,
      ),
    }),
  },
  {
    id: 'actions-for-the-beginning-of-a-token',
    title: 'takes a token for another one that begins with it',
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
    title: 'compares as much of a token as its own are long',
    breaks: ['ACT-21'],
    replace: (conforming) => ({
      callingAgent: alsoLetsIn(conforming, (authorization, agents) =>
        agents.find(({ accessToken }) => bearerToken(authorization).startsWith(accessToken)),
      ),
    }),
  },
  {
    id: 'actions-for-an-agent-id',
    title: 'takes the identifier of an agent for its token',
    breaks: ['ACT-21'],
    replace: (conforming) => ({
      callingAgent: alsoLetsIn(conforming, (authorization, agents) =>
        agents.find(({ id }) => id === bearerToken(authorization)),
      ),
    }),
  },
  {
    id: 'actions-wrong-token-is-forbidden',
    title: 'answers 403 to a token that does not exist',
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
    title: 'fails on an Authorization header of one word',
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
    title: 'lets the platform list actions',
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
    title: 'answers errors of the list in the shape of platform endpoints',
    breaks: ['ACT-24', 'ACT-25', 'CNV-06', 'ACT-31'],
    replace: () => ({ errorShape: () => 'PLATFORM' }),
  },
  {
    id: 'actions-refused-with-another-code',
    title: 'refuses a token with another code than UNAUTHORIZED',
    breaks: ['ACT-24'],
    replace: () =>
      rewritingErrors('listAgentActions', 401, (error) => ({ ...error, code: 'INVALID_SIGNATURE' })),
  },
  {
    id: 'actions-refused-with-status-0',
    title: 'has 0 for the status in the body of an error',
    breaks: ['ACT-25'],
    replace: () => rewritingErrors('listAgentActions', 401, (error) => ({ ...error, status: 0 })),
  },
  {
    id: 'actions-switch-error-like-the-platforms',
    title: 'has an error of the switch in the shape that errors of the platform have',
    breaks: ['ACT-31'],
    // The same is asked of every error.
    mayAlsoBreak: ['CNV-06'],
    replace: () =>
      rewritingErrors('listAgentActions', 500, ({ code, message }) => ({ code, reason: message })),
  },
  {
    id: 'actions-switch-error-as-any',
    title: 'has INTERNAL_ERROR for an error of the switch',
    breaks: ['ACT-31'],
    replace: () =>
      rewritingErrors('listAgentActions', 500, (error) => ({ ...error, code: 'INTERNAL_ERROR' })),
  },
  {
    id: 'actions-name-the-platforms-customer-wrongly',
    title: "has the service's customer identifier for the platform's own",
    breaks: ['ACT-27'],
    replace: () => rewritingActions((action) => ({ ...action, platformCustomerId: action.customerId })),
  },
  {
    id: 'actions-name-another-agent',
    title: 'has the customer where the agent is named',
    breaks: ['ACT-27'],
    replace: () =>
      rewritingActions((action) => ({
        ...action,
        agentId: String(action.customerId).replace('Customer:', 'Agent:'),
      })),
  },
  {
    id: 'action-got-in-its-first-status',
    title: 'shows an action got by its id as it was when submitted',
    breaks: ['ACT-28'],
    replace: () => rewriting('getAgentAction', (action) => ({ ...action, status: 'PENDING_APPROVAL' })),
  },
  {
    id: 'action-got-by-everybody',
    title: 'shows an action to every agent that knows its id',
    breaks: ['ACT-29', 'ACT-30'],
    replace: () => ({ actionIsVisible: () => true }),
  },
  {
    id: 'action-got-by-siblings',
    title: "shows an action to all agents of the agent's customer",
    breaks: ['ACT-30'],
    replace: () => ({ actionIsVisible: sameCustomer }),
  },
]

/** Contract: Endpoints 2; Limits, page size; Resources, Paginated list envelope. */
export const actionFaults: readonly Fault[] = [...pages, ...filters, ...scope]
