/** From a quote to a payment: submission, decision, and settlement after a delay. */
import { wantsApproval } from './agents.ts'
import { shouted, timed } from './identifiers.ts'
import { Rejection } from './rejection.ts'
import type { Action, Quote, Transaction, World } from './world.ts'

/** Delay between an approval and the payment. */
export const SETTLEMENT_TAKES = 300
/** Delay until a new action appears in lists. */
const INDEXING_TAKES = 400

const needsApproval = ({ agent, price, sending }: Quote): boolean =>
  wantsApproval(agent.policy, sending.code, price.sends)

/** Submits a quote as an action of its agent; a quote has at most one action. */
export function submit(world: World, quote: Quote): Action {
  if (quote.action) throw new Rejection(409, 'CONFLICT', 'This quote has been executed before.')
  if (Date.now() >= quote.expires)
    throw new Rejection(400, 'QUOTE_EXPIRED', 'The rate is no longer on offer.')
  if (quote.status !== 'PENDING' || !quote.from)
    throw new Rejection(409, 'CONFLICT', 'This quote cannot be executed from here.')
  const action = record(world, quote, Date.now(), INDEXING_TAKES)
  if (action.status === 'APPROVED') settleLater(world, action, Date.now())
  return action
}

/** Stores an action without moving money. */
export function record(world: World, quote: Quote, at: number, hiddenFor: number): Action {
  const waits = needsApproval(quote)
  const partial = {
    sequence: world.actions.length,
    id: timed('AgentAction'),
    agent: quote.agent,
    quote,
    created: at,
    visible: at + hiddenFor,
    updated: at,
    status: waits ? ('PENDING_APPROVAL' as const) : ('APPROVED' as const),
  }
  const action = partial as Action
  const transaction: Transaction = {
    id: shouted('Transaction'),
    action,
    status: waits ? 'AWAITING_PLATFORM' : 'PROCESSING',
  }
  action.transaction = transaction
  world.transactions.set(transaction.id, transaction)
  world.actions.push(action)
  quote.action = action
  if (!waits) quote.status = 'PROCESSING'
  return action
}

/** Changes the status of the action, and records the time. */
export function move(action: Action, status: Action['status']): void {
  action.status = status
  action.updated = Date.now()
}

/** The platform approves. The time of the decision counts, however long settlement takes. */
export function approve(world: World, action: Action): void {
  move(action, 'APPROVED')
  action.transaction.status = 'PROCESSING'
  settleLater(world, action, Date.now())
}

/** The platform rejects: nothing is executed. */
export function reject(world: World, action: Action, reason: string | undefined): void {
  move(action, 'REJECTED')
  action.transaction.status = 'DECLINED'
  if (reason !== undefined) action.reason = reason
  if (world.mistakes.rejectionPays) pay(action)
}

function settleLater(world: World, action: Action, decided: number): void {
  if (decided < action.quote.expires) action.quote.status = 'PROCESSING'
  world.later(SETTLEMENT_TAKES, () => {
    if (decided >= action.quote.expires) return fail(action, 'QUOTE_EXPIRED', 'EXPIRED')
    if ((action.quote.from?.balance ?? 0) < action.quote.price.sends)
      return fail(action, 'INSUFFICIENT_FUNDS', 'FAILED')
    pay(action)
    action.quote.status = 'COMPLETED'
    action.transaction.status = 'COMPLETED'
    action.transaction.settled = Date.now()
    action.updated = Date.now()
  })
}

function pay({ quote }: Action): void {
  if (quote.from) quote.from.balance -= quote.price.sends
  if (quote.to) quote.to.balance += quote.price.receives
}

/** Approved, but the execution failed (contract: Agent action status, last row). */
export function fail(action: Action, why: string, quoteStatus: string): void {
  move(action, 'FAILED')
  action.quote.status = quoteStatus
  action.transaction.status = 'FAILED'
  action.transaction.failure = why
}
