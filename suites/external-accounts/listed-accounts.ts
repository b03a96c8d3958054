import {
  Blocked,
  isList,
  listItemsOf,
  valueAt,
  walkList,
  type CheckedResponse,
  type ListWalk,
  type CheckContext,
} from '../../fixtures/index.ts'
import type { FoundItem } from '../expectations.ts'

/**
 * The accounts that are listed for a customer, over all pages.
 *
 * @throws Blocked when a page has no list, or later pages cannot be reached: the contract does not show envelope and
 * cursor
 */
export async function listAccounts(
  { platform }: Pick<CheckContext, 'platform'>,
  customerId: string,
  limit?: number,
): Promise<ListWalk> {
  const walkOnce = () =>
    walkList((cursor) =>
      platform.externalAccounts.list({
        customerId,
        ...(limit !== undefined && { limit }),
        ...(cursor !== undefined && { cursor }),
      }),
    )
  const walk = await walkOnce()
  const unreadable = walk.pages.find((page) => page.status < 300 && !isList(page))
  if (unreadable) throw withoutList(unreadable)
  if (!endsAtFirstPage(walk, limit)) return walk
  // If the newest come first, new accounts can shift a page by its length: that happens once, not twice.
  const again = await walkOnce()
  if (!endsAtFirstPage(again, limit)) return again
  throw new Blocked(
    'deployment-file',
    'listCustomerExternalAccounts shows no page after the first: its cursor may have another name here',
    'Accept the query parameter cursor, or bind operations.listCustomerExternalAccounts to null.',
  )
}

/** The values of totalCount that are not the number of listed accounts; others' accounts in the list come and go. */
export const wrongCounts = ({ pages, ids }: ListWalk, own: readonly string[]): readonly unknown[] =>
  ids.some((id) => !own.includes(String(id)))
    ? []
    : pages
        .map(({ body }) => valueAt(body, 'totalCount'))
        .filter((count) => typeof count === 'number' && count !== ids.length)

/** Whether later pages cannot be reached: the second page equals the first, or is missing. */
function endsAtFirstPage({ pages, idsByPage }: ListWalk, limit: number | undefined): boolean {
  const [first = [], second] = idsByPage
  const isCut = Array.isArray(pages[0]?.body) && first.length === limit
  return isCut || (first.length > 0 && String(first) === String(second))
}

const withoutList = ({ exchange }: CheckedResponse) =>
  new Blocked(
    'implementation',
    `listCustomerExternalAccounts returned neither an array nor one in data (exchange ${exchange})`,
    'Return the accounts in data.',
  )

/**
 * Ids of the listed accounts that name the customer; the list may have accounts of all customers, and show one twice when
 * others are created during the walk.
 */
export const accountsOfCustomer = ({ pages }: ListWalk, customerId: string): readonly unknown[] => [
  ...new Set(
    pages
      .flatMap((page) => listItemsOf(page))
      .filter((item) => item.customerId === customerId)
      .map(({ id }) => id),
  ),
]

/** @throws Blocked when the list does not name the customer of an account: the accounts of others look the same */
export function requireNamedOwner(own: readonly unknown[], id: string): void {
  if (own.includes(id)) return
  throw new Blocked(
    'deployment-file',
    'listCustomerExternalAccounts does not show whose account a created one is, or does not show it at all',
    'EXT-30 judges whether it is listed. If your list names no customers, allow the requirement with --allow-blocked.',
  )
}

/** @throws Blocked when a created account is not listed: EXT-30 judges that */
export function requireListed({ item, page }: FoundItem, id: string): void {
  if (item?.id === id) return
  throw new Blocked(
    'implementation',
    `the account that this check needs is not in the list (exchange ${page.exchange})`,
    'See the reason in the requests of this check. EXT-30 judges this step.',
  )
}
