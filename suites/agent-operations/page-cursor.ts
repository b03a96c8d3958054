import { Blocked, valueAt, type CheckedResponse } from '../../fixtures/index.ts'

/**
 * The cursor of the next page.
 *
 * @throws Blocked when the page has none
 */
export function requireCursor({ body, status, exchange }: CheckedResponse): string {
  const cursor = valueAt(body, 'nextCursor')
  if (typeof cursor === 'string') return cursor
  throw new Blocked(
    'implementation',
    `the page that this check needs returned ${status} and no nextCursor (exchange ${exchange})`,
    'See the reason in the requests of this check. ACT-06 judges this step.',
  )
}
