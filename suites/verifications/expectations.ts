/** Expectations of the responses of this area, for checks and for exploration. Pure. */
import { expect, type CheckedResponse } from '../../fixtures/index.ts'
import { expectNotFound } from '../expectations.ts'
import { REJECTED } from '../rejections.ts'

/** A body that names a nonexistent customer is rejected. */
export const expectCustomerRejected = (response: CheckedResponse): void =>
  expect(response).toBeError(...REJECTED)

export const expectVerificationNotFound = (response: CheckedResponse, existing: string): void =>
  expectNotFound(response, existing, ['VERIFICATION_NOT_FOUND', 'REFERENCE_NOT_FOUND', 'NOT_FOUND'])
