/** Expectations of the responses of this area, for checks and for exploration. Pure. */
import { expect, valueAt, type CheckedResponse } from '../../fixtures/index.ts'
import { REJECTED } from '../rejections.ts'

/** Whether a quote awaits authorization. */
export const awaits = ({ body }: CheckedResponse): boolean =>
  valueAt(body, 'status') === 'PENDING_AUTHORIZATION'

/** The instructions of a quote; a missing list counts as an empty one. */
export const instructionsOf = ({ body }: CheckedResponse): unknown =>
  valueAt(body, 'paymentInstructions') ?? []

/** A quote for real-time funding awaits authorization. */
export function expectAwaiting(response: CheckedResponse): void {
  expect(response).toSucceed()
  expect(response).toMatchFields({ status: 'PENDING_AUTHORIZATION' })
}

/** The instructions are withheld until the quote is authorized. */
export const expectWithheld = (quote: CheckedResponse): void =>
  expect(instructionsOf(quote), 'paymentInstructions').toEqual([])

export const expectInstructions = (quote: CheckedResponse): void =>
  expect(instructionsOf(quote), 'paymentInstructions').toEqual(expect.arrayContaining([expect.any(Object)]))

/** The quote contains a challenge. */
export const expectScaChallenge = ({ body }: CheckedResponse): void =>
  expect(valueAt(body, 'scaChallenge'), 'scaChallenge').toEqual(expect.any(Object))

/** The challenge of a quote is for the factor, if it names one. */
export const expectFactor = ({ body }: CheckedResponse, factor: string): void =>
  expect([undefined, null, factor], 'scaChallenge.factor').toContain(valueAt(body, 'scaChallenge.factor'))

/** The customer has the factor of the challenge. */
export function expectAvailableFactor({ body }: CheckedResponse): void {
  const factor = valueAt(body, 'scaChallenge.factor')
  const available = valueAt(body, 'scaChallenge.availableFactors') ?? [factor]
  expect([undefined, ...(available as readonly unknown[])]).toContain(factor)
}

/** Statuses of a quote that was not authorized: a wrong code may use up its challenge. */
export const NOT_AUTHORIZED = /^(PENDING_AUTHORIZATION|EXPIRED|FAILED)$/

/** A wrong authorization has no effect. */
export const expectNotAuthorized = (quote: CheckedResponse): void =>
  expect(String(valueAt(quote.body, 'status')), 'status of the quote').toMatch(NOT_AUTHORIZED)

/** The right code authorizes a quote. */
export function expectAuthorized(quote: CheckedResponse): void {
  expect(quote).toHaveStatus(200)
  expect(String(valueAt(quote.body, 'status')), 'status of the quote').toMatch(
    /^(PENDING|PROCESSING|COMPLETED)$/,
  )
}

/** An authorized quote no longer awaits authorization. */
export function expectNoLongerAwaiting(quote: CheckedResponse): void {
  expect(quote).toHaveStatus(200)
  expect(quote).not.toMatchFields({ status: 'PENDING_AUTHORIZATION' })
}

/** An authorized quote has no challenge. */
export const expectNoScaChallenge = ({ body }: CheckedResponse): void =>
  expect([undefined, null], 'scaChallenge').toContain(valueAt(body, 'scaChallenge'))

/** A quote that awaits authorization is not executed. */
export const expectNotExecuted = ({ body }: CheckedResponse): void =>
  expect(['PENDING_AUTHORIZATION', 'FAILED', 'EXPIRED'], 'status').toContain(valueAt(body, 'status'))

/** Where no SCA is required, a quote awaits no authorization and has no challenge. */
export function expectUnchallenged(response: CheckedResponse): void {
  expect(response).toSucceed()
  expect(response).toMatchFields({ scaChallenge: undefined })
  expect(response).not.toMatchFields({ status: 'PENDING_AUTHORIZATION' })
}

/** Where no SCA is required, the preferred factor is ignored. */
export function expectPreferenceIgnored(response: CheckedResponse): void {
  expect(response).toSucceed()
  expect(response).toMatchFields({ scaChallenge: undefined })
}

/** Where no SCA is required, its operations conflict. */
export const expectScaNotRequired = (response: CheckedResponse): void => expect(response).toBeError(409)

/** TOTP cannot carry the required dynamic linking. */
export const expectTotpRejected = (response: CheckedResponse): void => expect(response).toBeError(...REJECTED)

/** A factor that the contract does not list is invalid. */
export const expectUnknownFactorRejected = (response: CheckedResponse): void =>
  expect(response).toBeError(400)
