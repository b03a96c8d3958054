import { Blocked, walkList, type ListWalk, type Stage } from '../../fixtures/index.ts'

/**
 * The accounts that are listed for a customer, over all pages.
 *
 * @throws Blocked when every page is the first one: the contract does not show the parameter of the cursor
 */
export async function listedAccounts(
  { platform }: Pick<Stage, 'platform'>,
  customerId: string,
  limit?: number,
): Promise<ListWalk> {
  const walk = await walkList((cursor) =>
    platform.externalAccounts.list({
      customerId,
      ...(limit !== undefined && { limit }),
      ...(cursor !== undefined && { cursor }),
    }),
  )
  const [first = [], second] = walk.idsByPage
  if (first.length === 0 || String(first) !== String(second)) return walk
  throw new Blocked(
    'deployment-file',
    'the second page of listCustomerExternalAccounts is the first again: cursor may have another name here',
    'Accept the query parameter cursor, or bind operations.listCustomerExternalAccounts to null.',
  )
}
