import { Blocked, valueAt, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import { createPlatformQuote, type PlatformQuote } from '../cross-currency-transfers/platform-quote.ts'

/** A quote that was executed, and its transaction. */
export interface ExecutedTransaction extends PlatformQuote {
  readonly transactionId: string
  /** Reads the transaction. */
  readonly read: () => Promise<CheckedResponse>
}

/**
 * The transaction of a new quote of the platform that was executed.
 *
 * @throws Blocked when no response has its id
 */
export async function createExecutedTransaction(context: CheckContext): Promise<ExecutedTransaction> {
  const { platform, poll } = context
  const quote = await createPlatformQuote(context)
  const executed = await platform.transfers.execute(quote.quoteId)
  const transactionId =
    textAt(executed, 'transactionId') ??
    textAt(executed, 'transaction.id') ??
    textAt(
      await poll(
        () => platform.transfers.quote(quote.quoteId),
        (seen) => textAt(seen, 'transactionId') !== undefined,
      ),
      'transactionId',
    )
  if (transactionId === undefined) {
    throw new Blocked(
      'implementation',
      `neither the execution nor the quote has a transaction id (exchange ${executed.exchange})`,
      'Return the transaction in the quote (transactionId).',
    )
  }
  const read = () =>
    poll(
      () => platform.transaction(transactionId),
      ({ status }) => status === 200,
    )
  return { ...quote, transactionId, read }
}

/**
 * An arranged transaction, once it is visible.
 *
 * @throws Blocked when it is not
 */
export const pollTransaction = async (
  { platform, poll }: Pick<CheckContext, 'platform' | 'poll'>,
  transactionId: string,
): Promise<CheckedResponse> =>
  readTransaction(
    await poll(
      () => platform.transaction(transactionId),
      ({ status }) => status === 200,
    ),
  )

/**
 * A transaction as an earlier step of a check read it.
 *
 * @throws Blocked when that step returned none
 */
export function readTransaction(response: CheckedResponse): CheckedResponse {
  if (response.status === 200) return response
  throw new Blocked(
    'implementation',
    `reading the transaction that this check needs returned ${response.status} (exchange ${response.exchange})`,
    'See the reason in the requests of this check. TRX-01 judges this step.',
  )
}

function textAt({ body }: CheckedResponse, path: string): string | undefined {
  const value = valueAt(body, path)
  return typeof value === 'string' && value.startsWith('Transaction:') ? value : undefined
}
