import type { RequirementId } from '../../spec/index.ts'
import { Violation } from '../violation.ts'
import type { Ledger } from '../model.ts'
import type { World } from '../world.ts'

/**
 * Polls the balance of a source account until it has paid for all executions, for as long as an execution may take.
 *
 * @param requirement that is violated if the payment differs; default: that of executions
 * @throws Violation when it pays more, another amount, or too late
 */
export async function judgeBalance(
  { context }: World,
  ledger: Ledger,
  requirement?: RequirementId,
): Promise<void> {
  const { accountId, initial, owed, drained, known } = ledger
  if (initial === undefined || !known) return
  const balance = async () => (await context.arrange('account-balance', { accountId })).amount
  if (drained) {
    const now = await balance()
    if (now !== 0) throw new Violation('APR-32', `the balance of an account without funds is ${now}`)
    return
  }
  const spent = await context.poll(
    async () => initial - (await balance()),
    (paid) => paid >= owed,
    context.maxWaitMs,
  )
  if (spent === owed) return
  throw new Violation(
    requirement ?? (spent > owed ? (owed === 0 ? 'APR-07' : 'APR-31') : 'APR-11'),
    `the executed quotes send ${owed} from an account, and its balance fell by ${spent}`,
  )
}
