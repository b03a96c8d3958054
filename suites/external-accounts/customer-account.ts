import { Blocked, valueAt, type Answer, type Stage } from '../../fixtures/index.ts'

type Reading = Pick<Stage, 'platform' | 'poll'>

/**
 * An account of a customer as it is read; a new one may be seen a little late.
 *
 * @throws Blocked when it is not seen
 */
export async function readAccount({ platform, poll }: Reading, externalAccountId: string): Promise<Answer> {
  const answer = await poll(
    () => platform.externalAccounts.get(externalAccountId),
    ({ status }) => status === 200,
  )
  if (answer.status === 200) return answer
  throw new Blocked(
    'deployment-file',
    `reading the account was answered with ${answer.status} (exchange ${answer.exchange})`,
    'Say under operations.getCustomerExternalAccount how an external account of a customer is read; null if it cannot be.',
  )
}

/** What a body has at a path, or has left out, since it may. */
export const whereGiven = (answer: Answer, path: string, otherwise: unknown): unknown =>
  valueAt(answer.body, path) ?? otherwise
