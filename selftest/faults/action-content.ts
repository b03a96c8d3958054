import { randomUUID } from 'node:crypto'
import type { OperationName } from '../../spec/index.ts'
import type { Rules } from '../../reference/rules/index.ts'
import { isAction, isTransaction, objectsChanged, type Json } from '../variants/rewritten.ts'
import { readFromSharedCache } from './shared-cache.ts'
import type { Fault } from './fault.ts'
import { rewriting, rewritingActions } from './rewriting.ts'

const HOUR_MS = 60 * 60 * 1000

const shifted = (timestamp: unknown, ms: number) => new Date(Date.parse(String(timestamp)) + ms).toISOString()

/** A nonexistent identifier of the same type. */
const ofNothing = (id: unknown) => String(id).replace(/.{12}$/, '000000000042')

/** Changes every action in every response. */
const withActions = (change: (action: Json) => Json) => (conforming: Rules) =>
  objectsChanged(conforming, (object) => (isAction(object) ? change(object) : object))

/** Changes every transaction in every response. */
const withTransactions = (change: (transaction: Json) => Json) => (conforming: Rules) =>
  objectsChanged(conforming, (object) => (isTransaction(object) ? change(object) : object))

const part = (object: Json, name: string) => object[name] as Json

const fields: readonly Fault[] = [
  {
    id: 'content-type-as-object',
    title: 'returns the type of an action as an object',
    breaks: ['AGA-01', 'CNV-02'],
    // No two objects are the same.
    mayAlsoBreak: ['AGA-10', 'AGA-11', 'AGA-29'],
    replace: rewritingActions({ type: (action) => ({ name: action.type }) }),
  },
  {
    id: 'content-rate-details-as-text',
    title: 'returns the rate details of a quote in an action as text',
    breaks: ['AGA-02', 'CNV-02'],
    replace: rewritingActions((action) => {
      const quote = part(action, 'quote')
      const details = Object.entries(part(quote, 'rateDetails')).map(([name, value]) => [name, String(value)])
      return { ...action, quote: { ...quote, rateDetails: Object.fromEntries(details) as Json } }
    }),
  },
  {
    id: 'content-description-as-list',
    title: 'returns the description of a transaction as an array of lines',
    breaks: ['AGA-03', 'CNV-02'],
    replace: withTransactions((transaction) => ({ ...transaction, description: ['Transfer'] })),
  },
  {
    id: 'content-refund-in-epoch-milliseconds',
    title: 'returns the start of a refund in milliseconds',
    breaks: ['AGA-04', 'CNV-04'],
    replace: withTransactions((transaction) =>
      transaction.refund === undefined
        ? transaction
        : { ...transaction, refund: { ...part(transaction, 'refund'), initiatedAt: 1_760_000_000_000 } },
    ),
  },
  {
    id: 'content-decimals-as-text',
    title: 'returns the decimals of a currency as text',
    breaks: ['AGA-05', 'CNV-02'],
    replace: (conforming) =>
      objectsChanged(conforming, (object) =>
        'decimals' in object ? { ...object, decimals: String(object.decimals) } : object,
      ),
  },
]

const agreement: readonly Fault[] = [
  {
    id: 'content-transaction-of-another-quote',
    title: 'returns a transaction whose quote is not the quote of its action',
    breaks: ['AGA-06'],
    mayAlsoBreak: ['APR-39'],
    replace: withTransactions((transaction) => ({ ...transaction, quoteId: ofNothing(transaction.quoteId) })),
  },
  {
    id: 'content-customer-of-the-platform',
    title: "returns the service's customer id in place of the platform's customer id in a transaction",
    breaks: ['AGA-06'],
    mayAlsoBreak: ['APR-39'],
    replace: withTransactions((transaction) => ({
      ...transaction,
      platformCustomerId: transaction.customerId,
    })),
  },
  {
    id: 'content-destination-is-the-source',
    title: 'returns the source account as the destination of a transaction',
    breaks: ['AGA-07'],
    replace: withTransactions((transaction) => ({
      ...transaction,
      destination: {
        ...part(transaction, 'destination'),
        accountId: part(transaction, 'source').accountId,
      },
    })),
  },
  {
    id: 'content-updated-before-created',
    title: 'returns the update time of an action an hour too early',
    breaks: ['AGA-08'],
    replace: withActions((action) => ({ ...action, updatedAt: shifted(action.updatedAt, -HOUR_MS) })),
  },
  {
    id: 'content-refund-settled-before-initiated',
    title: 'returns a settlement time of a refund that precedes its start',
    breaks: ['AGA-12'],
    replace: withTransactions((transaction) => {
      if (transaction.refund === undefined) return transaction
      const refund = part(transaction, 'refund')
      return {
        ...transaction,
        refund: { ...refund, settledAt: shifted(refund.initiatedAt, -HOUR_MS) },
      }
    }),
  },
  {
    id: 'content-reason-of-no-rejection',
    title: 'returns a rejection reason in every action',
    breaks: ['AGA-09'],
    replace: withActions((action) => ({ rejectionReason: 'No reason given', ...action })),
  },
  {
    id: 'content-filtered-differs',
    title: 'returns amounts in whole units when the list is filtered',
    breaks: ['AGA-10'],
    replace: {
      respond: (operation, response, { url }) => {
        if (operation !== 'listAgentActions' || response.status !== 200 || !url.includes('status='))
          return response
        const list = response.body as { readonly data: readonly Json[] }
        const data = list.data.map((action) => {
          const quote = part(action, 'quote')
          return {
            ...action,
            quote: { ...quote, totalSendingAmount: Number(quote.totalSendingAmount) * 100 },
          }
        })
        return { ...response, body: { ...list, data } }
      },
    },
  },
  {
    id: 'content-got-differs',
    title: 'returns another transaction when an action is read than when it is listed',
    breaks: ['AGA-11'],
    replace: rewriting('getAgentAction', (action) => {
      const transaction = part(action, 'transaction')
      const quote = part(action, 'quote')
      const id = ofNothing(transaction.id)
      return {
        ...action,
        transaction: { ...transaction, id },
        quote: { ...quote, transactionId: id },
      }
    }),
  },
]

