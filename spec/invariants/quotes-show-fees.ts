import type { Invariant } from './observation.ts'
import { observationsOf } from './state-observations.ts'

/** Fields that only a complete quote has; a quote within an action may be incomplete. */
const AMOUNTS = ['totalSendingAmount', 'totalReceivingAmount', 'exchangeRate'] as const

/** Every quote has its fees: only the platform's part may be missing (contract: Quote, platformFeesIncluded). */
export const quotesShowFees: Invariant = (history) => {
  const quotes = observationsOf('Quote', history).filter(({ value }) =>
    AMOUNTS.every((name) => typeof value[name] === 'number'),
  )
  return {
    judged: quotes.length,
    violations: quotes
      .filter(({ value }) => (value.feesIncluded ?? undefined) === undefined)
      .map(({ observation: { exchange }, at, id }) => ({
        exchange,
        at: `${at}/feesIncluded`,
        message: `${id} has no feesIncluded`,
      })),
  }
}
