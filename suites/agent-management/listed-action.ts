import { itemsOf, valueAt, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'

type Agent = ReturnType<CheckContext['agent']>
type Item = Readonly<Record<string, unknown>>

/**
 * The action by which a quote was submitted, as the agent's own list shows it: the response of the list with the
 * action as its body, or without a body while it is not listed.
 *
 * @param status filter of the list
 * @param besides ids of actions on other quotes, which need not tell their quote
 */
export async function findListedAction(
  agent: Agent,
  quoteId: string,
  status?: string,
  besides: readonly unknown[] = [],
): Promise<CheckedResponse> {
  const list = await agent.actions(status === undefined ? {} : { status })
  const [action] = actionsOn(itemsOf(list), quoteId).filter(({ id }) => !besides.includes(id))
  return { ...list, body: action, text: action === undefined ? list.text : JSON.stringify(action) }
}

/**
 * The actions that concern a quote; executions come before actions of other types, which the contract does not show.
 * One that does not tell its quote counts: agents are arranged afresh, so that their lists have nothing else.
 */
export const actionsOn = (actions: readonly Item[], quoteId: string): readonly Item[] =>
  actions
    .filter((action) => {
      const told = [valueAt(action, 'quote.id'), valueAt(action, 'transaction.quoteId')].filter(
        (id) => id !== undefined && id !== null,
      )
      return told.length === 0 || told.includes(quoteId)
    })
    .toSorted((one, other) => Number(isExecution(other)) - Number(isExecution(one)))

const isExecution = ({ type }: Item) => type === 'EXECUTE_QUOTE'

/** Whether an action is listed. */
export const isListed = ({ body }: CheckedResponse): boolean => body !== undefined

/** Whether an action is seen to await approval. */
export const isPending = ({ body }: CheckedResponse): boolean =>
  valueAt(body, 'status') === 'PENDING_APPROVAL'
