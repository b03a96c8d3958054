/** Expectations of the responses of this area, for checks and for exploration. Pure. */
import { expect, type CheckedResponse } from '../../fixtures/index.ts'
import { inShort } from '../expectations.ts'

export function expectAlreadyClaimed(response: CheckedResponse): void {
  expect(response).toHaveStatus(400)
  expect(response).toHaveCode('INVITATION_ALREADY_CLAIMED')
}

export function expectCancelled(response: CheckedResponse): void {
  expect(response).toHaveStatus(400)
  expect(response).toHaveCode('INVITATION_CANCELLED')
}

/** The contract leaves open whether a claimed invitation can be cancelled. */
export function expectClaimedOrCancelled(response: CheckedResponse): void {
  expect(response).toHaveStatus(400)
  expect(response).toHaveCode('INVITATION_ALREADY_CLAIMED', 'INVITATION_CANCELLED')
}

export const expectNotCancellable = (response: CheckedResponse): void => expect(response).toBeError(400, 409)

export function expectInvitationNotFound(response: CheckedResponse): void {
  expect(response).toBeError(400, 404)
  expect(inShort(response)).toMatch(
    /^(4(00|03|22) .*|404 (INVITATION_NOT_FOUND|REFERENCE_NOT_FOUND|NOT_FOUND))$/,
  )
}

/** At most one of concurrent claims succeeds. */
export function expectOneClaim(responses: readonly CheckedResponse[]): void {
  const statuses = responses.map(({ status }) => status)
  expect(
    statuses.filter((status) => status < 300).length,
    `successes (statuses ${statuses.join(', ')})`,
  ).toBeLessThan(2)
}
