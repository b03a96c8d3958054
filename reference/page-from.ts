/** A page of a list; the cursor is the position of its first item (contract: Paginated list envelope). */
export function pageFrom(
  all: readonly object[],
  from: number,
  size: number,
): Readonly<Record<string, unknown>> {
  const end = from + size
  return {
    data: all.slice(from, end),
    hasMore: end < all.length,
    ...(end < all.length && { nextCursor: String(end) }),
    totalCount: all.length,
  }
}
