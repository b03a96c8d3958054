/**
 * A deployment may show the available balance, and reserve an amount in it while its execution awaits approval. A
 * rejection releases what was reserved; it does not bring back what was paid.
 */
import { Blocked, RELEASE_MS, valueAt, type CheckContext } from '../../fixtures/index.ts'
import { rejectionOf } from './decided-action.ts'
import { isPending } from './listed-action.ts'
import type { PendingAction } from './pending-action.ts'
import type { Spending } from './spending.ts'

/**
 * What the account has paid. If that is more than expected, an action that awaits approval is rejected first.
 *
 * @param submitted the action that may reserve its amount; undefined: there is none
 * @throws Blocked when nothing shows whether the amount is reserved or paid
 */
export async function spentUnreserved(
  context: CheckContext,
  spent: Spending,
  submitted: () => Promise<PendingAction | undefined>,
  expected = 0,
): Promise<number> {
  const amount = await spent()
  if (amount <= expected) return amount
  const pending = await submitted()
  if (pending === undefined) return amount
  if (isPending(await pending.action())) await release(context, pending, amount)
  return context.poll(spent, (paid) => paid <= expected, Math.min(RELEASE_MS, context.maxWaitMs))
}

async function release({ arrange }: CheckContext, pending: PendingAction, amount: number): Promise<void> {
  try {
    await arrange('reject-action', rejectionOf(pending))
  } catch (error) {
    if (!(error instanceof Blocked)) throw error
    throw new Blocked(
      error.fixIn,
      `the balance is ${amount} lower while the execution awaits approval, and only a rejection shows whether that is reserved or paid: ${error.message}`,
      error.next,
    )
  }
}

/**
 * A deployment that reserves the amount executes from the reservation.
 *
 * @throws Blocked when an approval was executed without other funds
 */
export function requireUnreserved(reserved: number, action: unknown): void {
  if (reserved <= 0 || valueAt(action, 'status') !== 'APPROVED') return
  throw new Blocked(
    'deployment-file',
    `the balance was ${reserved} lower while the execution awaited approval: it seems to be reserved, so the approval had funds`,
    'Let the state drain-source also take amounts that are reserved.',
  )
}
