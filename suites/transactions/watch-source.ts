import { Blocked, valueAt, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import { readBalance } from '../agent-operations/balance.ts'
import { pollTransaction } from './executed-transaction.ts'

/**
 * Reads the balance of the account that a transaction takes its money from.
 *
 * @throws Blocked when the transaction does not show the account
 */
export async function watchSource(
  context: CheckContext,
  transactionId: string,
): Promise<() => Promise<number>> {
  const { body, exchange } = await pollTransaction(context, transactionId)
  const accountId = valueAt(body, 'source.accountId')
  if (typeof accountId === 'string') return () => readBalance(context.arrange, accountId)
  throw new Blocked(
    'implementation',
    `the transaction shows no source.accountId (exchange ${exchange})`,
    'Return the source of the transaction.',
  )
}

/** @throws Blocked when a settled transaction is cancelled: TRX-21 judges that */
export function requireRejectedCancellation({ status, exchange }: CheckedResponse): void {
  if (status >= 400 && status < 500) return
  throw new Blocked(
    'implementation',
    `the cancellation of a settled transaction returned ${status} (exchange ${exchange})`,
    'See the reason in the requests of this check. TRX-21 judges this step.',
  )
}
