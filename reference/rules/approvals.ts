import { refusal } from '../errors.ts'
import type {
  ActionStatus,
  Agent,
  AgentAction,
  InternalAccount,
  Quote,
  Transaction,
} from '../resources/payments.ts'

/** How a quote is submitted: by its execution, or at its creation with immediatelyExecute. */
export type Occasion = 'EXECUTION' | 'CREATION'

/** Why requests are rejected. */
const refusals = {
  quoteAlreadySubmitted: refusal(409, 'CONFLICT', 'The quote was submitted for execution before.'),
  quoteExpired: refusal(400, 'QUOTE_EXPIRED', 'The quote has expired. Request a new one.'),
  insufficientFunds: refusal(400, 'INSUFFICIENT_FUNDS', 'The source does not have the funds.'),
  transactionNotFound: refusal(404, 'TRANSACTION_NOT_FOUND', 'There is no such transaction.'),
  /** 409 codes. */
  notPendingApproval: refusal(
    409,
    'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL',
    'The transaction is not pending platform approval.',
  ),
}

/** Contract: States, Agent action status; Endpoints 3, introduction; Other endpoints that are referenced. */
export const approvalRules = {
  ...refusals,

  mayExecuteQuotes: ({ policy }: Agent): boolean => policy.permissions.includes('EXECUTE_QUOTES'),

  /** An agent can execute only its own quotes. */
  quoteIsExecutableBy: (quote: Quote, agent: Agent): boolean => quote.agentId === agent.id,

  /** A quote is submitted for execution once. */
  quoteIsUnsubmitted: ({ transactionId }: Quote): boolean => transactionId === undefined,

  /** A second execution is rejected, or returns the action of the first one. */
  answersExecutionAgain: false,

  /** 400 QUOTE_EXPIRED: a quote past `expiresAt` cannot be executed. */
  refusesExpiredQuote: true,

  /** Without funds the execution is accepted and fails; a source that cannot be debited is rejected. */
  refusesUnfundedQuote: ({ source }: Quote, _funded: boolean): boolean => source.sourceType !== 'ACCOUNT',

  /** `defaultExecutionMode` APPROVAL_REQUIRED requires explicit approval before funds move. */
  modeRequiresApproval: ({ policy }: Agent): boolean => policy.defaultExecutionMode === 'APPROVAL_REQUIRED',

  /** A quote amount that exceeds the agent's `approvalThresholds` requires approval too. */
  amountRequiresApproval: ({ price }: Quote, { policy }: Agent): boolean =>
    policy.approvalThreshold !== undefined && price.sending > policy.approvalThreshold,

  /** Either condition is sufficient, also with immediatelyExecute. */
  needsApproval: (byMode: boolean, byAmount: boolean, _occasion: Occasion): boolean => byMode || byAmount,

  /** The approval comes before funds move. */
  moneyMovesBeforeApproval: false,

  /** The id of the transaction that submits a quote. */
  transactionIdOf: (_quote: Quote, newId: () => string): string => newId(),

  /** After the quote expired, an approved execution fails. */
  expiryFailsExecution: true,

  /** Without funds an execution fails. */
  hasFunds: ({ balance }: InternalAccount, { price }: Quote, _after: Occasion | 'APPROVAL'): boolean =>
    balance >= price.sending,

  /** An execution pays, with or without an approval. */
  executionMovesMoney: (_after: Occasion | 'APPROVAL', _quote: Quote): boolean => true,

  debit: (account: InternalAccount, { price }: Quote): void => {
    account.balance -= price.sending
  },

  /** The destination receives the receiving total. */
  credit: (account: InternalAccount, { price }: Quote, _after?: Occasion | 'APPROVAL'): void => {
    account.balance += price.receiving
  },

  /** A failed execution has not moved funds. */
  failedExecutionMovesMoney: false,

  transactionNamed: (
    transactions: ReadonlyMap<string, Transaction>,
    transactionId: string,
  ): Transaction | undefined => transactions.get(transactionId),

  /** An approval whose execution would fail is accepted, and the action fails. */
  refusesFailingApproval: false,

  mayBeApproved: ({ status }: AgentAction): boolean => status === 'PENDING_APPROVAL',

  mayBeRejected: ({ status }: AgentAction): boolean => status === 'PENDING_APPROVAL',

  statusAfterRejection: 'REJECTED' as ActionStatus,

  /** The underlying transaction is not executed. */
  rejectionExecutes: (_quote: Quote): boolean => false,

  /** `rejectionReason` may be set. */
  rejectionReason: (reason: unknown): string | undefined => (typeof reason === 'string' ? reason : undefined),
}
