/**
 * A new or changed account may take up to 2 s to be seen by every operation (docs/contract.md: eventual consistency).
 * Until then a request for it has no effect, so that it is sent again.
 */
import { CONSISTENCY_MS, type Answer, type Stage } from '../../fixtures/index.ts'

type Verifying = Pick<Stage, 'platform' | 'poll'>

/** The response once the account is known, or the last one after the time that consistency may take. */
export const onceKnown = ({ poll }: Pick<Stage, 'poll'>, ask: () => Promise<Answer>): Promise<Answer> =>
  poll(ask, ({ status }) => status !== 404)

/** Submits a signature for a challenge that is outstanding, once account and challenge are known. */
export const verifyOnceKnown = (
  { platform, poll }: Verifying,
  externalAccountId: string,
  body: unknown,
): Promise<Answer> =>
  poll(
    () => platform.verifyOwnership(externalAccountId, body),
    ({ status }) => status !== 404 && status !== 409,
  )

/** Submits a signature where no challenge is outstanding, once the account is known. */
export const verifyWithoutChallenge = (
  { platform, poll }: Verifying,
  externalAccountId: string,
  body: unknown,
): Promise<Answer> => onceKnown({ poll }, () => platform.verifyOwnership(externalAccountId, body))

/** Waits until what was changed is seen everywhere. */
export const untilConsistent = async ({ poll }: Pick<Stage, 'poll'>): Promise<void> => {
  await poll(
    () => Promise.resolve(),
    () => false,
    CONSISTENCY_MS,
  )
}
