import { Blocked, itemsOf, valueAt, type Answer, type Stage } from '../../fixtures/index.ts'

const MOST_PAGES = 100

/**
 * Ids of the accounts on all pages of a list.
 *
 * @param including waited for as long as it may take to be seen
 * @throws Blocked when a page is no list
 */
export const listedAccounts = (
  { poll }: Stage,
  page: (cursor?: string) => Promise<Answer>,
  including: string,
): Promise<readonly unknown[]> =>
  poll(
    () => allPages(page),
    (ids) => ids.includes(including),
  )

async function allPages(page: (cursor?: string) => Promise<Answer>): Promise<readonly unknown[]> {
  const ids: unknown[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const answer = await page(cursor)
    if (answer.status !== 200 || !Array.isArray(valueAt(answer.body, 'data'))) {
      throw new Blocked(
        'implementation',
        `${answer.operation} was answered with ${answer.status} and no list (exchange ${answer.exchange})`,
        'See why; INT-01 and INT-03 judge it.',
      )
    }
    ids.push(...itemsOf(answer).map(({ id }) => id))
    const next = valueAt(answer.body, 'nextCursor')
    if (valueAt(answer.body, 'hasMore') !== true || typeof next !== 'string') break
    cursor = next
  }
  return ids
}
