import { Blocked, expect, valueAt, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import { onceKnown } from './once-known.ts'

export interface StartedChallenge {
  readonly messageToSign: string
  readonly expiresAt: string
}

/** Starts a new challenge, once the account is known. */
export const startChallengeOnceKnown = (
  { platform, poll }: Pick<CheckContext, 'platform' | 'poll'>,
  externalAccountId: string,
  method: 'WALLET_SIGNATURE' | 'LIVENESS' = 'WALLET_SIGNATURE',
): Promise<CheckedResponse> =>
  onceKnown({ poll }, () => platform.externalAccounts.startChallenge(externalAccountId, method))

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
