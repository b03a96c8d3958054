import { valueAt, type Stage } from '../../fixtures/index.ts'

/** Whether the account is there no longer: not found, or INACTIVE; it may be seen a little late. */
export async function gone(
  { platform, poll }: Pick<Stage, 'platform' | 'poll'>,
  externalAccountId: string,
): Promise<boolean> {
  const isGone = (seen: Awaited<ReturnType<typeof platform.externalAccounts.get>>) =>
    seen.status === 404 || valueAt(seen.body, 'status') === 'INACTIVE'
  return isGone(await poll(() => platform.externalAccounts.get(externalAccountId), isGone))
}
