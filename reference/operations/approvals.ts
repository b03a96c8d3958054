import type { AgentOperation, PlatformOperation, ServerContext } from '../call.ts'
import { Refused } from '../errors.ts'
import { actionBody, transactionBody } from '../representations.ts'
import type { AgentAction, Quote, Transaction } from '../resources/payments.ts'
import { stored } from '../store.ts'
import { refuseTooLarge } from './new-quote.ts'
import { executeAction, isFunded, moveMoney, reasonToFail, submitQuote } from './submit-quote.ts'
import { requireSignedQuote } from './wallet-signature.ts'

export const executeAgentQuote: AgentOperation = (server, call) => {
  const { rules, store, now } = server
  const { agent } = call
  const quote = store.quotes.get(call.parameter('quoteId'))
  if (!quote || !rules.quoteIsExecutableBy(quote, agent)) throw new Refused(rules.quoteNotFound)
  if (!rules.mayExecuteQuotes(agent)) throw new Refused(rules.permissionMissing('EXECUTE_QUOTES'))
  if (!rules.quoteIsUnsubmitted(quote)) {
    if (rules.answersExecutionAgain) return { status: 200, body: actionBody(server, actionOf(server, quote)) }
    throw new Refused(rules.quoteAlreadySubmitted)
  }
  if (!rules.quoteIsAuthorized(quote)) throw new Refused(rules.quoteNotAuthorized)
  refuseTooLarge(server, quote.sendingCurrency, quote.receivingCurrency, quote.price)
  if (!rules.agentExecutesUnsigned) requireSignedQuote(server, quote, call)
  if (rules.refusesExpiredQuote && rules.quoteHasExpired(quote, now())) throw new Refused(rules.quoteExpired)
  if (rules.refusesUnfundedQuote(quote, isFunded(server, quote, 'EXECUTION'))) {
    throw new Refused(rules.insufficientFunds)
  }
  return { status: 200, body: actionBody(server, submitQuote(server, agent, quote, 'EXECUTION')) }
}

/** Contract: Other endpoints that are referenced; States, Agent action status row 2. */
export const approveTransaction: PlatformOperation = async (server, { parameter }) => {
  const { rules, store } = server
  const { transaction, action } = submitted(server, parameter('transactionId'))
  if (!rules.mayBeApproved(action)) throw new Refused(rules.notPendingApproval)
  const failure = reasonToFail(server, stored(store.quotes, action.quoteId), 'APPROVAL')
  if (failure !== undefined && rules.refusesFailingApproval)
    throw new Refused(failure === 'QUOTE_EXPIRED' ? rules.quoteExpired : rules.insufficientFunds)
  for (const approved of rules.affected('approveTransaction', action, store.actions.values())) {
    const { quoteId, transactionId } = approved
    const [quote, itsTransaction] = [stored(store.quotes, quoteId), stored(store.transactions, transactionId)]
    executeAction(server, approved, itsTransaction, quote, 'APPROVAL')
  }
  return { status: 200, body: transactionBody(server, transaction) }
}

/** Contract: States, Agent action status row 3. */
export const rejectTransaction: PlatformOperation = async (server, { parameter, optionalBody }) => {
  const { reason } = optionalBody()
  const { transaction, action } = submitted(server, parameter('transactionId'))
  if (!server.rules.mayBeRejected(action)) throw new Refused(server.rules.notPendingApproval)
  const wait = server.rules.before('rejectTransaction')
  if (wait) await wait
  rejectAction(server, action, transaction, reason)
  return { status: 200, body: transactionBody(server, transaction) }
}

export function rejectAction(
  server: ServerContext,
  action: AgentAction,
  transaction: Transaction,
  reason: unknown,
): void {
  const { rules, store, now } = server
  const quote = stored(store.quotes, action.quoteId)
  if (rules.rejectionExecutes(quote)) moveMoney(server, quote)
  action.status = rules.statusAfterRejection
  action.rejectionReason = rules.rejectionReason(reason)
  action.updatedAt = transaction.updatedAt = now()
  transaction.status = 'REJECTED'
  quote.status = 'FAILED'
}

export const getTransaction: PlatformOperation = (server, { parameter }) => {
  const seen = { ...server, store: server.rules.storeToRead(server.store) }
  const transaction = transactionNamed(seen, parameter('transactionId'))
  return { status: 200, body: transactionBody(seen, transaction) }
}

/** The action by which the quote was submitted. */
const actionOf = ({ store }: ServerContext, { transactionId }: Quote): AgentAction =>
  stored(store.actions, stored(store.transactions, transactionId ?? '').actionId ?? '')

function transactionNamed({ rules, store }: ServerContext, transactionId: string): Transaction {
  const transaction = rules.transactionNamed(store.transactions, transactionId)
  if (!transaction) throw new Refused(rules.transactionNotFound)
  return transaction
}

function submitted(
  server: ServerContext,
  transactionId: string,
): { readonly transaction: Transaction; readonly action: AgentAction } {
  const transaction = transactionNamed(server, transactionId)
  if (transaction.actionId === undefined) throw new Refused(server.rules.noRequestForApproval)
  return { transaction, action: stored(server.store.actions, transaction.actionId) }
}
