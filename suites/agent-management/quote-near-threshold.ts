import { Blocked, valueAt, type CheckContext } from '../../fixtures/index.ts'
import { receivingAmount } from '../agent-operations/quote-request.ts'
import { AMOUNT, createQuoteFor, type ExecutableQuote } from './executable-quote.ts'

/** The approval threshold of the agents of these quotes. */
export const THRESHOLD = AMOUNT

type Side = 'SENDING' | 'RECEIVING'
type Near = (context: CheckContext, side: Side) => Promise<ExecutableQuote>

const MAX_QUOTES = 8

/**
 * A quote one unit above the threshold, with and without its fees. With the receiving side locked, as near as whole
 * units of that currency allow.
 */
export const createQuoteAbove: Near = (context, side) =>
  createQuoteNear(context, side, {
    amount: THRESHOLD + 1,
    measured: netOf,
    isReached: (net) => net > THRESHOLD,
    step: 1,
  })

/** A quote one unit below the threshold, with and without its fees. */
export const createQuoteBelow: Near = (context, side) =>
  createQuoteNear(context, side, {
    amount: THRESHOLD - 1,
    measured: ({ totalSendingAmount }) => totalSendingAmount,
    isReached: (total) => total < THRESHOLD,
    step: -1,
  })

interface Target {
  readonly amount: number
  readonly measured: (quote: ExecutableQuote) => number
  readonly isReached: (measured: number) => boolean
  /** The step by which the receiving amount changes until the quote reaches the target. */
  readonly step: number
}

/** @throws Blocked when no quote comes close enough to the threshold */
async function createQuoteNear(context: CheckContext, side: Side, target: Target): Promise<ExecutableQuote> {
  const holder = await context.arrange('agent', { executionMode: 'AUTO', approvalThreshold: THRESHOLD })
  const quoted = (lockedCurrencySide: Side, lockedCurrencyAmount: number) =>
    createQuoteFor(context, holder, context.agent(holder.accessToken), {
      lockedCurrencySide,
      lockedCurrencyAmount,
    })

  let amount = target.amount
  let quote = await quoted('SENDING', amount)
  for (let count = 1; target.measured(quote) !== target.amount && count < MAX_QUOTES; count++) {
    amount += target.amount - target.measured(quote)
    quote = await quoted('SENDING', amount)
  }
  let receiving = Number(valueAt(quote.created, 'totalReceivingAmount'))
  if (side === 'RECEIVING') quote = await quoted(side, receiving)
  for (let count = 1; !target.isReached(target.measured(quote)) && count < MAX_QUOTES; count++) {
    receiving += receivingAmount(holder, target.step)
    quote = await quoted('RECEIVING', receiving)
  }
  if (target.isReached(target.measured(quote))) return quote
  throw new Blocked(
    'implementation',
    `no quote of ${MAX_QUOTES} comes near the approval threshold ${THRESHOLD}`,
    'See the amounts and fees of the quotes; QUO-02 and QUO-03 judge them.',
  )
}

const netOf = ({ totalSendingAmount, created }: ExecutableQuote): number =>
  totalSendingAmount - Number(valueAt(created, 'feesIncluded') ?? 0)
