import { statesOf, type StateValues } from '../../spec/index.ts'
import type { ServerContext } from '../call.ts'
import { currencyObject } from '../currencies.ts'
import { rejectAction } from '../operations/approvals.ts'
import { priceQuote } from '../operations/price-quote.ts'
import { newAction } from '../operations/submit-quote.ts'
import type { ActionStatus, Agent, AgentAction, Quote, Transaction } from '../resources/payments.ts'
import { stored } from '../store.ts'
import { named, Unsupported, type Params } from './params.ts'

const MOST = 10_000

/** Past actions: the account balance already includes the money of the executed ones. */
export function setUpAgentActions(server: ServerContext, params: Params): StateValues['agent-actions'] {
  const { store, now } = server
  const agent = named(store.agents, params, 'agentId')
  const statuses = interleaved(countsOf(params))
  const begun = now() - statuses.length * 1000
  const actionIds = statuses.map((status, index) => {
    const createdAt = begun + index * 1000
    const quote = newPastQuote(server, agent, createdAt)
    const { action, transaction } = newAction(server, agent, quote, createdAt)
    decide(status, action, transaction, quote)
    return action.id
  })
  return server.rules.tellsActionIds ? { actionIds } : {}
}

function countsOf({ counts }: Params): ReadonlyMap<ActionStatus, number> {
  const given = typeof counts === 'object' && counts !== null ? (counts as Params) : {}
  const statuses = statesOf('Agent action')
  return new Map(
    statuses.map((status) => {
      const count = given[status] ?? 0
      if (!Number.isInteger(count) || Number(count) < 0 || Number(count) > MOST) {
        throw new Unsupported(`counts.${status} is an integer from 0 to ${MOST}.`)
      }
      return [status, Number(count)]
    }),
  )
}

/** Mixed, so that the actions of a status are not adjacent in the list. */
function interleaved(counts: ReadonlyMap<ActionStatus, number>): readonly ActionStatus[] {
  const rounds = Math.max(...counts.values())
  return Array.from({ length: rounds }, (_, round) =>
    [...counts].filter(([, count]) => round < count).map(([status]) => status),
  ).flat()
}

function newPastQuote(server: ServerContext, agent: Agent, createdAt: number): Quote {
  const { rules, store } = server
  const source = stored(store.internalAccounts, agent.sourceAccountId)
  const destination = stored(store.externalAccounts, agent.destinationAccountId)
  const [sending, receiving] = [currencyObject(source.currency), currencyObject(destination.currency)]
  // Enough in every listed currency for both sides to be above zero.
  const body = { lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 1_000_000 }
  const quote: Quote = {
    id: rules.newId('Quote'),
    agentId: agent.id,
    customerId: agent.customerId,
    createdAt,
    expiresAt: Math.max(createdAt, server.now()) + rules.quoteLifetimeMs(agent),
    source: { sourceType: 'ACCOUNT', accountId: source.id, customerId: agent.customerId },
    destination: { destinationType: 'ACCOUNT', accountId: destination.id, paymentRail: 'SWIFT' },
    sendingCurrency: sending,
    receivingCurrency: receiving,
    ...priceQuote(server, body, sending, receiving),
    description: undefined,
    status: 'PENDING',
    counterpartyInformation: undefined,
    scaChallenge: undefined,
    transactionId: undefined,
  }
  store.quotes.set(quote.id, quote)
  return quote
}

function decide(status: ActionStatus, action: AgentAction, transaction: Transaction, quote: Quote): void {
  if (status === 'PENDING_APPROVAL') return
  const decidedAt = action.createdAt + 500
  action.status = status
  if (status === 'REJECTED') {
    action.rejectionReason = 'Not approved'
    transaction.status = 'REJECTED'
    quote.status = 'FAILED'
  } else if (status === 'FAILED') {
    transaction.status = quote.status = 'FAILED'
    transaction.failureReason = 'LNURLP_FAILED'
    transaction.refund = {
      reference: `R-${transaction.id.slice(-12)}`,
      initiatedAt: decidedAt,
      settledAt: decidedAt,
    }
  } else {
    transaction.status = quote.status = 'COMPLETED'
    transaction.settledAt = decidedAt
  }
  action.updatedAt = transaction.updatedAt = decidedAt
}

/** The platform has rejected the action. */
export function setUpRejectedAction(server: ServerContext, params: Params): StateValues['reject-action'] {
  const { store, rules } = server
  const action = named(store.actions, params, 'actionId')
  const transaction = named(store.transactions, params, 'transactionId')
  if (action.agentId !== params.agentId || transaction.actionId !== action.id) {
    throw new Unsupported('agentId, actionId and transactionId do not belong together.')
  }
  if (!rules.mayBeRejected(action)) throw new Unsupported('The action is not pending approval.')
  rejectAction(server, action, transaction, params.reason)
  return {}
}
