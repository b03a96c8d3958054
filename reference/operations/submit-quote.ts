import type { Setting } from '../call.ts'
import type { Agent, AgentAction, Quote, Transaction } from '../resources/payments.ts'
import type { Occasion } from '../rules/approvals.ts'
import { stored } from '../store.ts'

let lastSequence = 0

/** A new action with its transaction, not executed yet. */
export function newAction(
  { rules, store }: Setting,
  agent: Agent,
  quote: Quote,
  createdAt: number,
): { readonly action: AgentAction; readonly transaction: Transaction } {
  lastSequence += 1
  const actionId = rules.newId('AgentAction')
  const transactionId = rules.transactionIdOf(quote, () => rules.newId('Transaction'))
  const transaction: Transaction = {
    id: transactionId,
    quoteId: quote.id,
    actionId,
    createdAt,
    status: 'CREATED',
    updatedAt: createdAt,
    settledAt: undefined,
    failureReason: undefined,
    refund: undefined,
  }
  const action: AgentAction = {
    id: actionId,
    sequence: lastSequence,
    agentId: agent.id,
    quoteId: quote.id,
    transactionId,
    createdAt,
    updatedAt: createdAt,
    status: rules.statusAwaitingApproval(),
    neededApproval: true,
    rejectionReason: undefined,
  }
  store.transactions.set(transactionId, transaction)
  store.actions.set(actionId, action)
  quote.transactionId = transactionId
  return { action, transaction }
}

/**
 * Submits the quote for execution: it is executed, or waits for the platform where the policy asks for approval
 * (contract: Endpoints 3, introduction).
 */
export function submitQuote(setting: Setting, agent: Agent, quote: Quote, occasion: Occasion): AgentAction {
  const { rules, now } = setting
  const { action, transaction } = newAction(setting, agent, quote, now())
  const byMode = rules.modeRequiresApproval(agent)
  const byAmount = rules.amountRequiresApproval(quote, agent)
  if (rules.needsApproval(byMode, byAmount, occasion)) {
    if (rules.moneyMovesBeforeApproval()) moveMoney(setting, quote)
    return action
  }
  action.neededApproval = false
  return executeAction(setting, action, transaction, quote, occasion)
}

/** Approved: the money moves, or execution fails (contract: States, Agent action status row 4). */
export function executeAction(
  setting: Setting,
  action: AgentAction,
  transaction: Transaction,
  quote: Quote,
  after: Occasion | 'APPROVAL',
): AgentAction {
  const { rules, now } = setting
  action.status = rules.statusOnceApproved()
  action.updatedAt = transaction.updatedAt = now()
  const ms = rules.executionTakesMs()
  if (ms === 0) return completeExecution(setting, action, transaction, quote, after)
  transaction.status = quote.status = 'PROCESSING'
  setTimeout(() => completeExecution(setting, action, transaction, quote, after), ms).unref()
  return action
}

function completeExecution(
  setting: Setting,
  action: AgentAction,
  transaction: Transaction,
  quote: Quote,
  after: Occasion | 'APPROVAL',
): AgentAction {
  const { rules, now } = setting
  const failureReason = reasonToFail(setting, quote)
  const pays =
    failureReason === undefined ? rules.executionMovesMoney(after) : rules.failedExecutionMovesMoney()
  if (pays) moveMoney(setting, quote)
  if (failureReason === undefined) {
    action.status = rules.statusAfterExecution()
    transaction.status = quote.status = 'COMPLETED'
    transaction.settledAt = now()
  } else {
    action.status = rules.statusAfterFailedExecution()
    transaction.status = 'FAILED'
    transaction.failureReason = failureReason
    quote.status = failureReason === 'QUOTE_EXPIRED' ? 'EXPIRED' : 'FAILED'
  }
  return action
}

function reasonToFail(setting: Setting, quote: Quote): string | undefined {
  const { rules, now } = setting
  if (rules.expiryFailsExecution(rules.quoteHasExpired(quote, now()))) return 'QUOTE_EXPIRED'
  return isFunded(setting, quote) ? undefined : 'INSUFFICIENT_FUNDS'
}

/** Whether the source has what the quote takes from it. */
export function isFunded({ rules, store }: Setting, { source, price }: Quote): boolean {
  if (source.sourceType !== 'ACCOUNT') return false
  return rules.hasFunds(stored(store.internalAccounts, source.accountId), price)
}

export function moveMoney({ rules, store }: Setting, quote: Quote): void {
  if (quote.source.sourceType !== 'ACCOUNT') return
  rules.debit(stored(store.internalAccounts, quote.source.accountId), quote)
  if (quote.destination.destinationType !== 'ACCOUNT') return
  const destination = store.internalAccounts.get(quote.destination.accountId)
  if (destination) destination.balance += quote.price.receiving
}
