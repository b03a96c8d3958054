/** Expectations of the responses of this area, for checks and for exploration. Pure. */
import { Blocked, expect, instantOf, valueAt, type CheckedResponse } from '../../fixtures/index.ts'
import { REJECTED } from '../rejections.ts'

/** A valid signature is accepted. */
export const expectVerified = (response: CheckedResponse): void => expect(response).toHaveStatus(200)

export const expectVerifiedAccount = (response: CheckedResponse, externalAccountId: string): void =>
  expect(response).toMatchFields({ id: externalAccountId })

export const expectActive = (response: CheckedResponse): void =>
  expect(response).toMatchFields({ status: 'ACTIVE' })

/** A signature that does not verify fails the challenge. */
export const expectSignatureRejected = (response: CheckedResponse): void => expect(response).toHaveStatus(400)

/** A malformed request is rejected for its fields. */
export const expectRequestRejected = (response: CheckedResponse): void => expect(response).toBeError(400)

/** After a failed attempt the challenge is of no use. */
export const expectChallengeFailed = (response: CheckedResponse): void =>
  expect(response).toBeError(400, 404, 409)

/** There is no outstanding challenge to complete. */
export const expectNoChallenge = (response: CheckedResponse): void => expect(response).toBeError(409)

/** The same, where the signature is invalid too. */
export const expectInvalidRejected = (response: CheckedResponse): void => expect(response).toBeError(400, 409)

export const expectAccountNotFound = (response: CheckedResponse): void => expect(response).toBeError(404)

export const expectFittingCode = (response: CheckedResponse): void =>
  expect(response).toHaveCode(
    'NOT_FOUND',
    'ACCOUNT_NOT_FOUND',
    'REFERENCE_NOT_FOUND',
    'VERIFICATION_NOT_FOUND',
  )

/** Rejected credentials have the code of the error catalogue. */
export const expectUnauthorizedCode = (response: CheckedResponse): void =>
  expect(response).toHaveCode('UNAUTHORIZED')

/** A new challenge has a message, and expires in the future. */
export function expectChallenge(
  { messageToSign, expiresAt }: { readonly messageToSign: string; readonly expiresAt: string },
  now: number,
): void {
  expect(messageToSign).toMatch(/\S/)
  expect(instantOf(expiresAt), 'expiresAt').toBeGreaterThan(now)
}

/** Statuses of a rejection of fields. */
const FIELDS = [400, 403, 422] as const

export const expectCreationRejected = (response: CheckedResponse): void =>
  expect(response).toBeError(...FIELDS)

/** Where a field may be completed or ignored, the account is created without the invalid value. */
export const expectRejectedOrCreated = (response: CheckedResponse): void =>
  expect(response).toHaveStatus(200, 201, 202, ...FIELDS)

export const expectBeneficiary = (isWithout: boolean): void =>
  expect(isWithout, 'an account without beneficiary').toBe(false)

export const expectKnownBeneficiaryType = (beneficiaryType: unknown): void =>
  expect(['INDIVIDUAL', 'BUSINESS', null, undefined]).toContain(beneficiaryType)

export const expectKnownOwnershipType = (ownershipType: unknown): void =>
  expect(['FIRST_PARTY', 'THIRD_PARTY', null, undefined]).toContain(ownershipType)

/** Deleting an account that does not exist may succeed: the account is already gone. */
export const UNKNOWN_ACCOUNT_STATUSES = {
  get: [403, 404],
  delete: [403, 404, 200, 202, 204],
} as const

export const expectUnknownAccount = (
  response: CheckedResponse,
  asked: keyof typeof UNKNOWN_ACCOUNT_STATUSES,
): void => expect(response).toHaveStatus(...UNKNOWN_ACCOUNT_STATUSES[asked])

/** A nonexistent account is not untrusted. */
export const expectUntrustRejected = (response: CheckedResponse): void =>
  expect(response).toBeError(...REJECTED)

/** A trusted beneficiary is not deleted. */
export function expectTrusted(response: CheckedResponse): void {
  expect(response).toHaveStatus(409)
  expect(response).toHaveCode('BENEFICIARY_TRUSTED')
}

export interface StartedChallenge {
  readonly messageToSign: string
  readonly expiresAt: string
}

/** Fields of a response that may contain the challenge: the contract does not show it. */
const PLACES = ['', 'challenge.', 'ownershipChallenge.', 'data.'] as const

/**
 * The challenge that was started.
 *
 * @throws Blocked when the response, which the contract does not show, has none
 */
export function startedChallenge(response: CheckedResponse): StartedChallenge {
  expect(response).toSucceed()
  for (const place of PLACES) {
    const messageToSign = valueAt(response.body, `${place}messageToSign`)
    const expiresAt = valueAt(response.body, `${place}expiresAt`)
    if (typeof messageToSign === 'string' && typeof expiresAt === 'string')
      return { messageToSign, expiresAt }
  }
  throw new Blocked(
    'implementation',
    `startOwnershipChallenge returned ${response.status} without messageToSign and expiresAt (exchange ${response.exchange})`,
    'Return the challenge that was started.',
  )
}
