/** Expectations of a list of actions, for checks and for exploration (contract: Endpoints 2; Limits). Pure. */
import { expect, itemsOf, valueAt, type CheckedResponse, type PageWalk } from '../../fixtures/index.ts'
import { REJECTED, REJECTED_OR_UNAUTHORIZED } from '../rejections.ts'
import {
  carriesCursor,
  common,
  distinct,
  hasMores,
  idsIn,
  idsOf,
  joinedAtTheEnd,
  statusesIn,
  hasItemsAfter,
  totalCounts,
} from './listed.ts'

/** The longest page (contract: Limits). */
export const LONGEST_PAGE = 100

/** The length of a page without `limit` (contract: Limits). */
export const DEFAULT_PAGE = 20

export const expectPagesAtMost = ({ sizes }: Pick<PageWalk, 'sizes'>, limit: number): void =>
  expect(Math.max(0, ...sizes), 'the longest page').toBeLessThanOrEqual(limit)

/** Every page but the last has `limit` items, and the last page is not empty. */
export function expectFullPages({ sizes }: Pick<PageWalk, 'sizes'>, limit: number): void {
  const before = sizes.slice(0, -1)
  expect(before, 'items of the pages before the last').toEqual(before.map(() => limit))
  if (before.length > 0) expect(sizes.at(-1), 'items of the last page').toBeGreaterThan(0)
}

/** A walk shows no action twice. */
export const expectDistinct = ({ items }: Pick<PageWalk, 'items'>): void =>
  expect(distinct(idsIn(items)), 'actions of the walk').toHaveLength(items.length)

/** hasMore is true exactly where items follow. */
export const expectHasMore = ({ pages }: Pick<PageWalk, 'pages'>, total: number): void =>
  expect(joinedAtTheEnd(pages, hasMores(pages)), 'hasMore of each page').toEqual(
    joinedAtTheEnd(pages, hasItemsAfter(pages, total)),
  )

/** Exactly the pages with hasMore have a nextCursor. */
export const expectCursors = ({ pages }: Pick<PageWalk, 'pages'>): void =>
  expect(carriesCursor(pages), 'whether each page has a nextCursor').toEqual(hasMores(pages))

/** Every totalCount is the number of matching items. */
export const expectTotalCounts = (pages: readonly CheckedResponse[], total: number): void =>
  expect(
    totalCounts(pages).filter((count) => count !== total),
    'values of totalCount that are wrong',
  ).toEqual([])

/** A filtered list has only actions with the status. */
export const expectOnlyStatus = (items: PageWalk['items'], status: string): void =>
  expect(
    distinct(statusesIn(items)).filter((one) => one !== status),
    'other statuses in the filtered list',
  ).toEqual([])

/** A query with an invalid value is rejected, or the value is ignored. */
export const expectListedOrRejected = (list: CheckedResponse): void =>
  expect(list).toHaveStatus(200, ...REJECTED)

/** The same with the cursor of another agent, which the server may treat as a matter of credentials. */
export const expectForeignCursor = (list: CheckedResponse): void =>
  expect(list).toHaveStatus(200, ...REJECTED_OR_UNAUTHORIZED)

export const expectPageWithinLimit = (list: CheckedResponse): void =>
  expect(itemsOf(list).length, 'items of the page').toBeLessThanOrEqual(LONGEST_PAGE)

/** The filter of an unknown status matches no action. */
export const expectEmpty = (list: CheckedResponse): void => expect(itemsOf(list)).toEqual([])

/** A list has no action of another agent. */
export const expectNotListed = (list: CheckedResponse, foreignIds: readonly unknown[]): void =>
  expect(common(idsOf(list), foreignIds), 'listed actions of another agent').toEqual([])

/** Every listed action that names its agent names this one. */
export const expectActionsOf = (list: CheckedResponse, agentId: string): void =>
  expect(
    itemsOf(list).filter((item) => typeof item.agentId === 'string' && item.agentId !== agentId),
    'listed actions of another agent',
  ).toEqual([])

/** The contract shows the error shape of the list, and the code (contract: Endpoints 2, error responses). */
export function expectUnauthorizedList(list: CheckedResponse): void {
  expect(list).toHaveStatus(401)
  expect(list).toHaveCode('UNAUTHORIZED')
  expect(valueAt(list.body, 'status'), 'status').toEqual(expect.any(Number))
  expect(valueAt(list.body, 'message'), 'message').toEqual(expect.any(String))
  expect(valueAt(list.body, 'details') ?? {}).toEqual(expect.any(Object))
}

/** A rejection of the list repeats its status in the body. */
export const expectStatusInBody = (list: CheckedResponse): void =>
  expect(valueAt(list.body, 'status'), 'status').toBe(list.status)
