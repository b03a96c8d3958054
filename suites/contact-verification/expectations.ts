/** Expectations of the responses of this area, for checks and for exploration. Pure. */
import { expect, type CheckedResponse } from '../../fixtures/index.ts'

/** Contacts are verified only with a provider that asks for it. */
export const expectAnotherProvider = (response: CheckedResponse): void => expect(response).toBeError(409)
