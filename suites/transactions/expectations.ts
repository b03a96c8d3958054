/** Expectations of the responses of this area, for checks and for exploration. Pure. */
import { expect, type CheckedResponse } from '../../fixtures/index.ts'
import { inShort } from '../expectations.ts'
import { REJECTED } from '../rejections.ts'

const NOT_FOUND = ['TRANSACTION_NOT_FOUND', 'REQUEST_NOT_FOUND', 'REFERENCE_NOT_FOUND', 'NOT_FOUND']

export function expectTransactionNotFound(response: CheckedResponse): void {
  expect(response).toHaveStatus(404)
  expect(response).toHaveCode(...NOT_FOUND)
}

/** A transaction that does not exist cannot be cancelled either. */
export function expectNothingToCancel(response: CheckedResponse): void {
  expect(response).toHaveStatus(404, 409)
  expect([...NOT_FOUND.map((code) => `404 ${code}`), '409 TRANSACTION_NOT_CANCELLABLE']).toContain(
    inShort(response),
  )
}

/** A settled transaction is not cancelled. */
export const expectCancellationRejected = (response: CheckedResponse): void =>
  expect(response).toBeError(...REJECTED)

/** The same, with the code of the error catalogue. */
export function expectNotCancellable(response: CheckedResponse): void {
  expect(response).toHaveStatus(409)
  expect(response).toHaveCode('TRANSACTION_NOT_CANCELLABLE')
}
