import { Blocked, listItemsOf, type CheckedResponse } from '../../fixtures/index.ts'

/**
 * The identifier of a session in the list of a wallet's sessions.
 *
 * @throws Blocked when the list is empty
 */
export function requireSessionId(list: CheckedResponse): string {
  const id = listItemsOf(list)[0]?.id
  if (typeof id === 'string') return id
  throw new Blocked(
    'deployment-file',
    `the wallet of the provider state wallet-credential has no session (exchange ${list.exchange})`,
    'Serve wallet-credential with a wallet that has a session.',
  )
}
