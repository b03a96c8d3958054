import { valueAt, type Answer } from '../../fixtures/index.ts'

/** Keeps the statuses in which an action is seen. */
export interface ActionHistory {
  /** Looks at the action, and notes its status. */
  readonly look: () => Promise<Answer>
  /** In the order of observation; undefined: not listed. */
  readonly statuses: readonly (string | undefined)[]
}

/** @param action how the action is seen */
export function historyOf(action: () => Promise<Answer>): ActionHistory {
  const statuses: (string | undefined)[] = []
  return {
    statuses,
    look: async () => {
      const answer = await action()
      const status = valueAt(answer.body, 'status')
      // What is no answer says nothing of the action.
      if (answer.status === 200) statuses.push(typeof status === 'string' ? status : undefined)
      return answer
    },
  }
}
