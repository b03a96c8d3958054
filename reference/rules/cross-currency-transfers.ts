import { refusal } from '../errors.ts'
import type { ExternalAccount, Price, Quote, QuoteOwner } from '../resources/payments.ts'
import { receiverLookupRules } from './receiver-lookups.ts'

/** Why requests are rejected. */
const refusals = {
  /** What the platform asks for that is not there; to an agent another's quote is not there either. */
  platformQuoteNotFound: refusal(404, 'QUOTE_NOT_FOUND', 'There is no such quote.'),
  quoteNotAuthorized: refusal(409, 'CONFLICT', 'The quote must be authorized before it is executed.'),
  quoteIsPaidByInstructions: refusal(
    400,
    'INVALID_INPUT',
    'The quote is executed by paying as its instructions say.',
  ),
  transactionTooLarge: refusal(
    400,
    'TRANSACTION_SIZE_LIMIT_EXCEEDED',
    'The amount is more than one transaction of this corridor may move.',
  ),
  ownershipUnverified: refusal(
    400,
    'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED',
    'The ownership of the destination must be verified before so much is sent to it.',
  ),
}

/** Contract: Endpoints 3; Quote; Quote status; Other endpoints that are referenced. */
export const crossCurrencyTransfersRules = {
  ...refusals,

  ...receiverLookupRules,

  /** The platform's request identifiers are its own, whichever customer it asks for. */
  platformAsOwner: (): QuoteOwner => ({
    id: 'platform',
    customerId: 'platform',
    quoteExpiresInSeconds: undefined,
  }),

  /** A quote is a promise: nothing moves before it is executed (immediatelyExecute, default). */
  creationMovesMoney: false,

  quoteNamed: (quotes: ReadonlyMap<string, Quote>, quoteId: string): Quote | undefined => quotes.get(quoteId),

  /** A quote is executed once. */
  quoteMayBeExecuted: ({ transactionId }: Quote): boolean => transactionId === undefined,

  /** Executed again, a quote is rejected; or answered as it is by now. */
  answersPlatformExecutionAgain: false,

  /** In PENDING_AUTHORIZATION it must be authorized before (Quote, status). */
  quoteIsAuthorized: ({ status }: Quote): boolean => status !== 'PENDING_AUTHORIZATION',

  /** A quote past `expiresAt` cannot be executed. */
  executionRefusesExpired: true,

  /** Real-time funding is executed by paying as the instructions say. */
  platformExecutes: ({ source }: Quote): boolean => source.sourceType === 'ACCOUNT',

  executionRefusesUnfunded: true,

  /** Not required when the source is an internal account; withheld until the quote is authorized. */
  showsPaymentInstructions: ({ source, status }: Quote): boolean =>
    source.sourceType === 'REALTIME_FUNDING' && status !== 'PENDING_AUTHORIZATION',

  /** Present only while the status is PENDING_AUTHORIZATION. */
  showsScaChallenge: ({ status }: Quote): boolean => status === 'PENDING_AUTHORIZATION',

  /** Configured per corridor (Limits, single-transaction maximum), in the smallest unit of the sending currency. */
  maximumOfCorridor: (_sending: string, receiving: string): bigint =>
    receiving === 'GHS' ? 500_000n : 9_000_000_000_000_000_000n,

  /** A quote for more is rejected; its execution would be, too. */
  limitsQuotes: true,

  exceedsMaximum: ({ sending }: Price, maximum: bigint): boolean => sending > maximum,

  /** Below regulatory thresholds transfers to an account whose ownership is to be verified are still allowed. */
  needsOwnershipVerification: ({ status }: ExternalAccount, { sending }: Price): boolean =>
    status === 'PENDING_OWNERSHIP_VERIFICATION' && sending > 100_000n,
}
