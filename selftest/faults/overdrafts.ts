/** Concurrent payments that together exceed the balance of their source (contract: Errors, INSUFFICIENT_FUNDS). */
import type { Quote } from '../../reference/resources/payments.ts'
import type { Occasion } from '../../reference/rules/approvals.ts'
import type { Rules } from '../../reference/rules/index.ts'
import type { Fault } from './fault.ts'

/** Longer than two concurrent requests take on a busy machine, ms. */
const LAG_MS = 1_500

/** Some payments compare their amount with the balance of a replica that lags. */
const comparingWithReplica =
  (lags: (quote: Quote, after: Occasion | 'APPROVAL') => boolean) =>
  ({ hasFunds }: Rules): Partial<Rules> => {
    const copies = new Map<string, { readonly at: number; readonly balance: bigint }>()
    return {
      hasFunds: (account, quote, after) => {
        if (!lags(quote, after)) return hasFunds(account, quote, after)
        const copy = copies.get(account.id)
        const isCurrent = copy !== undefined && Date.now() - copy.at < LAG_MS
        const { balance } = isCurrent ? copy : account
        if (!isCurrent) copies.set(account.id, { at: Date.now(), balance })
        return hasFunds({ ...account, balance }, quote, after)
      },
    }
  }

export const overdraftFaults: readonly Fault[] = [
  {
    id: 'transfer-balance-of-a-copy',
    title: "compares the amounts of the platform's executions with the balance of a replica that lags",
    breaks: ['QTE-45'],
    replace: comparingWithReplica(({ agentId }, after) => agentId === undefined && after === 'EXECUTION'),
  },
  {
    id: 'approval-balance-of-a-copy',
    title: 'compares the amounts of approved transactions with the balance of a replica that lags',
    breaks: ['APR-67'],
    replace: comparingWithReplica((_quote, after) => after === 'APPROVAL'),
  },
  {
    id: 'execution-balance-of-a-copy',
    title: "compares the amounts of agents' executions with the balance of a replica that lags",
    breaks: ['QUO-105'],
    replace: comparingWithReplica(({ agentId }, after) => agentId !== undefined && after === 'EXECUTION'),
  },
  {
    id: 'immediate-execution-balance-of-a-copy',
    title: "compares the amounts of agents' executions at creation with the balance of a replica that lags",
    breaks: ['QUO-105'],
    replace: comparingWithReplica(({ agentId }, after) => agentId !== undefined && after === 'CREATION'),
  },
  {
    id: 'transfer-immediate-execution-balance-of-a-copy',
    title:
      "compares the amounts of the platform's executions at creation with the balance of a replica that lags",
    breaks: ['QTE-85'],
    replace: comparingWithReplica(({ agentId }, after) => agentId === undefined && after === 'CREATION'),
  },
]
