import { Blocked, CONSISTENCY_MS, type CheckContext } from '../../fixtures/index.ts'
import { readBalance } from '../agent-operations/balance.ts'

/** @throws Blocked when the execution may still be paid */
export function requireFailed(outcome: string): void {
  if (outcome === 'refused' || outcome === 'FAILED') return
  throw new Blocked(
    'implementation',
    `the execution without funds that this check needs is ${outcome}`,
    'See the reason in the requests of this check. APR-32 judges this step.',
  )
}

/**
 * The balance of an empty account that was funded, once it is less than the funds or the wait is over.
 *
 * @throws Blocked when the money does not arrive
 */
export async function pollUnspent(
  { arrange, poll, maxWaitMs }: CheckContext,
  accountId: string,
  funds: number,
): Promise<number> {
  const read = () => readBalance(arrange, accountId)
  if ((await poll(read, (balance) => balance >= funds, maxWaitMs)) === 0) {
    throw new Blocked(
      'implementation',
      'funding the account returned a success, but the money did not arrive',
      'See the reason in the requests of this check. SBX-01 judges this step.',
    )
  }
  return poll(read, (balance) => balance < funds, CONSISTENCY_MS)
}
