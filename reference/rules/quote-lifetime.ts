import { refusal } from '../errors.ts'
import type { Agent, Quote, QuoteOwner } from '../resources/payments.ts'

/** Why requests are rejected. */
const refusals = {
  quoteNotFound: refusal(404, 'QUOTE_NOT_FOUND', 'There is no such quote.'),
}

/** Contract: Quote, times and status. */
export const quoteLifetimeRules = {
  ...refusals,

  /** Typically 1 to 5 minutes on instant rails (expiresAt; Limits). */
  quoteLifetimeMs: ({ quoteExpiresInSeconds }: QuoteOwner): number => (quoteExpiresInSeconds ?? 300) * 1000,

  /** A quote past `expiresAt` cannot be executed. */
  quoteHasExpired: ({ expiresAt }: Quote, now: number): boolean => now >= expiresAt,

  shownQuoteStatus: (quote: Quote, expired: boolean): string =>
    quote.status === 'PENDING' && expired ? 'EXPIRED' : quote.status,

  quoteIsVisible: (quote: Quote, agent: Agent): boolean => quote.agentId === agent.id,
}
