import type { Refusal } from '../errors.ts'
import type { Transaction } from '../resources/payments.ts'

/** Contract: What the service does, Transactions; Errors, 409 codes. */
export const transactionsRules = {
  /** Not settled, and not past the point of cancellation: nothing has been paid. */
  transactionIsCancellable: ({ status }: Transaction): boolean => status === 'CREATED',

  transactionNotCancellable: (): Refusal => ({
    status: 409,
    code: 'TRANSACTION_NOT_CANCELLABLE',
    reason: 'The transaction is settled or past the point of cancellation.',
  }),

  /** A transaction that no agent initiated has nothing to be approved (404 codes: pending request). */
  noRequestForApproval: (): Refusal => ({
    status: 404,
    code: 'REQUEST_NOT_FOUND',
    reason: 'The transaction was not initiated by an agent, so no request is pending.',
  }),

  cancellationStatus: (): number => 200,
}
