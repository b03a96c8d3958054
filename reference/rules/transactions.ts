import { refusal } from '../errors.ts'
import type { Transaction } from '../resources/payments.ts'

/** Why requests are rejected. */
const refusals = {
  transactionNotCancellable: refusal(
    409,
    'TRANSACTION_NOT_CANCELLABLE',
    'The transaction is settled or past the point of cancellation.',
  ),
  /** A transaction without an agent has no pending request to approve (404 codes: pending request). */
  noRequestForApproval: refusal(
    404,
    'REQUEST_NOT_FOUND',
    'The transaction was not initiated by an agent, so no request is pending.',
  ),
}

/** Contract: What the service does, Transactions; Errors, 409 codes. */
export const transactionsRules = {
  ...refusals,

  /** Not settled and not past the point of cancellation: no money has been paid. */
  transactionIsCancellable: ({ status }: Transaction): boolean => status === 'CREATED',

  cancellationStatus: 200,
}
