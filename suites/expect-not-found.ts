/** Responses to a nonexistent identifier (contract: Conventions; Errors, 404 codes). */
import { expect, type CheckedResponse } from '../fixtures/index.ts'

/** The form that the contract gives identifiers. Only CNV-03 judges another form. */
const HAS_FORM = /^[A-Za-z]+:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * The server returns 404 with one of the codes, or with any code if the list is empty. If its own identifiers have
 * another form than the contract gives them, 400 passes too: there the nonexistent one may be malformed.
 *
 * @param existing an identifier of the server from which the nonexistent one was derived
 */
export function expectNotFound(
  response: CheckedResponse,
  existing: string,
  codes: readonly string[] = [],
): void {
  expect(response).toBeError(...(HAS_FORM.test(existing) ? [404] : [400, 404]))
  if (response.status === 404 && codes.length > 0) expect(response).toHaveCode(...codes)
}
