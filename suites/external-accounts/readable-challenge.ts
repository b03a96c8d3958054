import { Blocked, valueAt, type CheckContext } from '../../fixtures/index.ts'
import type { StateParams, StateValues } from '../../spec/index.ts'

type Reading = Pick<CheckContext, 'platform' | 'poll'>

/** A wallet challenge on an account that the platform can read, and the status of the account before any attempt. */
export async function arrangeReadableChallenge(
  { arrange, platform, poll }: Reading & Pick<CheckContext, 'arrange'>,
  params: StateParams['wallet-challenge'],
): Promise<StateValues['wallet-challenge'] & { readonly status: string }> {
  const challenge = await arrange('wallet-challenge', params)
  const status = await readStatus({ platform, poll }, challenge.externalAccountId)
  return { ...challenge, status }
}

/**
 * The status of the account as the platform reads it; a new account may become visible late.
 *
 * @throws Blocked when it cannot be read: the contract shows no such operation, so the deployment need not offer it
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
    'Bind operations.getPlatformExternalAccount to the operation that reads an external account, or to null.',
  )
}

/** Statuses that verification could have given the account (States, External account status). */
export const movesFrom = (status: string): readonly string[] =>
  ['ACTIVE', 'UNVERIFIED'].filter((outcome) => outcome !== status)

/** @throws Blocked when an account is ACTIVE before its verification: the contract does not show the status while challenged */
export function requireUnverified(status: string): void {
  if (status !== 'ACTIVE') return
  throw new Blocked(
    'implementation',
    'an account with an outstanding challenge is ACTIVE, so its verification cannot be seen',
    'The contract allows this status. This requirement cannot be judged then.',
  )
}
