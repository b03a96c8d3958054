import { randomUUID } from 'node:crypto'
import { flow } from './neighbourhood.ts'
import {
  changed,
  rewriting,
  rewritingActions,
  rewritingErrors,
  rewritingItems,
  type Change,
  type Json,
} from './rewriting.ts'
import { refused } from '../refused.ts'
import { toAnyMediaType } from '../to-any-media-type.ts'
import type { ReferenceResponse } from '../../reference/reference-response.ts'
import { catalogueCodes, type ErrorCode, type OperationName, type RequirementId } from '../../spec/index.ts'
import type { Refusal } from '../../reference/errors.ts'
import type { Rules } from '../../reference/rules/index.ts'
import type { Fault } from './fault.ts'

/** Changes every transaction in the list of actions: no check acts on these fields there. */
const rewritingTransactions = (change: Change) =>
  rewritingActions({ transaction: (action) => changed(action.transaction as Json, change) })

/** Changes every quote in the list of actions. */
const rewritingQuotes = (change: Change) =>
  rewritingActions({ quote: (action) => changed(action.quote as Json, change) })

const withDecimal = (currency: Json): Json => ({ ...currency, decimals: Number(currency.decimals) + 1 })

/** Every check that reads the status of an action. */
const readingActions: readonly RequirementId[] = flow('ACT', 'APR', 'AGA', 'AGM')

/** Changes a resource in the response of an operation after the given number of reads in the changed state. */
function afterReads(
  operation: OperationName,
  times: number,
  change: (resource: Json) => Json,
): () => Pick<Rules, 'respond'> {
  return () => {
    const reads = new Map<string, number>()
    return rewriting(operation, (resource) => {
      const other = change(resource)
      if (other === resource) return resource
      const read = (reads.get(String(resource.id)) ?? 0) + 1
      reads.set(String(resource.id), read)
      return read > times ? other : resource
    })
  }
}

/** On the first page of a list with one item: an additional resource, in alternating states. */
function firstOnShortPages(
  operation: OperationName,
  type: string,
  member: string,
  states: readonly string[],
): () => Pick<Rules, 'respond'> {
  return () => {
    let shown = 0
    return {
      respond: (called, response, { url }) => {
        const query = new URL(url).searchParams
        if (
          called !== operation ||
          response.status !== 200 ||
          query.get('limit') !== '1' ||
          query.has('cursor')
        )
          return response
        const first = {
          id: `${type}:00000000-0000-4000-8000-000000000000`,
          [member]: states[shown++ % states.length],
        }
        return { ...response, body: { ...(response.body as Json), data: [first] } }
      },
    }
  }
}

const withoutType = (id: unknown) => String(id).split(':')[1]

/** Rules of every response (contract: Conventions; Errors). Each fault occurs in some responses only. */
/** The currency of a balance with other decimals. */
const withDecimals = (balance: unknown, decimals: unknown): Json => ({
  ...((balance as Json).currency as Json),
  decimals,
})

const asHtml = (response: ReferenceResponse): ReferenceResponse => ({
  ...response,
  headers: { 'content-type': 'text/html; charset=utf-8' },
})

const isUnparsable = ({ unparsableBody }: Rules, body: unknown): boolean =>
  (body as Partial<Refusal> | undefined)?.reason === unparsableBody.reason

