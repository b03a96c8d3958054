import { setTimeout as sleep } from 'node:timers/promises'
import type { AgentOperation, PlatformOperation, Setting } from '../call.ts'
import { Refused } from '../errors.ts'
import { actionBody, transactionBody } from '../representations.ts'
import type { AgentAction, Quote, Transaction } from '../resources/payments.ts'
import { stored } from '../store.ts'
import { refuseTooLarge } from './new-quote.ts'
import { executeAction, isFunded, moveMoney, reasonToFail, submitQuote } from './submit-quote.ts'
import { requireSignedQuote } from './wallet-signature.ts'

export const executeAgentQuote: AgentOperation = (setting, call) => {
  const { rules, store, now } = setting
  const { agent } = call
  const quote = store.quotes.get(call.parameter('quoteId'))
  if (!quote || !rules.quoteIsExecutableBy(quote, agent)) throw new Refused(rules.quoteNotFound())
  if (!rules.mayExecuteQuotes(agent)) throw new Refused(rules.permissionMissing('EXECUTE_QUOTES'))
  if (!rules.quoteIsUnsubmitted(quote)) {
    if (rules.answersExecutionAgain())
      return { status: 200, body: actionBody(setting, actionOf(setting, quote)) }
    throw new Refused(rules.quoteAlreadySubmitted())
  }
  if (!rules.quoteIsAuthorized(quote)) throw new Refused(rules.quoteNotAuthorized())
  refuseTooLarge(setting, quote.sendingCurrency, quote.receivingCurrency, quote.price)
  if (!rules.agentExecutesUnsigned()) requireSignedQuote(setting, quote, call)
  if (rules.refusesExpiredQuote(rules.quoteHasExpired(quote, now()))) throw new Refused(rules.quoteExpired())
  if (rules.refusesUnfundedQuote(quote, isFunded(setting, quote))) {
    throw new Refused(rules.insufficientFunds())
  }
  return { status: 200, body: actionBody(setting, submitQuote(setting, agent, quote, 'EXECUTION')) }
}

/** Contract: Other endpoints that are referenced; States, Agent action status row 2. */
export const approveTransaction: PlatformOperation = async (setting, { parameter }) => {
  const { rules, store } = setting
  const { transaction, action } = submitted(setting, parameter('transactionId'))
  if (!rules.mayBeApproved(action)) throw new Refused(rules.notPendingApproval())
  const failure = reasonToFail(setting, stored(store.quotes, action.quoteId))
  if (failure !== undefined && rules.refusesFailingApproval())
    throw new Refused(failure === 'QUOTE_EXPIRED' ? rules.quoteExpired() : rules.insufficientFunds())
  if (rules.decisionTakesMs('APPROVAL') > 0) await sleep(rules.decisionTakesMs('APPROVAL'))
  for (const approved of rules.actionsApproved(action, store.actions.values())) {
    const { quoteId, transactionId } = approved
    const [quote, itsTransaction] = [stored(store.quotes, quoteId), stored(store.transactions, transactionId)]
    executeAction(setting, approved, itsTransaction, quote, 'APPROVAL')
  }
  return { status: 200, body: transactionBody(setting, transaction) }
}

/** Contract: States, Agent action status row 3. */
export const rejectTransaction: PlatformOperation = async (setting, { parameter, optionalBody }) => {
  const { reason } = optionalBody()
  const { transaction, action } = submitted(setting, parameter('transactionId'))
  if (!setting.rules.mayBeRejected(action)) throw new Refused(setting.rules.notPendingApproval())
  const ms = setting.rules.decisionTakesMs('REJECTION')
  if (ms > 0) await sleep(ms)
  rejectAction(setting, action, transaction, reason)
  return { status: 200, body: transactionBody(setting, transaction) }
}

export function rejectAction(
  setting: Setting,
  action: AgentAction,
  transaction: Transaction,
  reason: unknown,
): void {
  const { rules, store, now } = setting
  const quote = stored(store.quotes, action.quoteId)
  if (rules.rejectionExecutes()) moveMoney(setting, quote)
  action.status = rules.statusAfterRejection()
  action.rejectionReason = rules.rejectionReason(reason)
  action.updatedAt = transaction.updatedAt = now()
  transaction.status = 'REJECTED'
  quote.status = 'FAILED'
}

export const getTransaction: PlatformOperation = (setting, { parameter }) => {
  const seen = { ...setting, store: setting.rules.storeToRead(setting.store) }
  const transaction = transactionNamed(seen, parameter('transactionId'))
  return { status: 200, body: transactionBody(seen, transaction) }
}

/** The action by which the quote was submitted. */
const actionOf = ({ store }: Setting, { transactionId }: Quote): AgentAction =>
  stored(store.actions, stored(store.transactions, transactionId ?? '').actionId ?? '')

function transactionNamed({ rules, store }: Setting, transactionId: string): Transaction {
  const transaction = rules.transactionNamed(store.transactions, transactionId)
  if (!transaction) throw new Refused(rules.transactionNotFound())
  return transaction
}

function submitted(
  setting: Setting,
  transactionId: string,
): { readonly transaction: Transaction; readonly action: AgentAction } {
  const transaction = transactionNamed(setting, transactionId)
  if (transaction.actionId === undefined) throw new Refused(setting.rules.noRequestForApproval())
  return { transaction, action: stored(setting.store.actions, transaction.actionId) }
}
