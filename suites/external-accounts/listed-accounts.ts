import { itemsOf, valueAt, type Stage } from '../../fixtures/index.ts'

/** More pages than a deployment has accounts of one customer, if it knows the filter. */
const MOST_PAGES = 100

/** Ids of the accounts that are listed for a customer, over all pages. */
export async function listedIds(
  { platform }: Pick<Stage, 'platform'>,
  customerId: string,
): Promise<readonly unknown[]> {
  const ids: unknown[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const page = await platform.externalAccounts.list({
      customerId,
      ...(cursor !== undefined && { cursor }),
    })
    ids.push(...itemsOf(page).map((account) => account.id))
    const next = valueAt(page.body, 'nextCursor')
    if (typeof next !== 'string') break
    cursor = next
  }
  return ids
}
