import { Blocked, expect, valueAt, type Answer, type Stage } from '../../fixtures/index.ts'

type Reading = Pick<Stage, 'platform' | 'poll'>

/** An account of a customer as it is read, once it is known. */
export async function readAccount({ platform, poll }: Reading, externalAccountId: string): Promise<Answer> {
  const answer = await poll(
    () => platform.externalAccounts.get(externalAccountId),
    ({ status }) => status === 200,
  )
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
