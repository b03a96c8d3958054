/**
 * A new or changed account may become visible to every operation up to 2 s late (docs/contract.md: eventual
 * consistency). Until then a request for it has no effect, so it can be sent again.
 */
import {
  CONSISTENCY_MS,
  retryUntilFound,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'

type Verifying = Pick<CheckContext, 'platform' | 'poll'>

/** Submits a signature for a challenge that is outstanding, once account and challenge are known. */
export const verifyUntilFound = (
  { platform, poll }: Verifying,
  externalAccountId: string,
  body: unknown,
): Promise<CheckedResponse> =>
  poll(
    () => platform.verifyOwnership(externalAccountId, body),
    ({ status }) => status !== 404 && status !== 409,
  )

/** Submits a signature where no challenge is outstanding, once the account is known. */
export const verifyWithoutChallenge = (
  { platform, poll }: Verifying,
  externalAccountId: string,
  body: unknown,
): Promise<CheckedResponse> =>
  retryUntilFound({ poll }, () => platform.verifyOwnership(externalAccountId, body))

/** Waits until a change is visible everywhere. */
export const waitUntilConsistent = async ({ poll }: Pick<CheckContext, 'poll'>): Promise<void> => {
  await poll(
    () => Promise.resolve(),
    () => false,
    CONSISTENCY_MS,
  )
}
