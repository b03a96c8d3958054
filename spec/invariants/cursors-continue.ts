import type { Invariant } from './observation.ts'
import { pagesOf } from './pages.ts'

/** A page has a cursor exactly when there is more (contract: Resources, Paginated list envelope). */
export const cursorWhenMore: Invariant = (history) => {
  const pages = pagesOf(history)
  return {
    judged: pages.length,
    broken: pages.flatMap(({ observation: { exchange }, hasMore, nextCursor }) => {
      const told = (at: string, message: string) => [{ exchange, at, message }]
      if (hasMore && typeof nextCursor !== 'string')
        return told('/nextCursor', 'hasMore is true, and there is no nextCursor')
      if (!hasMore && nextCursor !== undefined)
        return told('/nextCursor', 'hasMore is false, and there is a nextCursor')
      // A list may be filtered once it is cut into pages: an empty page may have more.
      return []
    }),
  }
}

/** The cursor of the next page is not that of the page itself, or a walk would never end (contract: Endpoints 2, cursor). */
export const cursorAdvances: Invariant = (history) => {
  const pages = pagesOf(history).filter(
    ({ cursor, nextCursor }) => cursor !== undefined && nextCursor !== undefined,
  )
  return {
    judged: pages.length,
    broken: pages
      .filter(({ cursor, nextCursor }) => nextCursor === cursor)
      .map(({ observation: { exchange } }) => ({
        exchange,
        at: '/nextCursor',
        message: 'nextCursor is the cursor that was requested',
      })),
  }
}
