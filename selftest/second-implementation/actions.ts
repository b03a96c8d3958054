/** The actions of agents, and the transactions that the platform reads and decides. */
import { requirePermission } from './agents.ts'
import type { HandlerResponse, AgentCall, Body, Call } from './call.ts'
import { ok } from './call.ts'
import { approve, reject, submit } from './execution.ts'
import { inMicroseconds } from './instants.ts'
import { findQuote, presentQuote } from './quotes.ts'
import { Rejection, invalidField, notFound } from './rejection.ts'
import type { Action, Agent, Transaction, World } from './world.ts'

const STATUSES = ['PENDING_APPROVAL', 'APPROVED', 'REJECTED', 'FAILED']

/** A waiting action has no transaction yet; its quote names the pending one. */
function presentAction(action: Action): Body {
  return {
    kind: 'agent-action',
    id: action.id,
    type: 'EXECUTE_QUOTE',
    status: action.status,
    agentId: action.agent.id,
    customerId: action.agent.customerId,
    createdAt: inMicroseconds(action.created),
    updatedAt: inMicroseconds(action.updated),
    quote: presentQuote(action.quote),
    ...(action.status !== 'PENDING_APPROVAL' && { transaction: presentTransaction(action.transaction) }),
    ...(action.reason !== undefined && { rejectionReason: action.reason }),
  }
}

function presentTransaction({ id, status, action, failure, settled }: Transaction): Body {
  const { quote, agent } = action
  return {
    ledger: 'main',
    id,
    status,
    type: 'OUTGOING',
    direction: 'DEBIT',
    agentId: agent.id,
    customerId: agent.customerId,
    quoteId: quote.id,
    createdAt: inMicroseconds(action.created),
    source: { sourceType: 'ACCOUNT', accountId: quote.from?.id, currency: quote.sending.code },
    destination: { destinationType: 'ACCOUNT', accountId: quote.to?.id, currency: quote.receiving.code },
    sentAmount: { amount: quote.price.sends, currency: quote.sending },
    receivedAmount: { amount: quote.price.receives, currency: quote.receiving },
    exchangeRate: quote.price.rate,
    fees: quote.price.fees,
    ...(quote.description !== undefined && { description: quote.description }),
    ...(failure !== undefined && { failureReason: failure }),
    ...(settled !== undefined && { settledAt: inMicroseconds(settled) }),
  }
}

const visibleTo = (world: World, agent: Agent): Action[] =>
  world.actions.filter((action) => action.agent === agent && action.visible <= Date.now())

function limitFrom(query: URLSearchParams): number {
  const text = query.get('limit') ?? '20'
  if (!/^\d{1,3}$/.test(text) || Number(text) < 1 || Number(text) > 100)
    throw invalidField('limit', { minimum: 1, maximum: 100 }, 'Between 1 and 100, please.')
  return Number(text)
}

function statusFrom(query: URLSearchParams): string | undefined {
  const text = query.get('status') ?? undefined
  if (text !== undefined && !STATUSES.includes(text))
    throw invalidField('status', { enum: STATUSES }, 'No action is ever in that status.')
  return text
}

/** Padded base64, with all the characters that a query must escape. */
const cursorAfter = (agent: Agent, sequence: number): string =>
  Buffer.from(JSON.stringify({ '>>?': '~~~', of: agent.id, before: sequence })).toString('base64')

function beforeFrom(query: URLSearchParams, agent: Agent): number {
  const text = query.get('cursor')
  if (text === null) return Infinity
  try {
    const cursor = JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as {
      of?: string
      before?: number
    }
    if (cursor.of === agent.id && typeof cursor.before === 'number') return cursor.before
  } catch {
    // Falls through: an unreadable cursor matches no agent.
  }
  throw invalidField('cursor', {}, 'That cursor was not made for you.')
}

/** Newest first. */
export function listActions(world: World, { agent, query }: AgentCall): HandlerResponse {
  const limit = limitFrom(query)
  const status = statusFrom(query)
  const before = beforeFrom(query, agent)
  const matching = visibleTo(world, agent).filter(
    (action) => status === undefined || action.status === status,
  )
  const rest = matching.filter(({ sequence }) => sequence < before).sort((a, b) => b.sequence - a.sequence)
  const page = rest.slice(0, limit)
  const last = page.at(-1)
  const more = rest.length > limit && last !== undefined
  if (world.mistakes.lastPageDropsAnItem && !more && before !== Infinity) page.pop()
  return ok({
    data: page.map(presentAction),
    totalCount: matching.length,
    hasMore: more,
    ...(more && { nextCursor: cursorAfter(agent, last.sequence) }),
    servedBy: 'replica-2',
  })
}

export function getAction(world: World, { agent, path }: AgentCall): HandlerResponse {
  const action = visibleTo(world, agent).find(({ id }) => id === path[0])
  if (!action) throw notFound()
  return ok(presentAction(action))
}

export function executeOwnQuote(world: World, { agent, path }: AgentCall): HandlerResponse {
  requirePermission(agent, 'EXECUTE_QUOTES')
  const quote = findQuote(world, path[0])
  if (quote.agent !== agent) throw notFound()
  return ok(presentAction(submit(world, quote)))
}

function transactionAt(world: World, id = ''): Transaction {
  const transaction = world.transactions.get(id)
  if (!transaction) throw notFound()
  return transaction
}

function waiting(world: World, id: string | undefined): Transaction {
  const transaction = transactionAt(world, id)
  if (transaction.action.status !== 'PENDING_APPROVAL')
    throw new Rejection(
      409,
      'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL',
      'Nobody waits for a decision on this one.',
    )
  return transaction
}

export const getTransaction = (world: World, { path }: Call): HandlerResponse =>
  ok(presentTransaction(transactionAt(world, path[0])))

export function approveTransaction(world: World, { path }: Call): HandlerResponse {
  const transaction = waiting(world, path[0])
  approve(world, transaction.action)
  return ok(presentTransaction(transaction))
}

export function rejectTransaction(world: World, { path, body }: Call): HandlerResponse {
  const transaction = waiting(world, path[0])
  const { reason } = body()
  reject(world, transaction.action, typeof reason === 'string' ? reason : undefined)
  return ok(presentTransaction(transaction))
}
