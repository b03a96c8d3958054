import { valueAt, type CheckContext } from '../../fixtures/index.ts'
import type { StateParams } from '../../spec/index.ts'
import { createExecutableQuote } from './executable-quote.ts'

/** Thresholds below and above the ordinary quote, whichever of its amounts the deployment compares. */
export interface FarThresholds {
  readonly below: number
  readonly above: number
}

const FACTOR = 10

/**
 * The contract does not show the currency of a threshold: the factor covers both amounts of a quote and its fees.
 *
 * @param params of the agent; default: those of an ordinary one
 */
export async function measureFarThresholds(
  context: CheckContext,
  params: StateParams['agent'] = {},
): Promise<FarThresholds> {
  const { totalSendingAmount, created } = await createExecutableQuote(context, params)
  const received = valueAt(created, 'totalReceivingAmount')
  const amounts = [totalSendingAmount, ...(typeof received === 'number' ? [received] : [])]
  return {
    below: Math.max(1, Math.floor(Math.min(...amounts) / FACTOR)),
    above: Math.max(...amounts) * FACTOR,
  }
}
