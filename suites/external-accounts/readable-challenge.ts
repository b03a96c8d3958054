import { Blocked, valueAt, type CheckContext } from '../../fixtures/index.ts'
import type { StateParams, StateValues } from '../../spec/index.ts'

type Reading = Pick<CheckContext, 'platform' | 'poll'>

/** A wallet challenge on an account that the platform can read, and the account's status before any attempt. */
export async function arrangeReadableChallenge(
  { arrange, platform, poll }: Reading & Pick<CheckContext, 'arrange'>,
  params: StateParams['wallet-challenge'],
): Promise<StateValues['wallet-challenge'] & { readonly status: string }> {
  const challenge = await arrange('wallet-challenge', params)
  const status = await readStatus({ platform, poll }, challenge.externalAccountId)
  return { ...challenge, status }
}

/**
 * The account's status as the platform reads it; an account that is new may be seen a little late.
 *
 * @throws Blocked when it cannot be read: the contract shows no such operation, so that is no fault of the deployment
 */
export async function readStatus({ platform, poll }: Reading, externalAccountId: string): Promise<string> {
  const response = await poll(
    () => platform.externalAccount(externalAccountId),
    ({ body }) => typeof valueAt(body, 'status') === 'string',
  )
  const status = valueAt(response.body, 'status')
  if (response.status === 200 && typeof status === 'string') return status
  throw new Blocked(
    'deployment-file',
    `reading the account returned ${response.status} and no status (exchange ${response.exchange})`,
    'Say under operations.getPlatformExternalAccount how an external account is read; null if it cannot be.',
  )
}

/** Statuses to which verification, had it taken place, could have moved an account (States, External account status). */
export const movesFrom = (status: string): readonly string[] =>
  ['ACTIVE', 'UNVERIFIED'].filter((outcome) => outcome !== status)
