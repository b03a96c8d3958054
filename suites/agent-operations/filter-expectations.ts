/** Expectations of lists with a filter, one for each status of an action (contract: Endpoints 2, status). */
import { expect, itemsOf, type CheckedResponse } from '../../fixtures/index.ts'
import { ACTION_STATUSES } from './agent-with-actions.ts'
import { distinct, statusesIn, totalCounts } from './listed.ts'

const WITH_FILTER = 'lists with a filter'

/** A list for each status has actions in that status, and no others. */
export const expectStatusOfEach = (lists: readonly CheckedResponse[]): void =>
  expect(
    ACTION_STATUSES.flatMap((status, index) => {
      const shown = distinct(statusesIn(itemsOf(lists[index]!)))
      if (shown.length === 1 && shown[0] === status) return []
      const known: readonly string[] = ACTION_STATUSES.filter((one) => shown.includes(one))
      const words = known.length < shown.length ? [...known, 'another status'] : known
      return [`the one for ${status} has ${words.length === 0 ? 'no action' : words.join(' and ')}`]
    }),
    WITH_FILTER,
  ).toEqual([])

/** A list for each status counts the actions in it, or no list counts. */
export function expectCountOfEach(
  lists: readonly CheckedResponse[],
  counts: Readonly<Record<(typeof ACTION_STATUSES)[number], number>>,
): void {
  const shown = lists.map((list) => totalCounts([list])[0])
  const wrong = ACTION_STATUSES.flatMap((status, index) => {
    const found = shown[index]
    if (found === counts[status]) return []
    const said = typeof found === 'number' ? `totalCount ${found}` : 'no right totalCount'
    return [`the one for ${status} has ${said}, not ${counts[status]}`]
  })
  expect(shown.every((count) => count === undefined) ? [] : wrong, WITH_FILTER).toEqual([])
}
