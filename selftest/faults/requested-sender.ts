import { isRecord } from '../../spec/index.ts'
import type { Rules } from '../../reference/rules/index.ts'
import { shows } from '../shows.ts'

/** Quotes show the customer of the request as the sender, not the owner of the account. */
export function showsRequestedSender(conforming: Rules): Partial<Rules> {
  let requested: unknown
  return {
    sourceErrors: (body) => {
      requested = isRecord(body.source) ? body.source.customerId : undefined
      return conforming.sourceErrors(body)
    },
    ...shows('Quote', ({ source }) => ({
      source: { ...source, ...(typeof requested === 'string' && { customerId: requested }) },
    }))(conforming),
  }
}
