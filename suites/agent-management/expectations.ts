/** What the responses of this area must be, for checks and for exploration. Pure. */
import { expect, type CheckedResponse } from '../../fixtures/index.ts'
import { inShort } from '../expectations.ts'
import { ACCEPTED_OR_REJECTED, REJECTED } from '../rejections.ts'

/** A transaction that is not pending is not approved. */
export const expectApprovalRejected = (response: CheckedResponse): void =>
  expect(response).toBeError(...REJECTED)

/** The same, with the code of the error catalogue. */
export function expectNotPending(response: CheckedResponse): void {
  expect(response).toHaveStatus(409)
  expect(response).toHaveCode('TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL')
}

/** A late rejection has no effect, however it is answered. */
export const expectAnyDecision = (response: CheckedResponse): void =>
  expect(response).toHaveStatus(...ACCEPTED_OR_REJECTED)

/** A transaction that does not exist is not pending either. */
const UNKNOWN = [
  '404 TRANSACTION_NOT_FOUND',
  '404 REQUEST_NOT_FOUND',
  '404 REFERENCE_NOT_FOUND',
  '404 NOT_FOUND',
  '409 TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL',
]

export const expectNothingToApprove = (response: CheckedResponse): void =>
  expect(UNKNOWN).toContain(inShort(response))
