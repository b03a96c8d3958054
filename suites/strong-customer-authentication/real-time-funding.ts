import type { StateValues } from '../../spec/index.ts'
import { quoteRequest, type QuoteRequest } from '../agent-operations/quote-request.ts'

/**
 * The conforming request of an arranged agent for a quote from a real-time funding source, whose shape is a default of Assay.
 *
 * @param changes fields that replace those of the conforming request
 */
export const realTimeFunding = (arranged: StateValues['agent'], changes: QuoteRequest = {}): QuoteRequest =>
  quoteRequest(arranged, {
    source: {
      sourceType: 'REALTIME_FUNDING',
      currency: arranged.sendingCurrency,
      customerId: arranged.customerId,
    },
    ...changes,
  })
