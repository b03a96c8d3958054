import { valueAt, type Stage } from '../../fixtures/index.ts'

/** Whether the account is gone: not found, or INACTIVE; the deletion may be seen up to 2 s late. */
export async function gone(
  { platform, poll }: Pick<Stage, 'platform' | 'poll'>,
  externalAccountId: string,
): Promise<boolean> {
  const isGone = (seen: Awaited<ReturnType<typeof platform.externalAccounts.get>>) =>
    [403, 404, 410].includes(seen.status) || valueAt(seen.body, 'status') === 'INACTIVE'
  return isGone(await poll(() => platform.externalAccounts.get(externalAccountId), isGone))
}