export const conventionFaults: readonly Fault[] = [
  {
    id: 'convention-list-as-text',
    title: 'returns the list of actions as text/plain',
    breaks: ['CNV-01'],
    replace: {
      contentType: (operation) => (operation === 'listAgentActions' ? 'text/plain' : 'application/json'),
    },
  },
  {
    id: 'convention-errors-as-html',
    title: 'returns errors as text/html',
    breaks: ['CNV-01'],
    replace: {
      contentType: (_operation, status) => (status < 400 ? 'application/json' : 'text/html; charset=utf-8'),
    },
  },
  {
    id: 'convention-cut-json-in-html',
    title: 'returns the HTML error page of its framework for a body that is not JSON',
    breaks: ['CNV-01'],
    replace: (conforming) => ({
      serialiseBody: (body) =>
        isUnparsable(conforming, body) ? '<h1>Bad Request</h1>' : conforming.serialiseBody(body),
      respond: (operation, response, request) =>
        isUnparsable(conforming, response.body)
          ? asHtml(response)
          : conforming.respond(operation, response, request),
    }),
  },
  {
    id: 'convention-html-for-any-media-type',
    title: 'returns errors in HTML unless the client asks for JSON',
    breaks: ['CNV-01'],
    replace: toAnyMediaType((response) => (response.status >= 400 ? asHtml(response) : undefined)),
  },
  {
    id: 'convention-refused-limit-in-html',
    title: 'returns the HTML error page of its framework for an invalid query',
    breaks: ['CNV-01'],
    replace: {
      contentType: (operation, status) =>
        operation === 'listAgentActions' && status === 400 ? 'text/html' : 'application/json',
      serialiseBody: (body) =>
        (body as { status?: unknown }).status === 400 ? '<h1>Bad Request</h1>' : JSON.stringify(body),
    },
  },
  {
    id: 'convention-account-without-its-info',
    title: 'omits accountInfo from an external account',
    breaks: ['CNV-02'],
    replace: rewriting('verifyPlatformExternalAccountOwnership', { accountInfo: undefined }),
  },
  {
    id: 'convention-absent-as-null',
    title: 'returns null for absent values',
    breaks: ['CNV-11'],
    // The same rule holds for each resource.
    mayAlsoBreak: ['AGA-03'],
    replace: rewritingTransactions((transaction) => ({
      description: null,
      pendingReason: null,
      ...transaction,
    })),
  },
  {
    id: 'convention-no-challenge-as-null',
    title: 'returns null as the challenge of a quote that needs none',
    breaks: ['CNV-02'],
    mayAlsoBreak: ['SCA-30', 'SCA-31'],
    replace: rewriting('createAgentQuote', (quote) => ({ scaChallenge: null, ...quote })),
  },
  {
    id: 'convention-listed-currency-as-number',
    title: 'returns the currency of a listed account as its number',
    breaks: ['CNV-02'],
    mayAlsoBreak: flow('EXT'),
    replace: rewriting('listCustomerExternalAccounts', {
      data: (list) => (list.data as readonly Json[]).map((account) => ({ ...account, currency: 978 })),
    }),
  },
  {
    id: 'convention-enum-of-its-own',
    title: 'returns a quote status that the contract does not define',
    breaks: ['CNV-02'],
    replace: rewritingActions({ quote: (action) => ({ ...(action.quote as Json), status: 'CREATED' }) }),
  },
  {
    id: 'convention-rate-as-text',
    title: 'returns the rate of a transaction as text',
    breaks: ['CNV-02'],
    // The same rule holds for each resource.
    mayAlsoBreak: ['AGA-03', 'AGA-32'],
    replace: rewritingTransactions({ exchangeRate: (transaction) => String(transaction.exchangeRate) }),
  },
  {
    id: 'convention-bare-uuid',
    title: 'returns the source account of a transaction as a bare UUID',
    breaks: ['CNV-03'],
    // The account differs from the one in the quote.
    mayAlsoBreak: ['AGA-07', 'AGA-32'],
    replace: rewritingTransactions((transaction) => {
      const source = transaction.source as Json
      return { ...transaction, source: { ...source, accountId: withoutType(source.accountId) } }
    }),
  },
  {
    id: 'convention-abbreviated-type',
    title: 'abbreviates the resource type in the destination account of a transaction',
    breaks: ['CNV-03'],
    // The account differs from the one in the quote.
    mayAlsoBreak: ['AGA-07', 'AGA-32'],
    replace: rewritingTransactions((transaction) => {
      const destination = transaction.destination as Json
      const accountId = `acct_${withoutType(destination.accountId)}`
      return { ...transaction, destination: { ...destination, accountId } }
    }),
  },
  {
    id: 'convention-local-time',
    title: 'returns the time of an action with the offset of its server',
    breaks: ['CNV-04'],
    replace: rewritingActions({
      createdAt: (action) =>
        new Date(Date.parse(String(action.createdAt)) + 2 * 60 * 60 * 1000)
          .toISOString()
          .replace('Z', '+02:00'),
    }),
  },
  {
    id: 'convention-time-without-zone',
    title: 'returns times in the format of its database',
    breaks: ['CNV-04'],
    replace: rewritingActions({
      updatedAt: (action) => String(action.updatedAt).replace('T', ' ').replace('Z', ''),
    }),
  },
  {
    id: 'convention-epoch-milliseconds',
    title: 'returns a time as milliseconds since the epoch',
    breaks: ['CNV-04'],
    // A number is not a timestamp, and differs from the timestamp in other responses.
    mayAlsoBreak: ['AGA-03', 'AGA-11', 'AGA-29', 'AGA-32'],
    replace: rewritingTransactions({ createdAt: (transaction) => Date.parse(String(transaction.createdAt)) }),
  },
  {
    id: 'convention-amount-as-text',
    title: 'returns an amount as text',
    breaks: ['CNV-05'],
    // The same rule holds for each resource.
    mayAlsoBreak: ['AGA-03', 'AGA-32'],
    replace: rewritingTransactions({ fees: (transaction) => String(transaction.fees) }),
  },
  {
    id: 'convention-amount-in-whole-units',
    title: 'returns an amount in whole units with a fraction',
    breaks: ['CNV-05'],
    // The amount differs from the quote's, and is not an integer.
    mayAlsoBreak: ['AGA-03', 'AGA-20', 'AGA-32'],
    replace: rewritingTransactions((transaction) => {
      const sent = transaction.sentAmount as { readonly amount: number }
      return { ...transaction, sentAmount: { ...sent, amount: sent.amount / 100 + 0.5 } }
    }),
  },
  {
    id: 'convention-error-without-reason',
    title: 'omits the reason of an error',
    breaks: ['CNV-06'],
    // Each code of the catalogue needs a reason.
    mayAlsoBreak: catalogueCodes.map(({ requirement }) => requirement),
    replace: (conforming) => ({
      platformErrorBody: (why) => ({ ...(conforming.platformErrorBody(why) as Json), reason: undefined }),
    }),
  },
  {
    id: 'convention-error-with-empty-reason',
    title: 'returns an empty reason where a resource is not found',
    breaks: ['CNV-06'],
    seenBy: ['CRD-25', 'QTE-12'],
    // Each code of the catalogue needs a reason.
    mayAlsoBreak: catalogueCodes.map(({ requirement }) => requirement),
    replace: (conforming) => ({
      platformErrorBody: (why) => {
        const body = conforming.platformErrorBody(why) as Json
        return why.status === 404 ? { ...body, reason: '' } : body
      },
    }),
  },
  {
    id: 'convention-error-without-code',
    title: 'omits the code when it rejects a query',
    breaks: ['CNV-06'],
    replace: rewritingErrors('listAgentActions', 400, { code: undefined }),
  },
  {
    id: 'convention-error-without-body',
    title: 'returns no body when it rejects a query',
    breaks: ['CNV-06'],
    seenBy: ['ACT-12'],
    replace: (conforming) => ({
      ...rewritingErrors('listAgentActions', 400, () => undefined),
      serialiseBody: (body) => (body === undefined ? '' : conforming.serialiseBody(body)),
    }),
  },
  {
    id: 'convention-code-of-another-status',
    title: 'returns a 404 code in a 400 for an invalid query',
    breaks: ['CNV-07'],
    seenBy: ['ACT-12'],
    replace: refused('limitOutOfRange', 400, 'NOT_FOUND'),
  },
  {
    id: 'convention-code-of-its-own',
    title: 'returns a code that the catalogue does not contain',
    breaks: ['CNV-07'],
    seenBy: ['ACT-16'],
    replace: refused('unknownCursor', 400, 'INVALID_CURSOR' as ErrorCode),
  },
  {
    id: 'convention-key-twice',
    title: 'writes the count of a list twice',
    breaks: ['CNV-08'],
    replace: (conforming) => ({
      serialiseBody: (body) => {
        const text = conforming.serialiseBody(body)
        return typeof text === 'string' ? text.replace(/^\{"data":/, '{"totalCount":0,"data":') : text
      },
    }),
  },
  {
    id: 'convention-amount-beyond-exact',
    title: 'returns fees with more digits than a double holds',
    breaks: ['CNV-08'],
    // The action shows other fees than the transaction.
    mayAlsoBreak: ['AGA-32'],
    replace: rewritingTransactions({ fees: 2 ** 60 }),
  },
  {
    id: 'convention-field-errors-as-422',
    title: 'returns 422 for unknown fields',
    breaks: ['CNV-09'],
    // These checks require 400.
    mayAlsoBreak: flow('ACT', 'AGM', 'CUS', 'ERR', 'EXT', 'OWN', 'QTE', 'QUO', 'SBX', 'SCA'),
    replace: (conforming) => ({
      refusalAsAnswered: (why) =>
        conforming.refusalAsAnswered(why.fieldErrors === undefined ? why : { ...why, status: 422 }),
    }),
  },
  {
    id: 'convention-currency-without-decimals',
    title: "returns only the code of an amount's currency",
    breaks: ['CNV-10'],
    replace: rewritingTransactions((transaction) => {
      const sent = transaction.sentAmount as { readonly currency: Json }
      return { ...transaction, sentAmount: { ...sent, currency: { code: sent.currency.code } } }
    }),
  },
  {
    id: 'convention-currency-of-a-rate-without-decimals',
    title: 'omits the decimals of currencies in exchange rates',
    breaks: ['CNV-10'],
    replace: rewriting('listExchangeRates', {
      data: (list) =>
        (list.data as readonly Json[]).map((rate) =>
          Object.fromEntries(
            Object.entries(rate).map(([key, value]) =>
              key.endsWith('Currency') && typeof value === 'object'
                ? [key, { ...value, decimals: undefined }]
                : [key, value],
            ),
          ),
        ),
    }),
  },
  {
    id: 'convention-another-status-in-the-body',
    title: 'returns 401 in the body of a 400 of the action list',
    breaks: ['CNV-12'],
    seenBy: ['ACT-12'],
    replace: rewritingErrors('listAgentActions', 400, { status: 401 }),
  },
  {
    id: 'convention-page-larger-than-its-limit',
    title: 'returns one action too many on an unfiltered page of two',
    breaks: ['CNV-28'],
    mayAlsoBreak: ['ACT-34'],
    replace: {
      respond: (called, response, { url }) => {
        const query = new URL(url).searchParams
        const list = response.body as { readonly data: readonly Json[] }
        const isPageOfTwo = query.get('limit') === '2' && !query.has('status')
        if (
          called !== 'listAgentActions' ||
          response.status !== 200 ||
          !isPageOfTwo ||
          list.data.length !== 2
        )
          return response
        const more = {
          ...list.data[0],
          id: `AgentAction:00000000-0000-4000-8000-${String(list.data[0]!.id).slice(-12)}`,
        }
        return { ...response, body: { ...list, data: [...list.data, more] } }
      },
    },
  },
  {
    id: 'convention-page-of-one-with-two',
    title: 'returns two tokens on a page of one',
    breaks: ['CNV-29'],
    replace: {
      respond: (called, response, { url }) => {
        if (called !== 'listTokens' || response.status !== 200 || !/[?&]limit=1(&|$)/.test(url))
          return response
        const list = response.body as Json
        const [first] = list.data as readonly Json[]
        const data = [
          first,
          { ...first, id: `Token:00000000-0000-4000-8000-${String(first?.id).slice(-12)}` },
        ]
        return { ...response, body: { ...list, data, totalCount: 1 + Number(list.totalCount) } }
      },
    },
  },
  {
    id: 'convention-tokens-with-a-cursor-at-the-end',
    title: 'returns a cursor with the last tokens',
    breaks: ['CNV-27'],
    replace: rewriting('listTokens', (list) => ({ nextCursor: 'end', ...list })),
  },
  {
    id: 'convention-cards-all-on-one-page',
    title: 'returns more than 100 cards on a page',
    breaks: ['CNV-29'],
    mayAlsoBreak: flow('CRD'),
    replace: rewriting('listCards', {
      totalCount: (list) => 101 + Number(list.totalCount),
      data: (list) => [
        ...(list.data as readonly Json[]),
        ...Array.from({ length: 101 }, (_, index) => ({
          id: `Card:00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
          state: 'CLOSED',
        })),
      ],
    }),
  },
  {
    id: 'convention-count-of-what-follows',
    title: 'counts the accounts from the second one on',
    breaks: ['CNV-30'],
    mayAlsoBreak: ['EXT-41'],
    replace: rewriting('listCustomerExternalAccounts', {
      totalCount: (list) => Math.max(0, (list.data as readonly Json[]).length - 1),
    }),
  },
  {
    id: 'convention-count-of-the-page',
    title: 'counts only the cards of the page',
    breaks: ['CNV-30'],
    seenBy: ['CRD-33'],
    replace: rewriting('listCards', { totalCount: (list) => (list.data as readonly Json[]).length }),
  },
  {
    id: 'convention-cursor-never-advances',
    title: 'returns the cursor of the current page as the next cursor',
    breaks: ['CNV-31'],
    // No walk ends.
    mayAlsoBreak: flow('ACT'),
    replace: {
      respond: (called, response, { url }) => {
        const cursor = new URL(url).searchParams.get('cursor')
        const list = response.body as Json
        return called === 'listAgentActions' &&
          cursor !== null &&
          response.status === 200 &&
          list.hasMore === true
          ? { ...response, body: { ...list, nextCursor: cursor } }
          : response
      },
    },
  },
  {
    id: 'convention-quote-without-fees',
    title: 'omits the fees of a quote that the platform reads',
    breaks: ['CNV-32'],
    // Checks compare the created quote with the quote as read.
    mayAlsoBreak: ['QTE-19', 'QTE-11'],
    replace: rewriting('getQuote', { feesIncluded: undefined, platformFeesIncluded: undefined }),
  },
  {
    id: 'convention-closed-card-seen-frozen',
    title: 'returns a closed card as frozen from the second read on',
    breaks: ['CNV-33'],
    mayAlsoBreak: flow('CRD'),
    replace: afterReads('getCard', 1, (card) =>
      card.state === 'CLOSED' ? { ...card, state: 'FROZEN' } : card,
    ),
  },
  {
    id: 'convention-completed-quote-seen-processing',
    title: 'returns a completed quote as PROCESSING in every action list but the first',
    breaks: ['CNV-34'],
    // Checks compare the quote in an action with the quote in the action by its id.
    mayAlsoBreak: flow('AGA', 'APR', 'ACT'),
    replace: () => {
      const seen = new Set<string>()
      return rewritingQuotes((quote) => {
        if (quote.status !== 'COMPLETED') return quote
        const isFirst = !seen.has(String(quote.id))
        seen.add(String(quote.id))
        return isFirst ? quote : { ...quote, status: 'PROCESSING' }
      })
    },
  },
  {
    id: 'convention-enabled-stablecoin-seen-pending',
    title: 'returns an enabled stablecoin as PENDING_APPROVAL from the second read on',
    breaks: ['CNV-35'],
    mayAlsoBreak: flow('STB'),
    replace: afterReads('getStablecoin', 1, (stablecoin) =>
      stablecoin.enablementStatus === 'ENABLED'
        ? { ...stablecoin, enablementStatus: 'PENDING_APPROVAL' }
        : stablecoin,
    ),
  },
  {
    id: 'convention-unverified-account-seen-active',
    title: 'returns an account that failed verification as ACTIVE from the second read on',
    breaks: ['CNV-36'],
    mayAlsoBreak: flow('OWN', 'WHK', 'LIV'),
    replace: afterReads('getPlatformExternalAccount', 1, (account) =>
      account.status === 'UNVERIFIED' ? { ...account, status: 'ACTIVE' } : account,
    ),
  },
  {
    id: 'convention-cursor-of-tokens-never-advances',
    title: 'returns the cursor of the current page of tokens as the next cursor',
    breaks: ['CNV-31'],
    replace: {
      respond: (called, response, { url }) => {
        const cursor = new URL(url).searchParams.get('cursor')
        return called === 'listTokens' && cursor !== null && response.status === 200
          ? { ...response, body: { ...(response.body as Json), hasMore: true, nextCursor: cursor } }
          : response
      },
    },
  },
  {
    id: 'convention-authorized-quote-without-fees',
    title: 'omits the fees of an authorized quote',
    breaks: ['CNV-32'],
    replace: rewriting('authorizeQuote', { feesIncluded: undefined }),
  },
  {
    id: 'convention-listed-card-leaves-closed',
    title: 'lists a card first, alternately as closed and as frozen',
    breaks: ['CNV-33'],
    replace: firstOnShortPages('listCards', 'Card', 'state', ['CLOSED', 'FROZEN']),
  },
  {
    id: 'convention-listed-stablecoin-leaves-enabled',
    title: 'lists a stablecoin first, alternately as enabled and as pending approval',
    breaks: ['CNV-35'],
    replace: firstOnShortPages('listStablecoins', 'Stablecoin', 'enablementStatus', [
      'ENABLED',
      'PENDING_APPROVAL',
    ]),
  },
  {
    id: 'convention-created-account-verified-by-reading',
    title: 'returns a created account as UNVERIFIED on the first read, then as ACTIVE',
    breaks: ['CNV-36'],
    replace: (conforming) => {
      const reads = new Map<unknown, number>()
      return {
        respond: (called, response, request) => {
          const account = response.body as Json
          if (called === 'createCustomerExternalAccount' && response.status < 400) reads.set(account.id, 0)
          const read = called === 'getCustomerExternalAccount' ? reads.get(account.id) : undefined
          if (read === undefined) return conforming.respond(called, response, request)
          reads.set(account.id, read + 1)
          return { ...response, body: { ...account, status: read === 0 ? 'UNVERIFIED' : 'ACTIVE' } }
        },
      }
    },
  },
  {
    id: 'convention-link-listed-twice',
    title: 'lists the first link of a provider account twice',
    breaks: ['CNV-37'],
    replace: rewriting('listStablecoinProviderAccounts', (list) => {
      const links = list.data as readonly Json[]
      return { ...list, data: [...links, ...links.slice(0, 1)], totalCount: Number(list.totalCount) + 1 }
    }),
  },
  {
    id: 'convention-quote-completed-on-short-pages',
    title: 'returns every quote as COMPLETED on unfiltered pages of two actions',
    breaks: ['CNV-34'],
    replace: {
      respond: (called, response, { url }) => {
        const query = new URL(url).searchParams
        if (called !== 'listAgentActions' || response.status !== 200 || query.get('limit') !== '2')
          return response
        const list = response.body as Json
        const data = (list.data as readonly Json[]).map((action) => ({
          ...action,
          quote: { ...(action.quote as Json), status: 'COMPLETED' },
        }))
        return query.has('status') ? response : { ...response, body: { ...list, data } }
      },
    },
  },
  {
    id: 'convention-created-when-read',
    title: 'returns the current time as the creation time of a transaction',
    breaks: ['CNV-37'],
    mayAlsoBreak: flow('TRX', 'AGA'),
    replace: rewriting('getTransaction', {
      createdAt: (transaction) =>
        new Date(Date.parse(String(transaction.createdAt)) - 60_000 * Math.random()).toISOString(),
    }),
  },
  {
    id: 'convention-listed-quote-before-fees',
    title: 'returns the total of a listed quote before fees',
    breaks: ['CNV-21'],
    // Checks compare the quote in an action with the submitted quote.
    mayAlsoBreak: ['APR-39', 'AGA-11', 'AGA-23'],
    replace: rewritingQuotes({
      totalSendingAmount: (quote) => Number(quote.totalSendingAmount) - Number(quote.feesIncluded) - 10_000,
    }),
  },
  {
    id: 'convention-listed-quote-without-the-platforms-part',
    title: 'returns more platformFeesIncluded than feesIncluded in a listed quote',
    breaks: ['CNV-21'],
    // Checks compare the quote in an action with the submitted quote, and with the quote in the action by its id.
    mayAlsoBreak: ['AGA-11', 'AGA-23'],
    replace: rewritingQuotes({ platformFeesIncluded: (quote) => Number(quote.feesIncluded) + 1 }),
  },
  {
    id: 'convention-listed-quote-extended',
    title: 'counts the lifetime of a listed quote from its submission',
    breaks: ['CNV-22'],
    // Checks compare the quote in an action with the submitted quote, and with the quote in the action by its id.
    mayAlsoBreak: ['AGA-11', 'AGA-23'],
    replace: rewritingQuotes({
      expiresAt: (quote) => new Date(Date.parse(String(quote.expiresAt)) + 60_000).toISOString(),
    }),
  },
  {
    id: 'convention-status-goes-back',
    title: 'returns a stale status of an action in every second list',
    breaks: ['CNV-23'],
    // Chance decides which of the reading checks gets an older list.
    mayAlsoBreak: readingActions,
    replace: () => {
      let lists = 0
      return rewriting('listAgentActions', {
        data: (list) =>
          lists++ % 2 === 0
            ? list.data
            : (list.data as readonly Json[]).map((action) =>
                action.status === 'PENDING_APPROVAL' ? action : { ...action, status: 'PENDING_APPROVAL' },
              ),
      })
    },
  },
  {
    id: 'convention-actions-of-two-agents',
    title: 'names the calling agent as the actor in the first action of a page',
    breaks: ['CNV-24'],
    mayAlsoBreak: ['ACT-27', 'APR-39', 'AGA-06', 'AGA-10', 'AGA-11', 'AGA-29'],
    replace: rewriting('listAgentActions', {
      data: (list) =>
        (list.data as readonly Json[]).map((action, index) =>
          index === 0
            ? { ...action, agentId: `Agent:00000000-0000-4000-8000-${String(action.id).slice(-12)}` }
            : action,
        ),
    }),
  },
  {
    id: 'convention-updated-at-midnight',
    title: "returns only the date of an action's last update",
    breaks: ['CNV-26'],
    // Checks in every status compare updatedAt with createdAt.
    mayAlsoBreak: ['AGA-08', 'AGA-30'],
    replace: rewritingActions({
      updatedAt: (action) => `${String(action.updatedAt).slice(0, 10)}T00:00:00.000Z`,
    }),
  },
  {
    id: 'convention-balance-with-a-fraction',
    title: 'returns the balance of an internal account in whole units with a fraction',
    breaks: ['CNV-05'],
    seenBy: ['INT-01'],
    replace: rewritingItems('listCustomerInternalAccounts', {
      balance: ({ balance }) => ({ ...(balance as Json), amount: 1_234.5 }),
    }),
  },
  {
    id: 'convention-decimals-as-text',
    title: 'returns the decimals of the currency of a balance as text',
    breaks: ['CNV-10'],
    seenBy: ['INT-01'],
    replace: rewritingItems('listCustomerInternalAccounts', {
      balance: ({ balance }) => ({ ...(balance as Json), currency: withDecimals(balance, '2') }),
    }),
  },
  {
    id: 'convention-count-of-every-owner',
    title: 'counts the accounts of all customers in the list of one',
    breaks: ['CNV-38'],
    seenBy: ['INT-01'],
    replace: rewriting('listCustomerInternalAccounts', ({ totalCount, ...list }) => ({
      ...list,
      totalCount: Number(totalCount) + 7,
    })),
  },
  {
    id: 'convention-listed-quote-of-another-transaction',
    title: 'returns another transactionId of a quote in every list of actions',
    breaks: ['CNV-39'],
    mayAlsoBreak: flow('AGA', 'APR'),
    replace: rewritingQuotes({
      transactionId: ({ transactionId }) =>
        typeof transactionId === 'string' ? `Transaction:${randomUUID()}` : undefined,
    }),
  },
  {
    id: 'convention-listed-currency-with-other-decimals',
    title: 'returns one decimal too many for the currencies of a listed quote',
    breaks: ['CNV-40'],
    mayAlsoBreak: flow('AGA', 'APR'),
    replace: rewritingQuotes({
      sendingCurrency: ({ sendingCurrency }) => withDecimal(sendingCurrency as Json),
      receivingCurrency: ({ receivingCurrency }) => withDecimal(receivingCurrency as Json),
    }),
  },
]
