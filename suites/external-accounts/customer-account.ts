import { Blocked, expect, valueAt, type Answer, type Stage } from '../../fixtures/index.ts'

type Reading = Pick<Stage, 'platform' | 'poll'>

/** The response to a read of a customer's account, once the account is known or the wait is over. */
export const pollAccount = ({ platform, poll }: Reading, externalAccountId: string): Promise<Answer> =>
  poll(
    () => platform.externalAccounts.get(externalAccountId),
    ({ status }) => status === 200,
  )

/** An account of a customer as it is read, once it is known. */
export async function readAccount(reading: Reading, externalAccountId: string): Promise<Answer> {
  const answer = await pollAccount(reading, externalAccountId)
  expect(answer).toHaveStatus(200)
  return answer
}

/**
 * The value of a field that a deployment may omit.
 *
 * @throws Blocked when it is omitted or null: then there is nothing to judge
 */
export function optionalValue(answer: Answer, path: string): unknown {
  const value = valueAt(answer.body, path)
  if (value !== undefined && value !== null) return value
  throw new Blocked(
    'implementation',
    `${answer.operation ?? 'the response'} has no ${path}, which is optional (exchange ${answer.exchange})`,
    `Return ${path} to have this judged, or allow it to be blocked.`,
  )
}
