import { RELEASE_MS } from '../../fixtures/patience.ts'
import type { RequirementId } from '../../spec/index.ts'
import { Violation } from '../violation.ts'
import { mayBeReleased, mayBeReserved, type Ledger, type Model } from '../model.ts'
import type { World } from '../world.ts'

/**
 * Polls the balance of a source account until it has paid for all executions, for as long as an execution may take. An
 * available balance is lower by what executions that await approval reserve.
 *
 * @param requirement that is violated if the payment differs; default: that of executions
 * @throws Violation when it pays more, another amount, or too late
 */
export async function judgeBalance(
  model: Model,
  { context }: World,
  ledger: Ledger,
  requirement?: RequirementId,
): Promise<void> {
  const { accountId, initial, owed, drained, known } = ledger
  if (initial === undefined || !known) return
  const balance = async () => (await context.arrange('account-balance', { accountId })).amount
  if (drained) {
    const now = await balance()
    if (now > 0 || now < -mayBeReserved(model, ledger))
      throw new Violation('APR-32', `the balance of an account without funds is ${now}`)
    return
  }
  const spent = async () => initial - (await balance())
  const most = owed + mayBeReserved(model, ledger)
  const paid = await context.poll(spent, (amount) => amount >= owed, context.maxWaitMs)
  const waits = paid > most && mayBeReleased(model, ledger)
  const fell = waits ? await context.poll(spent, (amount) => amount <= most, RELEASE_MS) : paid
  if (fell >= owed && fell <= most) return
  throw new Violation(
    requirement ?? (fell > owed ? (owed === 0 ? 'APR-07' : 'APR-31') : 'APR-11'),
    `the executed quotes send ${owed} from an account, and its balance fell by ${fell}`,
  )
}
