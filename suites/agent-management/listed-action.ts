import {
  firstPageWithItems,
  itemsOf,
  valueAt,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'

type Agent = ReturnType<CheckContext['agent']>
type Item = Readonly<Record<string, unknown>>

/**
 * The action that submitted a quote, as the agent's own list shows it: the response of the list with the action as its
 * body, or without a body while it is not listed.
 *
 * @param status filter of the list
 * @param besides ids of actions on other quotes, whose `quoteId` may be missing
 */
export async function findListedAction(
  agent: Agent,
  quoteId: string,
  status?: string,
  besides: readonly unknown[] = [],
): Promise<CheckedResponse> {
  const list = await firstPageWithItems(agent, status === undefined ? {} : { status })
  const [action] = actionsOn(itemsOf(list), quoteId).filter(({ id }) => !besides.includes(id))
  return { ...list, body: action, text: action === undefined ? list.text : JSON.stringify(action) }
}

/** Ids of the actions that the agent's list shows. */
export const listedIds = async (agent: Agent): Promise<readonly unknown[]> =>
  itemsOf(await firstPageWithItems(agent, {})).map(({ id }) => id)

/**
 * The actions on a quote; executions come before actions of other types, which the contract does not show. An action
 * that does not name its quote counts: the agent is new, so its list has no other actions.
 */
export const actionsOn = (actions: readonly Item[], quoteId: string): readonly Item[] =>
  actions
    .filter((action) => {
      const quoteIds = [valueAt(action, 'quote.id'), valueAt(action, 'transaction.quoteId')].filter(
        (id) => id !== undefined && id !== null,
      )
      return quoteIds.length === 0 || quoteIds.includes(quoteId)
    })
    .toSorted((one, other) => Number(isExecution(other)) - Number(isExecution(one)))

const isExecution = ({ type }: Item) => type === 'EXECUTE_QUOTE'

/** Whether an action is listed. */
export const isListed = ({ body }: CheckedResponse): boolean => body !== undefined

/** Whether the list shows that an action awaits approval. */
export const isPending = ({ body }: CheckedResponse): boolean =>
  valueAt(body, 'status') === 'PENDING_APPROVAL'
