import { valueAt, type CheckedResponse } from '../../fixtures/index.ts'

/** Keeps the statuses in which an action is seen. */
export interface ActionHistory {
  /** Looks at the action, and notes its status. */
  readonly look: () => Promise<CheckedResponse>
  /** In the order of observation; undefined: not listed. */
  readonly statuses: readonly (string | undefined)[]
}

/** @param action how the action is seen */
export function historyOf(action: () => Promise<CheckedResponse>): ActionHistory {
  const statuses: (string | undefined)[] = []
  return {
    statuses,
    look: async () => {
      const response = await action()
      const status = valueAt(response.body, 'status')
      // A failed read reveals no status.
      if (response.status === 200) statuses.push(typeof status === 'string' ? status : undefined)
      return response
    },
  }
}
