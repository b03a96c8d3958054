import { Blocked, valueAt, type Stage } from '../../fixtures/index.ts'
import type { StateParams } from '../../spec/index.ts'
import { pendingAction, type PendingAction } from './pending-action.ts'
import { untilPaid, watchSpending, type Spending } from './spending.ts'

/** How the platform decided on an action. */
export interface Decision {
  /** The status that the action comes to. */
  readonly status: 'APPROVED' | 'REJECTED' | 'FAILED'
  readonly decide: (stage: Stage, pending: PendingAction) => Promise<unknown>
}

export const approval: Decision = {
  status: 'APPROVED',
  decide: ({ platform }, { transactionId }) => platform.approve(transactionId),
}

/** What the platform is asked for, to reject the action. */
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

/** Approved although the source account has no funds any more. */
export const approvalWithoutFunds: Decision = {
  status: 'FAILED',
  decide: async ({ arrange, platform }, { holder, transactionId }) => {
    await arrange('drain-source', { agentId: holder.agentId, sourceAccountId: holder.sourceAccountId })
    await platform.approve(transactionId)
  },
}

/** A new action on which the platform has decided. */
export const decidedAction = async (stage: Stage, decision: Decision): Promise<PendingAction> =>
  decided(stage, await pendingAction(stage), decision)

/**
 * The pending action, once the platform has decided on it.
 *
 * @throws Blocked when the action does not come to the status of the decision
 */
export async function decided(
  stage: Stage,
  pending: PendingAction,
  { status, decide }: Decision,
): Promise<PendingAction> {
  await decide(stage, pending)
  const seen = await stage.poll(
    pending.action,
    ({ body }) => valueAt(body, 'status') === status,
    status === 'FAILED' ? stage.maxWaitMs : undefined,
  )
  if (valueAt(seen.body, 'status') !== status) {
    throw new Blocked(
      'implementation',
      `the action that this check stands on did not become ${status} (exchange ${seen.exchange})`,
      'See why; APR-10, APR-12 and APR-17 judge it.',
    )
  }
  return pending
}

/**
 * An action that was approved and whose money has moved; what else moves shows in what `spent` gives.
 *
 * @throws Blocked when the money does not move
 */
export async function executedAction(stage: Stage): Promise<PendingAction & { readonly spent: Spending }> {
  const pending = await pendingAction(stage)
  const spent = await watchSpending(stage, pending.holder.sourceAccountId)
  await stage.platform.approve(pending.transactionId)
  await untilPaid(stage, spent, pending.totalSendingAmount)
  return { ...pending, spent }
}
