import { Blocked, valueAt, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import type { StateParams, StateValues } from '../../spec/index.ts'
import { authorizedQuote } from '../agent-operations/authorized-quote.ts'
import { authorized, withinLimits } from '../agent-operations/created-quote.ts'
import {
  anotherAmount,
  ORDINARY_AMOUNT,
  quoteRequest,
  type QuoteRequest,
} from '../agent-operations/quote-request.ts'

/** The amount of every quote of these checks, locked on the sending side, in the smallest unit of its currency. */
export const AMOUNT = ORDINARY_AMOUNT

/** A quote with what its execution needs. */
export interface UsableQuote {
  readonly quoteId: string
  readonly totalSendingAmount: number
  readonly expiresAt: string
  /** The quote as its creation returned it. */
  readonly created: unknown
}

/** A quote that its agent can submit for execution. */
export interface ExecutableQuote extends UsableQuote {
  readonly holder: StateValues['agent']
  /** The agent whose quote it is. */
  readonly agent: ReturnType<CheckContext['agent']>
}

/**
 * A new quote of a new agent.
 *
 * @param policy of the agent; default: it executes without approval
 * @throws Blocked when the deployment gives no usable quote
 */
export async function createExecutableQuote(
  context: CheckContext,
  policy: StateParams['agent'] = {},
): Promise<ExecutableQuote> {
  const holder = await context.arrange('agent', policy)
  return createQuoteFor(context, holder, context.agent(holder.accessToken))
}

type Creating = Pick<CheckContext, 'platform' | 'poll' | 'random' | 'arrange'>

/** Another quote for the same agent, whose amount differs a little. */
export const createAnotherQuote = (
  context: Creating,
  holder: StateValues['agent'],
  agent: ReturnType<CheckContext['agent']>,
): Promise<ExecutableQuote> =>
  createQuoteFor(context, holder, agent, { lockedCurrencyAmount: anotherAmount(context.random) })

/** A quote for the agent. */
export async function createQuoteFor(
  context: Creating,
  holder: StateValues['agent'],
  agent: ReturnType<CheckContext['agent']>,
  changes: QuoteRequest = {},
): Promise<ExecutableQuote> {
  const created = await agent.createQuote(quoteRequest(holder, changes), context.random.uuid())
  return executableQuoteIn(await authorizedQuote(context, created, holder, agent), holder, agent)
}

/**
 * The agent's quote in the response of its creation.
 *
 * @throws Blocked when it is not usable
 */
export const executableQuoteIn = (
  created: CheckedResponse,
  holder: StateValues['agent'],
  agent: ReturnType<CheckContext['agent']>,
): ExecutableQuote => ({ ...usableQuoteIn(authorized(created)), holder, agent })

/**
 * The quote in the response of its creation.
 *
 * @throws Blocked when it is not usable
 */
export function usableQuoteIn(created: CheckedResponse): UsableQuote {
  const [quoteId, totalSendingAmount, expiresAt] = ['id', 'totalSendingAmount', 'expiresAt'].map((field) =>
    valueAt(created.body, field),
  )
  const usable =
    typeof quoteId === 'string' &&
    typeof expiresAt === 'string' &&
    typeof totalSendingAmount === 'number' &&
    totalSendingAmount > 0
  if (!usable) {
    withinLimits(created)
    throw new Blocked(
      'implementation',
      `creating the quote to execute returned ${created.status} and no usable quote (exchange ${created.exchange})`,
      'See in the requests of this check why the quote was not created. QUO-01 judges this step.',
    )
  }
  return { quoteId, totalSendingAmount, expiresAt, created: created.body }
}
