/** Quotes that are executed once they are paid (contract: Endpoints 3, source; Resources, Quote, expiresAt). */
import { Blocked, valueAt, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import type { StateParams } from '../../spec/index.ts'
import { requesterOf } from '../agent-operations/requester.ts'
import { realTimeFunding } from '../strong-customer-authentication/real-time-funding.ts'
import { requirePayment } from './funded.ts'

/** A quote that waits for real-time funding, and its payment. */
export interface Fundable {
  readonly payment: Readonly<Record<string, unknown>>
  readonly expiresAt: string
  readonly read: () => Promise<CheckedResponse>
}

/** @throws Blocked when there is no such quote */
export async function createFundableQuote(
  context: CheckContext,
  params: StateParams['agent'] = {},
): Promise<Fundable> {
  const holder = await context.arrange('agent', params)
  const requester = requesterOf(context, holder)
  const quote = await requester.createQuote(realTimeFunding(holder), context.random.uuid())
  const payment = requirePayment(quote, holder.sendingCurrency)
  return {
    payment,
    expiresAt: String(valueAt(quote.body, 'expiresAt')),
    read: () => requester.quote(payment.quoteId),
  }
}

const EXECUTED = ['PROCESSING', 'COMPLETED']

/** Whether a quote is executed, or will be. */
export const isExecuted = ({ body }: CheckedResponse): boolean =>
  EXECUTED.includes(String(valueAt(body, 'status')))

/** @throws Blocked when the payment of a quote does not execute it */
export async function requirePaymentsExecute(context: CheckContext): Promise<void> {
  const { payment, read } = await createFundableQuote(context)
  const paid = await context.platform.sandbox.send(payment)
  const seen = await context.poll(read, isExecuted, context.maxWaitMs)
  if (isExecuted(seen)) return
  throw new Blocked(
    'implementation',
    `a test payment returned ${paid.status} (exchange ${paid.exchange}), and its quote is ${String(valueAt(seen.body, 'status'))}, so nothing shows whether a payment executes a quote`,
    'If it takes longer, raise limits.maxWaitSeconds. SBX-05 judges the payment.',
  )
}
