import { allListed, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'

/**
 * Ids of the accounts on all pages of a list.
 *
 * @param including id to wait for, as long as it may take to become visible
 */
export const listAccounts = (
  { poll }: CheckContext,
  page: (cursor?: string) => Promise<CheckedResponse>,
  including: string,
): Promise<readonly unknown[]> =>
  poll(
    async () => (await allListed(page)).map(({ id }) => id),
    (ids) => ids.includes(including),
  )
