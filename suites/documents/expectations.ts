/** Expectations of the responses of this area, for checks and for exploration. Pure. */
import { expect, type CheckedResponse } from '../../fixtures/index.ts'
import { inShort } from '../expectations.ts'

/** A second document of the same type conflicts with the first. */
export function expectSecondRejected(response: CheckedResponse): void {
  expect(response).toBeError(409)
  expect(response).toHaveCode('DOCUMENT_ALREADY_EXISTS')
}

/** The same, where it has another content. */
export const expectOtherRejected = (response: CheckedResponse): void => expect(response).toBeError(400, 409)

/** The same, where the first was replaced. */
export const expectBesideReplacedRejected = (response: CheckedResponse): void =>
  expect(response).toBeError(409)

/** The responses to a body that names an invalid holder. */
const HOLDER_UNKNOWN =
  /^(40[03]|422) |^404 (DOCUMENT_HOLDER_NOT_FOUND|CUSTOMER_NOT_FOUND|USER_NOT_FOUND|REFERENCE_NOT_FOUND|NOT_FOUND)$/

export function expectHolderNotFound(response: CheckedResponse): void {
  expect(response).toBeError(400, 404)
  expect(inShort(response)).toMatch(HOLDER_UNKNOWN)
}

export const expectDocumentNotFound = (response: CheckedResponse): void =>
  expect(response).toBeError(400, 404)
