import type { Invariant } from './observation.ts'
import { pagesOf } from './pages.ts'

/** A page has a cursor exactly when there is more (contract: Resources, Paginated list envelope). */
export const cursorWhenMore: Invariant = (history) => {
  const pages = pagesOf(history)
  return {
    judged: pages.length,
    violations: pages.flatMap(({ observation: { exchange }, hasMore, nextCursor }) => {
      const violation = (at: string, message: string) => [{ exchange, at, message }]
      if (hasMore && typeof nextCursor !== 'string')
        return violation('/nextCursor', 'hasMore is true, and there is no nextCursor')
      if (!hasMore && nextCursor !== undefined)
        return violation('/nextCursor', 'hasMore is false, and there is a nextCursor')
      // A list may be filtered after paging, so an empty page may have more.
      return []
    }),
  }
}

/**
 * The next cursor differs from the cursor of the page; otherwise a walk would never end (contract: Endpoints 2,
 * cursor).
 */
export const cursorAdvances: Invariant = (history) => {
  const pages = pagesOf(history).filter(
    ({ cursor, nextCursor }) => cursor !== undefined && nextCursor !== undefined,
  )
  return {
    judged: pages.length,
    violations: pages
      .filter(({ cursor, nextCursor }) => nextCursor === cursor)
      .map(({ observation: { exchange } }) => ({
        exchange,
        at: '/nextCursor',
        message: 'nextCursor is the cursor that was requested',
      })),
  }
}
