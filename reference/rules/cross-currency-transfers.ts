import type { Refusal } from '../errors.ts'
import type { ExternalAccount, Price, Quote, QuoteOwner } from '../resources/payments.ts'
import { receiverLookupRules } from './receiver-lookups.ts'

/** Contract: Endpoints 3; Quote; Quote status; Other endpoints that are referenced. */
export const crossCurrencyTransfersRules = {
  /** What the platform asks for that is not there; to an agent another's quote is not there either. */
  platformQuoteNotFound: (): Refusal => ({
    status: 404,
    code: 'QUOTE_NOT_FOUND',
    reason: 'There is no such quote.',
  }),

  ...receiverLookupRules,

  /** The platform's request identifiers are its own, whichever customer it asks for. */
  platformAsOwner: (): QuoteOwner => ({
    id: 'platform',
    customerId: 'platform',
    quoteExpiresInSeconds: undefined,
  }),

  /** A quote is a promise: nothing moves before it is executed (immediatelyExecute, default). */
  creationMovesMoney: (): boolean => false,

  quoteNamed: (quotes: ReadonlyMap<string, Quote>, quoteId: string): Quote | undefined => quotes.get(quoteId),

  /** A quote is executed once. */
  quoteMayBeExecuted: ({ transactionId }: Quote): boolean => transactionId === undefined,

  /** Executed again, a quote is rejected; or answered as it is by now. */
  answersPlatformExecutionAgain: (): boolean => false,

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

  /** Configured per corridor (Limits, single-transaction maximum), in the smallest unit of the sending currency. */
  maximumOfCorridor: (_sending: string, receiving: string): bigint =>
    receiving === 'GHS' ? 500_000n : 9_000_000_000_000_000_000n,

  /** A quote for more is rejected; its execution would be, too. */
  limitsQuotes: (): boolean => true,

  exceedsMaximum: ({ sending }: Price, maximum: bigint): boolean => sending > maximum,

  transactionTooLarge: (): Refusal => ({
    status: 400,
    code: 'TRANSACTION_SIZE_LIMIT_EXCEEDED',
    reason: 'The amount is more than one transaction of this corridor may move.',
  }),

  /** Below regulatory thresholds transfers to an account whose ownership is to be verified are still allowed. */
  needsOwnershipVerification: ({ status }: ExternalAccount, { sending }: Price): boolean =>
    status === 'PENDING_OWNERSHIP_VERIFICATION' && sending > 100_000n,

  ownershipUnverified: (): Refusal => ({
    status: 400,
    code: 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED',
    reason: 'The ownership of the destination must be verified before so much is sent to it.',
  }),
}
