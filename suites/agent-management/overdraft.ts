/** Two payments of which the balance of their source covers either, but not both. */
import {
  Blocked,
  expect,
  undefinedIfBlocked,
  valueAt,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'
import type { StateValues } from '../../spec/index.ts'
import { quoteRequest } from '../agent-operations/quote-request.ts'
import { executableQuoteIn, createQuoteFor } from './executable-quote.ts'
import { submitQuote } from './pending-action.ts'
import { executeAnotherQuote, type Spending } from './spending.ts'

type Holder = StateValues['agent']

/** The balance of the source, in the smallest unit of its currency. */
export const BALANCE = 200_000
/** The amount of each payment, with room for fees. */
export const MOST_OF_IT = { lockedCurrencyAmount: 120_000 }

/**
 * Two quotes of an agent. If the deployment has no room for the second one, as it reserves the amount of an open quote,
 * it is the first one again.
 *
 * @throws Blocked when there is no first quote
 */
export async function createTwoQuotes(context: CheckContext, holder: Holder) {
  const requester = context.agent(holder.accessToken)
  const first = await createQuoteFor(context, holder, requester, MOST_OF_IT)
  const second = await requester.createQuote(quoteRequest(holder, MOST_OF_IT), context.random.uuid())
  return [first, isQuote(second) ? executableQuoteIn(second, holder, requester) : first] as const
}

/**
 * The transactions of two quotes that await approval. If the deployment accepts no second submission, it is the first
 * one again.
 *
 * @throws Blocked when no action awaits approval
 */
export async function submitTwoQuotes(context: CheckContext, holder: Holder): Promise<readonly string[]> {
  const [one, other] = await createTwoQuotes(context, holder)
  const first = await submitQuote(context, one)
  const second =
    other === one ? first : await submitQuote(context, other, [first.actionId]).catch(undefinedIfBlocked)
  return [first.transactionId, (second ?? first).transactionId]
}

const isQuote = ({ status, body }: CheckedResponse): boolean =>
  status < 300 && typeof valueAt(body, 'id') === 'string'

/** Nothing is waited for after a rejection; after a server error the payment may be made yet. */
const isRejected = ({ status }: CheckedResponse): boolean => status >= 400 && status < 500

/**
 * Two payments that were requested concurrently did not take more than the source had.
 *
 * @param responses to the requests to pay
 * @throws Blocked when neither is paid: then nothing shows what the balance allows
 */
export async function expectNoOverdraft(
  context: CheckContext,
  spent: Spending,
  responses: readonly CheckedResponse[],
): Promise<void> {
  const waitMs = responses.every(isRejected) ? undefined : context.maxWaitMs
  if ((await context.poll(spent, (paid) => paid > 0, waitMs)) === 0)
    throw new Blocked(
      'implementation',
      `neither of two concurrent payments was made (${responses.map(({ status, exchange }) => `${status} in exchange ${exchange}`).join(', ')})`,
      'See in the requests of this check why both were rejected, and run it again. If execution takes longer, raise limits.maxWaitSeconds.',
    )
  await executeAnotherQuote(context)
  expect(await spent(), 'paid by the source account').toBeLessThanOrEqual(BALANCE)
}
