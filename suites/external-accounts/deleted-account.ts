import { afterDeletion, Blocked, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'

/**
 * Not found, or with another body than before its deletion: the contract does not show the read of a deleted account.
 */
const GONE = /^(marked|40[34] |410 )/

/**
 * Whether the account is gone; the deletion may become visible up to 2 s late.
 *
 * @param before the account as read before its deletion
 */
export async function pollUntilGone(
  { platform, poll }: Pick<CheckContext, 'platform' | 'poll'>,
  externalAccountId: string,
  before: CheckedResponse,
): Promise<boolean> {
  const isGone = (seen: CheckedResponse) => GONE.test(afterDeletion(before, seen))
  return isGone(await poll(() => platform.externalAccounts.get(externalAccountId), isGone))
}

/** @throws Blocked when a deleted account is still there: EXT-32 judges that */
export function requireGone(isGone: boolean): void {
  if (isGone) return
  throw new Blocked(
    'implementation',
    'the account that this check deletes is still there',
    'See the reason in the requests of this check. EXT-32 judges this step.',
  )
}
