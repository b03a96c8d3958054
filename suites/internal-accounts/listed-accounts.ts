import { allListed, type Answer, type Stage } from '../../fixtures/index.ts'

/**
 * Ids of the accounts on all pages of a list.
 *
 * @param including waited for as long as it may take to be seen
 */
export const listedAccounts = (
  { poll }: Stage,
  page: (cursor?: string) => Promise<Answer>,
  including: string,
): Promise<readonly unknown[]> =>
  poll(
    async () => (await allListed(page)).map(({ id }) => id),
    (ids) => ids.includes(including),
  )