const amounts: readonly Fault[] = [
  {
    id: 'content-sent-with-fees-twice',
    title: 'adds the fees to the sent amount',
    breaks: ['AGA-20'],
    replace: withTransactions((transaction) => {
      const sent = part(transaction, 'sentAmount')
      return {
        ...transaction,
        sentAmount: { ...sent, amount: Number(sent.amount) + Number(transaction.fees) + 1 },
      }
    }),
  },
  {
    id: 'content-received-is-sent',
    title: 'returns the sent amount as the received amount',
    breaks: ['AGA-21'],
    replace: withTransactions((transaction) => ({
      ...transaction,
      receivedAmount: {
        ...part(transaction, 'receivedAmount'),
        amount: part(transaction, 'sentAmount').amount,
      },
    })),
  },
  {
    id: 'content-received-in-the-currency-sent',
    title: 'returns the received amount in the currency of the source',
    breaks: ['AGA-22'],
    replace: withTransactions((transaction) => ({
      ...transaction,
      receivedAmount: {
        ...part(transaction, 'receivedAmount'),
        currency: part(transaction, 'sentAmount').currency,
      },
    })),
  },
  {
    id: 'content-quote-priced-anew',
    title: 'recalculates the quote in an action at the current rate',
    breaks: ['AGA-23'],
    replace: withActions((action) => {
      const quote = part(action, 'quote')
      return {
        ...action,
        quote: { ...quote, totalReceivingAmount: Number(quote.totalReceivingAmount) - 7 },
      }
    }),
  },
]

const decisions: readonly Fault[] = [
  {
    id: 'content-rejected-is-settled',
    title: 'returns a settlement time for a rejected transaction',
    breaks: ['AGA-25'],
    replace: withTransactions((transaction) =>
      transaction.status === 'REJECTED' ? { ...transaction, settledAt: transaction.updatedAt } : transaction,
    ),
  },
  {
    id: 'content-rejected-quote-is-completed',
    title: 'sets the quote of a rejected action to COMPLETED',
    breaks: ['AGA-24'],
    replace: withActions((action) =>
      action.status === 'REJECTED'
        ? { ...action, quote: { ...part(action, 'quote'), status: 'COMPLETED' } }
        : action,
    ),
  },
  {
    id: 'content-failure-of-what-was-executed',
    title: 'returns NONE as failureReason where nothing failed',
    breaks: ['AGA-25'],
    replace: withTransactions((transaction) => ({ failureReason: 'NONE', ...transaction })),
  },
  {
    id: 'content-failed-quote-is-completed',
    title: 'sets the quote of a failed action to COMPLETED',
    breaks: ['AGA-27'],
    replace: withActions((action) =>
      action.status === 'FAILED'
        ? { ...action, quote: { ...part(action, 'quote'), status: 'COMPLETED' } }
        : action,
    ),
  },
  {
    id: 'content-failed-is-settled',
    title: 'returns a settlement time for a failed transaction',
    breaks: ['AGA-25'],
    replace: withTransactions((transaction) =>
      transaction.status === 'FAILED' ? { ...transaction, settledAt: transaction.updatedAt } : transaction,
    ),
  },
  {
    id: 'content-created-in-local-time',
    title: 'returns local time as UTC',
    breaks: ['AGA-28'],
    replace: withActions((action) => ({
      ...action,
      createdAt: shifted(action.createdAt, 2 * HOUR_MS),
      updatedAt: shifted(action.updatedAt, 2 * HOUR_MS),
    })),
  },
  {
    id: 'content-type-changes',
    title: 'returns another action type once the action is decided',
    breaks: ['AGA-29'],
    replace: withActions((action) =>
      action.status === 'PENDING_APPROVAL' ? action : { ...action, type: 'TRANSFER_OUT' },
    ),
  },
  {
    id: 'content-updated-when-it-lapses',
    title: 'returns a future update time for a pending action',
    breaks: ['AGA-30'],
    replace: withActions((action) =>
      action.status === 'PENDING_APPROVAL'
        ? { ...action, updatedAt: shifted(action.updatedAt, HOUR_MS) }
        : action,
    ),
  },
  {
    id: 'content-execution-returns-another-action',
    title: 'returns an action id from an execution that the list does not contain',
    breaks: ['AGA-31'],
    replace: rewriting('executeAgentQuote', { id: (action) => ofNothing(action.id) }),
  },
  {
    id: 'content-transaction-got-differs',
    title:
      'includes the fees in the sent amount of a transaction in an action, but not when the platform reads it',
    breaks: ['AGA-32'],
    replace: rewriting('getTransaction', (transaction) => {
      const sent = part(transaction, 'sentAmount')
      return {
        ...transaction,
        sentAmount: { ...sent, amount: Number(sent.amount) - Number(transaction.fees) },
      }
    }),
  },
]

