import type { CheckedResponse, CheckContext } from '../../fixtures/index.ts'
import { onceKnown } from './once-known.ts'

/** Starts a new challenge, once the account is known. */
export const startChallengeOnceKnown = (
  { platform, poll }: Pick<CheckContext, 'platform' | 'poll'>,
  externalAccountId: string,
  method: 'WALLET_SIGNATURE' | 'LIVENESS' = 'WALLET_SIGNATURE',
): Promise<CheckedResponse> =>
  onceKnown({ poll }, () => platform.externalAccounts.startChallenge(externalAccountId, method))
