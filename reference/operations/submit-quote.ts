import type { ServerContext } from '../call.ts'
import type { Agent, AgentAction, Quote, Transaction } from '../resources/payments.ts'
import type { Occasion } from '../rules/approvals.ts'
import { stored } from '../store.ts'

let lastSequence = 0

/** The transaction that executes a quote; the quote is never submitted again. */
export function newTransaction(
  { rules, store }: ServerContext,
  quote: Quote,
  createdAt: number,
  actionId?: string,
): Transaction {
  const transaction: Transaction = {
    id: rules.transactionIdOf(quote, () => rules.newId('Transaction')),
    quoteId: quote.id,
    actionId,
    createdAt,
    status: 'CREATED',
    updatedAt: createdAt,
    settledAt: undefined,
    failureReason: undefined,
    refund: undefined,
  }
  store.transactions.set(transaction.id, transaction)
  quote.transactionId = transaction.id
  return transaction
}

/** A new action with its transaction, not executed yet. */
export function newAction(
  server: ServerContext,
  agent: Agent,
  quote: Quote,
  createdAt: number,
): { readonly action: AgentAction; readonly transaction: Transaction } {
  const { rules, store } = server
  lastSequence += 1
  const actionId = rules.newId('AgentAction')
  const transaction = newTransaction(server, quote, createdAt, actionId)
  const action: AgentAction = {
    id: actionId,
    sequence: lastSequence,
    agentId: agent.id,
    quoteId: quote.id,
    transactionId: transaction.id,
    createdAt,
    updatedAt: createdAt,
    status: 'PENDING_APPROVAL',
    neededApproval: true,
    rejectionReason: undefined,
  }
  store.actions.set(actionId, action)
  return { action, transaction }
}

/**
 * Submits the quote for execution. If the policy requires approval, it waits for the platform (contract: Endpoints 3,
 * introduction).
 */
export function submitQuote(
  server: ServerContext,
  agent: Agent,
  quote: Quote,
  occasion: Occasion,
): AgentAction {
  const { rules, now } = server
  const { action, transaction } = newAction(server, agent, quote, now())
  const byMode = rules.modeRequiresApproval(agent)
  const byAmount = rules.amountRequiresApproval(quote, agent)
  if (rules.needsApproval(byMode, byAmount, occasion)) {
    if (rules.moneyMovesBeforeApproval) moveMoney(server, quote)
    return action
  }
  action.neededApproval = false
  executeAction(server, action, transaction, quote, occasion)
  return action
}

/** Executes a quote for the platform, which needs no approval; an agent's quote still becomes the agent's action. */
export function executeForPlatform(server: ServerContext, quote: Quote, occasion: Occasion): void {
  const agent = quote.agentId === undefined ? undefined : stored(server.store.agents, quote.agentId)
  const createdAt = server.now()
  if (!agent) {
    executeAction(server, undefined, newTransaction(server, quote, createdAt), quote, occasion)
    return
  }
  const { action, transaction } = newAction(server, agent, quote, createdAt)
  action.neededApproval = false
  executeAction(server, action, transaction, quote, occasion)
}

/**
 * After the approval the money moves, or execution fails (contract: States, Agent action status row 4).
 *
 * @param action undefined: no agent submitted the quote
 */
export function executeAction(
  server: ServerContext,
  action: AgentAction | undefined,
  transaction: Transaction,
  quote: Quote,
  after: Occasion | 'APPROVAL',
): void {
  const { rules, now } = server
  transaction.updatedAt = now()
  if (action) {
    action.status = 'APPROVED'
    action.updatedAt = transaction.updatedAt
  }
  const wait = rules.before('executeQuote')
  if (!wait) {
    completeExecution(server, action, transaction, quote, after)
    return
  }
  transaction.status = 'PROCESSING'
  // An expired quote stays expired.
  if (reasonToFail(server, quote, after) !== 'QUOTE_EXPIRED') quote.status = 'PROCESSING'
  void wait.then(() => completeExecution(server, action, transaction, quote, after))
}

function completeExecution(
  server: ServerContext,
  action: AgentAction | undefined,
  transaction: Transaction,
  quote: Quote,
  after: Occasion | 'APPROVAL',
): void {
  const { rules, now } = server
  const failureReason = reasonToFail(server, quote, after)
  const pays =
    failureReason === undefined ? rules.executionMovesMoney(after, quote) : rules.failedExecutionMovesMoney
  if (pays) moveMoney(server, quote, after)
  if (failureReason === undefined) {
    if (action) action.status = 'APPROVED'
    transaction.status = quote.status = 'COMPLETED'
    transaction.settledAt = now()
  } else {
    if (action) action.status = 'FAILED'
    transaction.status = 'FAILED'
    transaction.failureReason = failureReason
    quote.status = failureReason === 'QUOTE_EXPIRED' ? 'EXPIRED' : 'FAILED'
  }
}

/** The reason why the quote cannot be executed; undefined: it can. */
export function reasonToFail(
  server: ServerContext,
  quote: Quote,
  after: Occasion | 'APPROVAL',
): 'QUOTE_EXPIRED' | 'INSUFFICIENT_FUNDS' | undefined {
  const { rules, now } = server
  if (rules.expiryFailsExecution && rules.quoteHasExpired(quote, now())) return 'QUOTE_EXPIRED'
  return isFunded(server, quote, after) ? undefined : 'INSUFFICIENT_FUNDS'
}

/** Whether the source has the funds for the quote. */
export function isFunded(
  { rules, store }: ServerContext,
  quote: Quote,
  after: Occasion | 'APPROVAL',
): boolean {
  const { source } = quote
  if (source.sourceType !== 'ACCOUNT') return false
  return rules.hasFunds(stored(store.internalAccounts, source.accountId), quote, after)
}

/** @param after what led to the payment; default: nothing did */
export function moveMoney(
  { rules, store }: ServerContext,
  quote: Quote,
  after?: Occasion | 'APPROVAL',
): void {
  if (quote.source.sourceType !== 'ACCOUNT') return
  rules.debit(stored(store.internalAccounts, quote.source.accountId), quote)
  if (quote.destination.destinationType !== 'ACCOUNT') return
  const destination = store.internalAccounts.get(quote.destination.accountId)
  if (destination) rules.credit(destination, quote, after)
}
