import type { Refusal } from '../errors.ts'
import type { Quote, QuoteOwner } from '../resources/payments.ts'

/** Contract: Endpoints 3; Quote; Quote status; Other endpoints that are referenced. */
export const crossCurrencyTransfersRules = {
  /** The platform's request identifiers are its own, whichever customer it asks for. */
  platformAsOwner: (): QuoteOwner => ({
    id: 'platform',
    customerId: 'platform',
    quoteExpiresInSeconds: undefined,
  }),

  quoteNamed: (quotes: ReadonlyMap<string, Quote>, quoteId: string): Quote | undefined => quotes.get(quoteId),

  /** A quote is executed once. */
  quoteMayBeExecuted: ({ transactionId }: Quote): boolean => transactionId === undefined,

  /** In PENDING_AUTHORIZATION it must be authorized before (Quote, status). */
  quoteIsAuthorized: ({ status }: Quote): boolean => status !== 'PENDING_AUTHORIZATION',

  quoteNotAuthorized: (): Refusal => ({
    status: 409,
    code: 'CONFLICT',
    reason: 'The quote must be authorized before it is executed.',
  }),

  /** A quote past `expiresAt` cannot be executed. */
  executionRefusesExpired: (expired: boolean): boolean => expired,

  /** Real-time funding is executed by paying as the instructions say. */
  platformExecutes: ({ source }: Quote): boolean => source.sourceType === 'ACCOUNT',

  quoteIsPaidByInstructions: (): Refusal => ({
    status: 400,
    code: 'INVALID_INPUT',
    reason: 'The quote is executed by paying as its instructions say.',
  }),

  executionRefusesUnfunded: (funded: boolean): boolean => !funded,

  /** Not required when the source is an internal account; withheld until the quote is authorized. */
  showsPaymentInstructions: ({ source, status }: Quote): boolean =>
    source.sourceType === 'REALTIME_FUNDING' && status !== 'PENDING_AUTHORIZATION',

  /** Present only while the status is PENDING_AUTHORIZATION. */
  showsScaChallenge: ({ status }: Quote): boolean => status === 'PENDING_AUTHORIZATION',
}
