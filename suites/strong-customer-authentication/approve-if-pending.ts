import { undefinedIfBlocked, type CheckContext, type CheckedResponse } from '../../fixtures/index.ts'
import type { UsableQuote } from '../agent-management/executable-quote.ts'
import { pendingActionOf } from '../agent-management/pending-action.ts'
import type { ScaCustomer } from './sca-customer.ts'

/**
 * Approves the action of an agent's quote, if it awaits that: an execution may be rejected until the quote is
 * authorized.
 *
 * @param executed the response to the execution
 */
export async function approveIfPending(
  context: CheckContext,
  customer: ScaCustomer,
  quote: UsableQuote,
  executed: CheckedResponse,
): Promise<void> {
  const agent = context.agent(customer.accessToken)
  const pending = await pendingActionOf(context, { ...quote, holder: customer, agent }, executed).catch(
    undefinedIfBlocked,
  )
  if (pending) await context.platform.approve(pending.transactionId)
}
