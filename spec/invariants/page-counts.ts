import { count } from '../count.ts'
import type { OperationName } from '../generated/catalogue.ts'
import type { Invariant } from './observation.ts'
import { tryDecodeUri } from '../try-decode-uri.ts'
import { LARGEST_PAGE, pagesOf } from './pages.ts'

/** The only list with a documented limit (contract: Limits, page size). */
const ACTIONS: OperationName = 'listAgentActions'

const noMoreThanRequested =
  (isJudged: (operation: OperationName | undefined) => boolean): Invariant =>
  (history) => {
    const pages = pagesOf(history).filter(
      ({ observation, items }) => isJudged(observation.operation) && items.length > 0,
    )
    return {
      judged: pages.length,
      violations: pages
        .filter(({ items, limit = LARGEST_PAGE }) => items.length > limit)
        .map(({ observation: { exchange }, items, limit = LARGEST_PAGE }) => ({
          exchange,
          at: '/data',
          message: `${count(items.length, 'item')} on a page of at most ${limit}`,
        })),
    }
  }

/** A page of actions holds no more than `limit` items, and never more than 100. */
export const pageOfActionsWithinLimit = noMoreThanRequested((operation) => operation === ACTIONS)

/** The same rule for other lists, whose limits the contract does not show. */
export const pageWithinLimit = noMoreThanRequested((operation) => operation !== ACTIONS)

/** totalCount includes the items of the page, and those that follow (contract: Resources, Paginated list envelope). */
export const totalCountsPage: Invariant = (history) => {
  const pages = pagesOf(history).filter(
    ({ items, totalCount }) => typeof totalCount === 'number' && items.length > 0,
  )
  return {
    judged: pages.length,
    violations: pages
      .filter(({ items, hasMore, totalCount }) => (totalCount as number) < items.length + Number(hasMore))
      .map(({ observation: { exchange }, items, hasMore, totalCount }) => ({
        exchange,
        at: '/totalCount',
        message: hasMore
          ? `totalCount is ${String(totalCount)} on a page of ${count(items.length, 'item')} with hasMore true, so it must be greater than ${items.length}`
          : `totalCount is ${String(totalCount)}, smaller than the ${count(items.length, 'item')} on the page`,
      })),
  }
}

/** The address names the resource that a list belongs to. */
const NAMES_A_RESOURCE = /(?<![A-Za-z])[A-Za-z]+:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i

/** A list on one page has all of its items there (contract: Resources, Paginated list envelope, totalCount). */
export const totalCountsList: Invariant = (history) => {
  const lists = pagesOf(history).filter(
    ({ observation: { url }, hasMore, cursor, totalCount }) =>
      !hasMore &&
      cursor === undefined &&
      typeof totalCount === 'number' &&
      NAMES_A_RESOURCE.test(tryDecodeUri(url)),
  )
  return {
    judged: lists.length,
    violations: lists
      .filter(({ items, totalCount }) => totalCount !== items.length)
      .map(({ observation: { exchange }, items, totalCount }) => ({
        exchange,
        at: '/totalCount',
        message: `totalCount is ${String(totalCount)}, and the list has ${count(items.length, 'item')} on one page`,
      })),
  }
}
