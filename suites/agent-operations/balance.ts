import { Blocked, type CheckContext } from '../../fixtures/index.ts'

/** The balance of an account, in the smallest unit of its currency. */
export const readBalance = async (arrange: CheckContext['arrange'], accountId: string): Promise<number> =>
  (await arrange('account-balance', { accountId })).amount

/**
 * The amount that an execution took from an account.
 *
 * @throws Blocked when it took nothing, although the check needs it
 */
export function requireDebit(now: number, before: number): number {
  if (now < before) return before - now
  throw new Blocked(
    'implementation',
    `the execution at creation that this check needs took no money: the balance was ${before} and is ${now}`,
    'See in the requests of this check why the quote was not executed. QUO-80 judges this step.',
  )
}
