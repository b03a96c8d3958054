import {
  Blocked,
  undefinedIfBlocked,
  valueAt,
  type CheckedResponse,
  type CheckContext,
} from '../../fixtures/index.ts'
import type { StateParams, StateValues } from '../../spec/index.ts'
import { createExecutableQuote, executableQuoteIn, type ExecutableQuote } from './executable-quote.ts'
import { findListedAction, isPending } from './listed-action.ts'
import { watchSpending, type Spending } from './spending.ts'
import { quoteRequest } from '../agent-operations/quote-request.ts'

/** An action that awaits the platform's decision. */
export interface PendingAction extends ExecutableQuote {
  readonly actionId: string
  readonly transactionId: string
  /** The action in the agent's list now. */
  readonly action: () => Promise<CheckedResponse>
}

/**
 * A new agent that needs approval has submitted a quote, and its action awaits the decision.
 *
 * @param policy of the agent, besides the mode
 * @throws Blocked when no such action appears, or no response has the id of its transaction
 */
export async function createPendingAction(
  context: CheckContext,
  policy: StateParams['agent'] = {},
): Promise<PendingAction> {
  return submitQuote(
    context,
    await createExecutableQuote(context, { executionMode: 'APPROVAL_REQUIRED', ...policy }),
  )
}

/** The same, with what its account has paid since before the submission, which may reserve the amount. */
export async function createWatchedAction(
  context: CheckContext,
  policy: StateParams['agent'] = {},
): Promise<PendingAction & { readonly spent: Spending }> {
  const quote = await createExecutableQuote(context, { executionMode: 'APPROVAL_REQUIRED', ...policy })
  return submitWatchedQuote(context, quote)
}

/** The same, of a quote that its agent has not submitted. */
export async function submitWatchedQuote(
  context: CheckContext,
  quote: ExecutableQuote,
): Promise<PendingAction & { readonly spent: Spending }> {
  const spent = await watchSpending(context, quote.holder.sourceAccountId)
  return { ...(await submitQuote(context, quote)), spent }
}

/**
 * The same, submitted at the creation of its quote (contract: Endpoints 3, immediatelyExecute). Where the deployment
 * submits nothing there, or does not show it, another quote is submitted after its creation.
 */
export async function createWatchedActionAtCreation(
  context: CheckContext,
): Promise<PendingAction & { readonly spent: Spending }> {
  const holder = await context.arrange('agent', { executionMode: 'APPROVAL_REQUIRED' })
  const spent = await watchSpending(context, holder.sourceAccountId)
  const created = await context
    .agent(holder.accessToken)
    .createQuote(quoteRequest(holder, { immediatelyExecute: true }), context.random.uuid())
  const pending = await pendingActionAtCreation(context, created, holder).catch(undefinedIfBlocked)
  return pending === undefined ? createWatchedAction(context) : { ...pending, spent }
}

/**
 * The agent, which needs approval, has submitted the quote.
 *
 * @param besides ids of the agent's other actions
 */
export async function submitQuote(
  context: CheckContext,
  quote: ExecutableQuote,
  besides: readonly string[] = [],
): Promise<PendingAction> {
  return pendingActionOf(context, quote, await quote.agent.executeQuote(quote.quoteId), besides)
}

/** The action of a quote that was submitted at its creation; undefined: none awaits approval. */
export async function pendingActionAtCreation(
  context: CheckContext,
  response: CheckedResponse,
  holder: StateValues['agent'],
): Promise<PendingAction | undefined> {
  const agent = context.agent(holder.accessToken)
  const quoteId = textAt(response, 'id')
  if (quoteId === undefined || !isPending(await findListedAction(agent, quoteId))) return undefined
  return pendingActionOf(context, executableQuoteIn(response, holder, agent), response)
}

/**
 * The action of a quote that was submitted with the response.
 *
 * @param besides ids of the agent's other actions
 * @throws Blocked when no such action appears, or no response has the id of its transaction
 */
export async function pendingActionOf(
  context: CheckContext,
  quote: ExecutableQuote,
  executed: CheckedResponse,
  besides: readonly string[] = [],
): Promise<PendingAction> {
  const { agent, quoteId } = quote
  const action = () => findListedAction(agent, quoteId, undefined, besides)
  const seen = await context.poll(action, ({ body }) => valueAt(body, 'status') === 'PENDING_APPROVAL')
  const actionId = valueAt(seen.body, 'id')
  if (valueAt(seen.body, 'status') !== 'PENDING_APPROVAL' || typeof actionId !== 'string') {
    throw new Blocked(
      'implementation',
      `the execution returned ${executed.status} (exchange ${executed.exchange}) and created no PENDING_APPROVAL action (exchange ${seen.exchange})`,
      'See in the requests of this check why there is no such action. APR-01 judges this step.',
    )
  }
  const transactionId =
    textAt(seen, 'transaction.id') ??
    textAt(seen, 'quote.transactionId') ??
    textAt(executed, 'transaction.id') ??
    textAt(executed, 'quote.transactionId') ??
    textAt(executed, 'transactionId') ??
    textAt(await agent.quote(quoteId), 'transactionId')
  if (transactionId === undefined) {
    throw new Blocked(
      'implementation',
      `neither the action, nor the quote, nor the response of the execution has the transaction id (exchange ${seen.exchange})`,
      'Return the transaction in the action (transaction) or in the quote (transactionId).',
    )
  }
  return { ...quote, actionId, transactionId, action }
}

function textAt({ body }: CheckedResponse, path: string): string | undefined {
  const value = valueAt(body, path)
  return typeof value === 'string' ? value : undefined
}
