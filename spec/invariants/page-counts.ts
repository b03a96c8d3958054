import { count } from '../count.ts'
import { grouped } from '../grouped.ts'
import type { OperationName } from '../generated/catalogue.ts'
import type { Invariant, Observation } from './observation.ts'
import { tryDecodeUri } from '../try-decode-uri.ts'
import { LARGEST_PAGE, pagesOf, type ListPage } from './pages.ts'

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

/** The address names the resource that a list belongs to. */
const NAMES_A_RESOURCE = /(?<![A-Za-z])[A-Za-z]+:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i

/** The address without the cursor, which may name an item. */
function listOf({ observation }: ListPage): string {
  const url = new URL(observation.url)
  url.searchParams.delete('cursor')
  return tryDecodeUri(url.href)
}

const namesResource = (page: ListPage): boolean => NAMES_A_RESOURCE.test(listOf(page))

const FLUX_MS = 2_000

/**
 * Pages with a count, of lists that do not change: a deployment may count the items in one query, read them in another,
 * and add one by itself in between.
 */
function countedPages(history: readonly Observation[]): readonly ListPage[] {
  const pages = pagesOf(history).filter(({ totalCount }) => typeof totalCount === 'number')
  const again = grouped(pages, (page) => `${page.cursor ?? ''} ${listOf(page)}`)
  return [...again.values()].flatMap((readings) =>
    readings.filter((page, index) => isSteady(page, readings, index)),
  )
}

/** Whether the readings before and after it, in the order of sending, show as many items. */
function isSteady({ observation, items }: ListPage, readings: readonly ListPage[], index: number): boolean {
  return [readings[index - 1], readings[index + 1]].every(
    (other) =>
      other === undefined ||
      Math.abs(other.observation.sentAt - observation.sentAt) >= FLUX_MS ||
      other.items.length === items.length,
  )
}

/**
 * totalCount includes the items of the page, and those that follow (contract: Resources, Paginated list envelope). Other
 * checks change the lists of the platform: one that is always too small is wrong all the same.
 */
export const totalCountsPage: Invariant = (history) => {
  const pages = countedPages(history).filter(({ items }) => items.length > 0)
  const broken = pages.filter(
    ({ items, hasMore, totalCount }) => (totalCount as number) < items.length + Number(hasMore),
  )
  const isBroken = new Set(broken)
  const alwaysBroken = new Set(
    [...grouped(pages, listOf)]
      .filter(([, readings]) => readings.length > 1 && readings.every((page) => isBroken.has(page)))
      .map(([list]) => list),
  )
  return {
    judged: pages.length,
    violations: broken
      .filter(
        (page) =>
          page.observation.operation === ACTIONS || namesResource(page) || alwaysBroken.has(listOf(page)),
      )
      .map(({ observation: { exchange }, items, hasMore, totalCount }) => ({
        exchange,
        at: '/totalCount',
        message: hasMore
          ? `totalCount is ${String(totalCount)} on a page of ${count(items.length, 'item')} with hasMore true, so it must be greater than ${items.length}`
          : `totalCount is ${String(totalCount)}, smaller than the ${count(items.length, 'item')} on the page`,
      })),
  }
}

/** A list on one page has all of its items there (contract: Resources, Paginated list envelope, totalCount). */
export const totalCountsList: Invariant = (history) => {
  const lists = countedPages(history).filter(
    (page) => !page.hasMore && page.cursor === undefined && namesResource(page),
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
