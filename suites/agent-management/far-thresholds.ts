import { valueAt, type CheckContext } from '../../fixtures/index.ts'
import { createExecutableQuote } from './executable-quote.ts'

/** Thresholds that the ordinary quote exceeds, or does not, whichever of its amounts is compared. */
export interface FarThresholds {
  readonly below: number
  readonly above: number
}

const FACTOR = 10

/** The currency of a threshold is not shown: both amounts of a quote are taken, and a factor that covers its fees. */
export async function measureFarThresholds(context: CheckContext): Promise<FarThresholds> {
  const { totalSendingAmount, created } = await createExecutableQuote(context)
  const received = valueAt(created, 'totalReceivingAmount')
  const amounts = [totalSendingAmount, ...(typeof received === 'number' ? [received] : [])]
  return {
    below: Math.max(1, Math.floor(Math.min(...amounts) / FACTOR)),
    above: Math.max(...amounts) * FACTOR,
  }
}
