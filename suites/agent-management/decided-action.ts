import { Blocked, itemsOf, valueAt, type CheckedResponse, type CheckContext } from '../../fixtures/index.ts'
import type { StateParams } from '../../spec/index.ts'
import { arrangeAgentWithActions } from '../agent-operations/agent-with-actions.ts'
import { createPendingAction, createWatchedAction, type PendingAction } from './pending-action.ts'
import { waitUntilPaid, type Spending } from './spending.ts'

/** How the platform decided on an action. */
export interface Decision {
  /** The status of the action after the decision. */
  readonly status: 'APPROVED' | 'REJECTED' | 'FAILED'
  readonly decide: (context: CheckContext, pending: PendingAction) => Promise<unknown>
}

export const approval: Decision = {
  status: 'APPROVED',
  decide: ({ platform }, { transactionId }) => platform.approve(transactionId),
}

/** The request by which the platform rejects the action. */
export const rejectionOf = ({
  holder: { agentId },
  actionId,
  transactionId,
}: PendingAction): StateParams['reject-action'] => ({
  agentId,
  actionId,
  transactionId,
  reason: 'Unknown supplier',
})

export const rejection: Decision = {
  status: 'REJECTED',
  decide: ({ arrange }, pending) => arrange('reject-action', rejectionOf(pending)),
}

/** Rejected with the operation, also where a provider state rejects in its own way. */
export const rejectionByOperation: Decision = {
  status: 'REJECTED',
  decide: ({ platform }, { transactionId }) => platform.reject(transactionId, 'Unknown supplier'),
}

/** Approved after the source account has lost its funds. */
export const approvalWithoutFunds: Decision = {
  status: 'FAILED',
  decide: async ({ arrange, platform }, { holder, transactionId }) => {
    await arrange('drain-source', { agentId: holder.agentId, sourceAccountId: holder.sourceAccountId })
    return platform.approve(transactionId)
  },
}

/**
 * A new action on which the platform has decided. A deployment may reject an approval that cannot be executed; then the
 * action is one that failed earlier.
 */
export async function createDecidedAction(context: CheckContext, decision: Decision): Promise<PendingAction> {
  const pending = await createPendingAction(context)
  const response = await decision.decide(context, pending)
  return isRejectedFailure(decision, response)
    ? createFailedAction(context)
    : requireReached(context, pending, decision)
}

/**
 * The action once the platform has decided on it. It is still pending if the deployment rejects an approval that cannot
 * be executed.
 *
 * @throws Blocked when the action does not reach the status of the decision
 */
export async function decidePending(
  context: CheckContext,
  pending: PendingAction,
  decision: Decision,
): Promise<PendingAction> {
  const response = await decision.decide(context, pending)
  return isRejectedFailure(decision, response) ? pending : requireReached(context, pending, decision)
}

/** Statuses of an action after an approval that cannot be executed: the deployment may reject the approval instead. */
export const statusesAfter = ({ status }: CheckedResponse): readonly string[] =>
  status >= 400 && status < 500 ? ['FAILED', 'PENDING_APPROVAL'] : ['FAILED']

export const isFailed = ({ body }: CheckedResponse): boolean => valueAt(body, 'status') === 'FAILED'

const isRejectedFailure = ({ status }: Decision, response: unknown) => {
  const returned = Number(valueAt(response, 'status'))
  return status === 'FAILED' && returned >= 400 && returned < 500
}

/** @throws Blocked when the action does not reach the status of the decision */
async function requireReached(
  context: CheckContext,
  pending: PendingAction,
  { status }: Decision,
): Promise<PendingAction> {
  const seen = await context.poll(
    pending.action,
    ({ body }) => valueAt(body, 'status') === status,
    status === 'FAILED' ? context.maxWaitMs : undefined,
  )
  if (valueAt(seen.body, 'status') !== status) {
    throw new Blocked(
      'implementation',
      `the action of this check did not become ${status} (exchange ${seen.exchange})`,
      'See the reason in the requests of this check. APR-10, APR-12 and APR-17 judge this step.',
    )
  }
  return pending
}

/**
 * An action that failed before the check began.
 *
 * @throws Blocked when no response has the id of its transaction
 */
async function createFailedAction(context: CheckContext): Promise<PendingAction> {
  const { agent, arranged } = await arrangeAgentWithActions(context, { FAILED: 1 })
  const action = async (): Promise<CheckedResponse> => {
    const list = await agent.actions()
    const body = itemsOf(list)[0]
    return { ...list, body, text: JSON.stringify(body ?? {}) }
  }
  const { body, exchange } = await action()
  const transactionId = valueAt(body, 'transaction.id') ?? valueAt(body, 'quote.transactionId')
  if (typeof transactionId !== 'string') {
    throw new Blocked(
      'implementation',
      `the action that failed has no transaction id (exchange ${exchange})`,
      'Return it in the action (transaction) or in its quote (transactionId).',
    )
  }
  return {
    agent,
    holder: arranged,
    action,
    transactionId,
    actionId: String(valueAt(body, 'id')),
    quoteId: String(valueAt(body, 'quote.id')),
    totalSendingAmount: Number(valueAt(body, 'quote.totalSendingAmount')),
    expiresAt: String(valueAt(body, 'quote.expiresAt')),
    created: { ...(valueAt(body, 'quote') as object) },
  }
}

/**
 * Approves a new action and waits for its payment; `spent` returns the total that the account has paid.
 *
 * @throws Blocked when the money does not move, at once if the action has failed
 */
export async function executeAction(
  context: CheckContext,
  policy: StateParams['agent'] = {},
): Promise<PendingAction & { readonly spent: Spending }> {
  const pending = await createWatchedAction(context, policy)
  await context.platform.approve(pending.transactionId)
  await waitUntilPaid(context, spentUnlessFailed(pending), pending.totalSendingAmount)
  return pending
}

/** A failed action is never paid: without this, a quote that expired too early would keep its check waiting. */
const spentUnlessFailed =
  ({ action, spent, totalSendingAmount }: PendingAction & { readonly spent: Spending }): Spending =>
  async () => {
    const paid = await spent()
    if (paid < totalSendingAmount) requireNotFailed(await action())
    return paid
  }

function requireNotFailed(action: CheckedResponse): void {
  if (!isFailed(action)) return
  throw new Blocked(
    'implementation',
    `the approved action of this check failed (exchange ${action.exchange})`,
    'See the reason in the requests of this check. APR-10 and APR-11 judge this step.',
  )
}
