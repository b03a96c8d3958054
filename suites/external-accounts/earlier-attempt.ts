/** Earlier attempts that a check needs but does not judge. */
import { Blocked, type CheckContext, type CheckedResponse } from '../../fixtures/index.ts'
import type { StateValues } from '../../spec/index.ts'
import { verifyUntilFound } from './verify-until-found.ts'
import { arrangeReadableChallenge } from './readable-challenge.ts'

/**
 * The response of an attempt that verified the account.
 *
 * @throws Blocked when it did not
 */
export function verified(response: CheckedResponse): CheckedResponse {
  return answeredWith(response, 200, 'the valid signature that this check needs', 'OWN-01 to OWN-06 judge it')
}

/**
 * An account that a wallet has verified, and the message that it signed.
 *
 * @throws Blocked when it was not verified
 */
export async function arrangeVerifiedAccount(
  { arrange, platform, poll }: Pick<CheckContext, 'arrange' | 'platform' | 'poll'>,
  wallet: ReturnType<CheckContext['wallets']['evm']>,
): Promise<StateValues['wallet-challenge']> {
  const challenge = await arrangeReadableChallenge(
    { arrange, platform, poll },
    { chain: 'EVM', address: wallet.address },
  )
  const signature = wallet.sign(challenge.messageToSign)
  verified(await verifyUntilFound({ platform, poll }, challenge.externalAccountId, { signature }))
  return challenge
}

/**
 * The response of an attempt that failed.
 *
 * @throws Blocked when it did not
 */
export function failed(response: CheckedResponse): CheckedResponse {
  return answeredWith(
    response,
    400,
    'the invalid signature that this check needs',
    'OWN-16 to OWN-21 judge it',
  )
}

/**
 * The response to a valid signature, unless it is rejected as an invalid one.
 *
 * @throws Blocked when it is
 */
export function unlessInvalid(response: CheckedResponse): CheckedResponse {
  return response.status === 400
    ? answeredWith(response, 200, 'the valid signature that this check needs', 'OWN-01 judges it')
    : response
}

/**
 * The response to a valid signature for a challenge that a failed attempt has ended. Only if that attempt ended it, it
 * may have ended others.
 *
 * @throws Blocked when the signature was accepted
 */
export function usedUp(response: CheckedResponse): CheckedResponse {
  if (response.status >= 400) return response
  throw new Blocked(
    'implementation',
    `a valid signature after a failed attempt returned ${response.status} (exchange ${response.exchange})`,
    'See the reason in the requests of this check. OWN-23 judges this step.',
  )
}

/**
 * The response of a request whose credentials were rejected.
 *
 * @throws Blocked when they were not
 */
export function rejected(response: CheckedResponse): CheckedResponse {
  return answeredWith(response, 401, 'the request with wrong credentials', 'OWN-36 to OWN-39 judge it')
}

/**
 * The response of a request for which no challenge was outstanding.
 *
 * @throws Blocked when it was not rejected for that reason
 */
export function withoutChallenge(response: CheckedResponse): CheckedResponse {
  return answeredWith(response, 409, 'the signature without a challenge', 'OWN-30 to OWN-32 judge it')
}

/**
 * The response of a request for a nonexistent account.
 *
 * @throws Blocked when it was not rejected for that reason
 */
export function notFound(response: CheckedResponse): CheckedResponse {
  return answeredWith(response, 404, 'the signature for an unknown account', 'OWN-34 judges it')
}

function answeredWith(
  response: CheckedResponse,
  status: number,
  attempt: string,
  judgedBy: string,
): CheckedResponse {
  if (response.status === status) return response
  throw new Blocked(
    'implementation',
    `${attempt} returned ${response.status} instead of ${status} (exchange ${response.exchange})`,
    `See the reason in the requests of this check. ${judgedBy}.`,
  )
}
