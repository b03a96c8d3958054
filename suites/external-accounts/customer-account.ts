import { Blocked, expect, valueAt, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'

type Reading = Pick<CheckContext, 'platform' | 'poll'>

/** The response to a read of a customer's account, once the account is known or the wait is over. */
export const pollAccount = (
  { platform, poll }: Reading,
  externalAccountId: string,
): Promise<CheckedResponse> =>
  poll(
    () => platform.externalAccounts.get(externalAccountId),
    ({ status }) => status === 200,
  )

/** An account of a customer as it is read, once it is known. */
export async function readAccount(reading: Reading, externalAccountId: string): Promise<CheckedResponse> {
  const response = await pollAccount(reading, externalAccountId)
  expect(response).toHaveStatus(200)
  return response
}

/**
 * The value of a field that a deployment may omit.
 *
 * @throws Blocked when it is missing or null: then there is nothing to judge
 */
export function optionalValue(response: CheckedResponse, path: string): unknown {
  const value = valueAt(response.body, path)
  if (value !== undefined && value !== null) return value
  throw new Blocked(
    'implementation',
    `${response.operation ?? 'the response'} has no ${path}, which is optional (exchange ${response.exchange})`,
    `Return ${path} to judge this, or allow the requirement with --allow-blocked.`,
  )
}
