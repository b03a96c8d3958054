import { itemsOf, valueAt, type CheckedResponse } from '../../fixtures/index.ts'

type Items = readonly Readonly<Record<string, unknown>>[]

/** Ids of listed actions, in order; undefined for one without. */
export const idsIn = (items: Items): readonly unknown[] => items.map(({ id }) => id)

export const idsOf = (list: CheckedResponse): readonly unknown[] => idsIn(itemsOf(list))

/** Statuses of listed actions, in order. */
export const statusesIn = (items: Items): readonly unknown[] => items.map(({ status }) => status)

/** Each value once. */
export const distinct = (values: readonly unknown[]): readonly unknown[] => [...new Set(values)]

/** Values that both contain. */
export const common = (some: readonly unknown[], others: readonly unknown[]): readonly unknown[] =>
  some.filter((value) => others.includes(value))

/** `totalCount` of every page that has one: the contract does not require it. */
export const totalCounts = (pages: readonly CheckedResponse[]): readonly unknown[] =>
  pages
    .map(({ body }) => valueAt(body, 'totalCount'))
    .filter((count) => count !== undefined && count !== null)

/** `hasMore` of every page. */
export const hasMores = (pages: readonly CheckedResponse[]): readonly unknown[] =>
  pages.map(({ body }) => valueAt(body, 'hasMore'))

/** For every page, whether it has a cursor; null and the empty string are no cursors. */
export const carriesCursor = (pages: readonly CheckedResponse[]): readonly boolean[] =>
  pages.map(({ body }) => {
    const cursor = valueAt(body, 'nextCursor') ?? ''
    return typeof cursor === 'string' && cursor !== ''
  })

/** For every page of a walk, whether some of the `total` items come after it. */
export function hasItemsAfter(pages: readonly CheckedResponse[], total: number): readonly boolean[] {
  const seen = new Set<unknown>()
  return pages.map((page) => {
    for (const id of idsOf(page)) seen.add(id)
    return seen.size < total
  })
}

/**
 * Values of the pages of a walk, with an empty last page counted as part of the page before it. A server may know only
 * after the next read whether there is more.
 */
export const joinedAtTheEnd = (
  pages: readonly CheckedResponse[],
  values: readonly unknown[],
): readonly unknown[] =>
  pages.length > 1 && pages.slice(-1).every((last) => idsOf(last).length === 0)
    ? values.toSpliced(-2, 1)
    : values
