import { refusal } from '../errors.ts'
import type { ExternalAccount, Price, Quote, QuoteOwner } from '../resources/payments.ts'
import { receiverLookupRules } from './receiver-lookups.ts'

/** Why requests are rejected. */
const refusals = {
  /** Resources that are missing for the platform; for an agent, a quote of another agent is missing too. */
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
    'The ownership of the destination must be verified before a transfer of this amount.',
  ),
}

/** Contract: Endpoints 3; Quote; Quote status; Other endpoints that are referenced. */
export const crossCurrencyTransfersRules = {
  ...refusals,

  ...receiverLookupRules,

  /** The platform's request identifiers have one scope for all its customers. */
  platformAsOwner: (): QuoteOwner => ({
    id: 'platform',
    customerId: 'platform',
    quoteExpiresInSeconds: undefined,
  }),

  /** A quote is a promise: no money moves before its execution (immediatelyExecute, default). */
  creationMovesMoney: false,

  quoteNamed: (quotes: ReadonlyMap<string, Quote>, quoteId: string): Quote | undefined => quotes.get(quoteId),

  /** A quote is executed once. */
  quoteMayBeExecuted: ({ transactionId }: Quote): boolean => transactionId === undefined,

  /** A second execution is rejected, or returns the current quote. */
  answersPlatformExecutionAgain: false,

  /** A quote in PENDING_AUTHORIZATION must be authorized first (Quote, status). */
  quoteIsAuthorized: ({ status }: Quote): boolean => status !== 'PENDING_AUTHORIZATION',

  /** A quote past `expiresAt` cannot be executed. */
  executionRefusesExpired: true,

  /** Real-time funding is executed by a payment according to the instructions. */
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

  /** A quote above the maximum is rejected; its execution would be rejected too. */
  limitsQuotes: true,

  exceedsMaximum: ({ sending }: Price, maximum: bigint): boolean => sending > maximum,

  /** Below regulatory thresholds, transfers to an account whose ownership is not verified yet are allowed. */
  needsOwnershipVerification: ({ status }: ExternalAccount, { sending }: Price): boolean =>
    status === 'PENDING_OWNERSHIP_VERIFICATION' && sending > 100_000n,
}
