/** Faults in approvals that look at the stored actions and quotes, besides those of the request. */
import type { AgentAction, Quote } from '../../reference/resources/payments.ts'
import type { Rules } from '../../reference/rules/index.ts'
import type { Store } from '../../reference/store.ts'
import type { Fault } from './fault.ts'

/** Rules that read the store of the server. */
const withStore =
  (replace: (rules: Rules, store: () => Store | undefined) => Partial<Rules>) =>
  (rules: Rules): Partial<Rules> => {
    let store: Store | undefined
    const replaced = replace(rules, () => store)
    return { ...replaced, storeToRead: (primary) => rules.storeToRead((store = primary)) }
  }

const quoteHasExpired = (store: Store | undefined, { quoteId }: AgentAction): boolean =>
  (store?.quotes.get(quoteId)?.expiresAt ?? Infinity) <= Date.now()

const isPending = ({ status }: AgentAction): boolean => status === 'PENDING_APPROVAL'

/** The approval threshold applies to the sum of all quotes that an agent executes. */
function thresholdOfTheSum(): Pick<Rules, 'amountRequiresApproval'> {
  const sums = new Map<string, bigint>()
  return {
    amountRequiresApproval: ({ price }: Quote, { id, policy }) => {
      const sum = (sums.get(id) ?? 0n) + price.sending
      sums.set(id, sum)
      return policy.approvalThreshold !== undefined && sum > policy.approvalThreshold
    },
  }
}

export const storedActionFaults: readonly Fault[] = [
  {
    id: 'rejection-of-all',
    title: 'rejects every pending action of the agent when one is rejected',
    breaks: ['APR-59'],
    replace: withStore(({ mayBeRejected }, store) => ({
      mayBeRejected: (action) => {
        const isRejected = mayBeRejected(action)
        for (const other of isRejected ? (store()?.actions.values() ?? []) : [])
          if (other.agentId === action.agentId && isPending(other) && other !== action)
            other.status = 'REJECTED'
        return isRejected
      },
    })),
  },
  {
    id: 'approval-once-and-for-all',
    title: 'requires no approval of an agent once one of its actions was approved',
    breaks: ['APR-60'],
    replace: ({ mayBeApproved, modeRequiresApproval }) => {
      const approved = new Set<string>()
      return {
        mayBeApproved: (action) => {
          const isApproved = mayBeApproved(action)
          if (isApproved) approved.add(action.agentId)
          return isApproved
        },
        modeRequiresApproval: (agent) => !approved.has(agent.id) && modeRequiresApproval(agent),
      }
    },
  },
  {
    id: 'approval-decided-actions-expire',
    title: 'moves a paid or rejected action to FAILED when its quote expires',
    breaks: ['APR-61'],
    replace: withStore(({ visibleActions }, store) => ({
      visibleActions: (actions, request) => {
        const visible = visibleActions(actions, request)
        for (const action of visible)
          if (!isPending(action) && quoteHasExpired(store(), action)) action.status = 'FAILED'
        return visible
      },
    })),
  },
  {
    id: 'approval-pending-expired-unlisted',
    title: 'no longer lists a pending action whose quote has expired',
    breaks: ['APR-63'],
    replace: withStore(({ visibleActions }, store) => ({
      visibleActions: (actions, request) =>
        visibleActions(actions, request).filter(
          (action) => !isPending(action) || !quoteHasExpired(store(), action),
        ),
    })),
  },
  {
    id: 'approval-threshold-of-the-sum',
    title: 'compares the approval threshold with the sum of all quotes that the agent executes',
    breaks: ['APR-62'],
    replace: thresholdOfTheSum,
  },
]