/** Lets a caller without an agent's token act as the agent whose resource it is. */
const openTo =
  (opened: OperationName, who: 'any caller' | 'platform') =>
  (conforming: Rules): Partial<Rules> => ({
    callingAgent: (operation, authorization, agents, credentials) => {
      const all = [...agents]
      const agent = conforming.callingAgent(operation, authorization, all, credentials)
      if (agent || operation !== opened) return agent
      const comesIn =
        who === 'any caller' || conforming.mayCallAsPlatform(operation, authorization, credentials, all)
      return comesIn ? all.find(({ state }) => state === 'ACTIVE') : undefined
    },
    actionIsVisible: (action, agent, agents) =>
      conforming.actionIsVisible(action, agent, agents) || opened === 'getAgentAction',
    quoteIsVisible: (quote, agent) => conforming.quoteIsVisible(quote, agent) || opened === 'getAgentQuote',
    quoteIsExecutableBy: (quote, agent) =>
      conforming.quoteIsExecutableBy(quote, agent) || opened === 'executeAgentQuote',
  })

const callers: readonly Fault[] = [
  {
    id: 'content-action-for-any-caller',
    title: 'returns an action to any caller that knows its id',
    breaks: ['AGA-40'],
    replace: openTo('getAgentAction', 'any caller'),
  },
  {
    id: 'content-quote-for-any-caller',
    title: "returns an agent's quote to any caller that knows its id",
    breaks: ['AGA-41', 'AGA-43'],
    replace: openTo('getAgentQuote', 'any caller'),
  },
  {
    id: 'content-quote-for-the-platform',
    title: "returns an agent's quote to the platform",
    breaks: ['AGA-43'],
    replace: openTo('getAgentQuote', 'platform'),
  },
  {
    id: 'content-transaction-read-without-fees',
    title: 'shows no fees when the platform reads a transaction',
    breaks: ['AGA-32'],
    replace: rewriting('getTransaction', { fees: 0 }),
  },
  {
    id: 'content-transaction-read-at-another-rate',
    title: 'shows the inverse rate when the platform reads a transaction',
    breaks: ['AGA-32'],
    replace: rewriting('getTransaction', { exchangeRate: ({ exchangeRate }) => 1 / Number(exchangeRate) }),
  },
  {
    id: 'content-executed-by-the-platform',
    title: "executes an agent's quote for the platform",
    breaks: ['AGA-42'],
    replace: openTo('executeAgentQuote', 'platform'),
  },
]

/** Fields of an action, its quote and its transaction (contract: Resources and their fields), and access to them. */
export const actionContentFaults: readonly Fault[] = [
  ...fields,
  ...agreement,
  ...amounts,
  ...decisions,
  ...callers,
  {
    id: 'content-transaction-id-of-the-moment',
    title: 'returns another transactionId on every read of a quote',
    breaks: ['AGA-44'],
    mayAlsoBreak: ['CNV-39'],
    replace: rewriting('getAgentQuote', {
      transactionId: ({ transactionId }) =>
        typeof transactionId === 'string' ? `Transaction:${randomUUID()}` : undefined,
    }),
  },
  {
    id: 'content-quote-from-a-shared-cache',
    title: 'returns a cached quote of an agent to every caller',
    breaks: ['AGA-41', 'AGA-43'],
    replace: readFromSharedCache('getAgentQuote'),
  },
]
