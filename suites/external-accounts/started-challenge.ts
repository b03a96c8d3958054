import { retryUntilFound, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'

/** Starts a new challenge, once the account is known. */
export const startChallengeUntilFound = (
  { platform, poll }: Pick<CheckContext, 'platform' | 'poll'>,
  externalAccountId: string,
  method: 'WALLET_SIGNATURE' | 'LIVENESS' = 'WALLET_SIGNATURE',
): Promise<CheckedResponse> =>
  retryUntilFound({ poll }, () => platform.externalAccounts.startChallenge(externalAccountId, method))
