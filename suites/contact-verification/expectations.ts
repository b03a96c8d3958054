/** What the responses of this area must be, for checks and for exploration. Pure. */
import { expect, type CheckedResponse } from '../../fixtures/index.ts'

/** Contacts are verified only with a provider that asks for it. */
export const expectAnotherProvider = (response: CheckedResponse): void => expect(response).toBeError(409)

export function expectCustomerNotFound(response: CheckedResponse): void {
  expect(response).toBeError(404)
  expect(response).toHaveCode('USER_NOT_FOUND', 'CUSTOMER_NOT_FOUND', 'REFERENCE_NOT_FOUND', 'NOT_FOUND')
}
