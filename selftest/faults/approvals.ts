import { acceptsAllCredentials, acceptsTokensOf } from './accepted-credentials.ts'
import { shows } from '../shows.ts'
import { affects } from '../affects.ts'
import { waitsBefore } from '../waits-before.ts'
import { refused, refusedAs } from '../refused.ts'
import { crashesIn } from './deviations.ts'
import { rewritingEveryAction, type Json } from './rewriting.ts'
import type {
  Agent,
  AgentAction,
  InternalAccount,
  Quote,
  Transaction,
} from '../../reference/resources/payments.ts'
import { debitingReceivingWithoutFees } from './receiving-without-fees.ts'
import type { Rules } from '../../reference/rules/index.ts'
import type { Fault } from './fault.ts'

const RETRIES_MS = 200
const MAX_RETRIES = 100

/** Debits the amount as soon as the balance covers it. */
function payOnceFunded(account: InternalAccount, amount: bigint, retry = 0): void {
  if (account.balance >= amount) account.balance -= amount
  else if (retry < MAX_RETRIES)
    setTimeout(() => payOnceFunded(account, amount, retry + 1), RETRIES_MS).unref()
}

/** Pays some quotes without the approval that the policy requires. */
const withoutApproval =
  (isExempt: (quote: Quote) => boolean) =>
  ({ amountRequiresApproval, needsApproval }: Rules): Partial<Rules> => {
    let mayBeExempt = false
    return {
      amountRequiresApproval: (quote, agent) => {
        mayBeExempt = isExempt(quote)
        return amountRequiresApproval(quote, agent)
      },
      needsApproval: (...conditions) => !mayBeExempt && needsApproval(...conditions),
    }
  }

/** Takes the token of any agent but that of the transaction for a decision. */
const decidedByOtherAgents = acceptsTokensOf(
  ['approveTransaction', 'rejectTransaction'],
  ({ mayBeApproved, mayBeRejected }, takeAgent) => {
    const isOwn = ({ agentId }: AgentAction) => agentId === takeAgent()?.id
    return {
      mayBeApproved: (action) => !isOwn(action) && mayBeApproved(action),
      mayBeRejected: (action) => !isOwn(action) && mayBeRejected(action),
    }
  },
)

/** The threshold does not apply to some transfers. */
const withoutThreshold =
  (isExempt: (quote: Quote) => boolean) =>
  ({ amountRequiresApproval }: Rules): Partial<Rules> => ({
    amountRequiresApproval: (quote, agent) => !isExempt(quote) && amountRequiresApproval(quote, agent),
  })

/** Agents execute some quotes of their customer that are not their own, without approval. */
const payingForOthers =
  (isTheirs: (quote: Quote) => boolean) =>
  ({ quoteIsExecutableBy, amountRequiresApproval, needsApproval }: Rules): Partial<Rules> => {
    let isOther = false
    const isOthers = (quote: Quote, agent: Agent) =>
      quote.agentId !== agent.id && quote.customerId === agent.customerId && isTheirs(quote)
    return {
      quoteIsExecutableBy: (quote, agent) => quoteIsExecutableBy(quote, agent) || isOthers(quote, agent),
      amountRequiresApproval: (quote, agent) => {
        isOther = isOthers(quote, agent)
        return amountRequiresApproval(quote, agent)
      },
      needsApproval: (...conditions) => !isOther && needsApproval(...conditions),
    }
  }

/** Some submitted quotes are executed when their agent requests it again, without approval. */
const executingAgain =
  (isExecuted: (quote: Quote) => boolean) =>
  ({ quoteIsUnsubmitted, needsApproval, transactionIdOf }: Rules): Partial<Rules> => {
    let isAgain = false
    return {
      transactionIdOf: (quote, newId) => quote.transactionId ?? transactionIdOf(quote, newId),
      quoteIsUnsubmitted: (quote) => {
        isAgain = !quoteIsUnsubmitted(quote) && isExecuted(quote)
        return isAgain || quoteIsUnsubmitted(quote)
      },
      needsApproval: (...conditions) => {
        const isExempt = isAgain
        isAgain = false
        return !isExempt && needsApproval(...conditions)
      },
    }
  }

/** Rules that differ for quotes which an agent executes at their creation. */
const ofCreation =
  (change: (isAtCreation: (quoteId: string) => boolean, conforming: Rules) => Partial<Rules>) =>
  (conforming: Rules): Partial<Rules> => {
    const atCreation = new Set<string>()
    return {
      mayAwaitApproval: (agent, quote) => {
        atCreation.add(quote.id)
        return conforming.mayAwaitApproval(agent, quote)
      },
      ...change((id) => atCreation.has(id), conforming),
    }
  }

const isWithinOneCurrency = ({ sendingCurrency, receivingCurrency }: Quote) =>
  sendingCurrency.code === receivingCurrency.code

const isToUmaAddress = ({ destination }: Quote) => destination.destinationType === 'UMA_ADDRESS'

/** Accepts further approvals of the actions on these quotes, and pays each time. */
const approvingAgain =
  (isMeant: (quote: Quote) => boolean) =>
  (conforming: Rules): Partial<Rules> => {
    const meant = new Set<string>()
    return {
      amountRequiresApproval: (quote, agent) => {
        if (isMeant(quote)) meant.add(quote.id)
        return conforming.amountRequiresApproval(quote, agent)
      },
      mayBeApproved: (action) =>
        conforming.mayBeApproved(action) || (action.status === 'APPROVED' && meant.has(action.quoteId)),
    }
  }

export const approvalFaults: readonly Fault[] = [
  {
    id: 'approval-mode-ignored',
    title: 'requires approval above the threshold only, for any mode',
    breaks: ['APR-01', 'APR-03', 'APR-65', 'APR-66', 'APR-72'],
    replace: { needsApproval: (_byMode, byAmount) => byAmount },
  },
  {
    id: 'approval-threshold-ignored',
    title: 'requires approval in mode APPROVAL_REQUIRED only, for any amount',
    breaks: ['APR-55', 'APR-02', 'APR-50', 'APR-71', 'APR-72'],
    mayAlsoBreak: ['APR-65', 'APR-66'],
    replace: { needsApproval: (byMode) => byMode },
  },
  {
    id: 'approval-threshold-instead-of-mode',
    title: 'checks the mode only when no threshold is set',
    breaks: ['APR-03'],
    replace: (conforming) => ({
      modeRequiresApproval: (agent) =>
        conforming.modeRequiresApproval(agent) && agent.policy.approvalThreshold === undefined,
    }),
  },
  {
    id: 'approval-threshold-reached',
    title: 'requires approval for an amount equal to the threshold',
    breaks: ['APR-06'],
    replace: {
      amountRequiresApproval: ({ price }, { policy }) =>
        policy.approvalThreshold !== undefined && price.sending >= policy.approvalThreshold,
    },
  },
  {
    id: 'approval-threshold-in-whole-units',
    title: 'treats the threshold as whole units of the currency',
    breaks: ['APR-02', 'APR-50', 'APR-71', 'APR-72'],
    mayAlsoBreak: ['APR-65', 'APR-66'],
    replace: {
      amountRequiresApproval: ({ price }, { policy }) =>
        policy.approvalThreshold !== undefined && price.sending > policy.approvalThreshold * 100n,
    },
  },
  {
    id: 'approval-threshold-with-tolerance',
    title: 'lets an agent exceed its threshold by one percent',
    breaks: ['APR-50'],
    replace: {
      amountRequiresApproval: ({ price }, { policy }) =>
        policy.approvalThreshold !== undefined && price.sending * 100n > policy.approvalThreshold * 101n,
    },
  },
  {
    id: 'approval-threshold-approached',
    title: 'requires approval just below the threshold, but not at the threshold',
    breaks: ['APR-51'],
    replace: (conforming) => ({
      amountRequiresApproval: (quote, agent) => {
        const { approvalThreshold: threshold } = agent.policy
        const left = threshold === undefined ? 0n : threshold - quote.price.sending
        return (
          conforming.amountRequiresApproval(quote, agent) || (left > 0n && left * 100n < (threshold ?? 0n))
        )
      },
    }),
  },
  {
    id: 'approval-threshold-less-a-margin',
    title: 'requires approval from one percent below the threshold',
    breaks: ['APR-06', 'APR-51'],
    replace: {
      amountRequiresApproval: ({ price }, { policy }) =>
        policy.approvalThreshold !== undefined && price.sending * 100n > policy.approvalThreshold * 99n,
    },
  },
  {
    id: 'approval-and-rejection-at-once',
    title: 'checks early whether an action is pending, and rejects it later without a second check',
    breaks: ['APR-53'],
    replace: waitsBefore('rejectTransaction'),
  },
  {
    id: 'approval-amount-converted-twice',
    title: 'converts an amount to the smallest unit twice before the comparison',
    breaks: ['APR-05', 'APR-06', 'APR-51'],
    replace: {
      amountRequiresApproval: ({ price }, { policy }) =>
        policy.approvalThreshold !== undefined && price.sending * 100n > policy.approvalThreshold,
    },
  },
  {
    id: 'approval-fees-on-top',
    title: 'debits the fees on top of totalSendingAmount',
    breaks: [
      'APR-04',
      'APR-05',
      'APR-06',
      'APR-09',
      'APR-11',
      'APR-20',
      'APR-31',
      'APR-51',
      'APR-57',
      'APR-64',
    ],
    // Depends on which decision comes first.
    mayAlsoBreak: ['APR-53', 'APR-62'],
    replace: {
      debit: (account, { price }) => {
        account.balance -= price.sending + price.fees
      },
    },
  },
  {
    id: 'approval-after-the-money',
    title: 'moves the money on submission, and requires approval afterwards',
    // A rejection does not bring the money back, and after an approval it moves a second time.
    breaks: ['APR-07', 'APR-09', 'APR-11', 'APR-14', 'APR-20', 'APR-57', 'APR-58', 'APR-73'],
    mayAlsoBreak: ['APR-68', 'APR-67', 'APR-16', 'APR-31', 'APR-53', 'APR-60'],
    replace: { moneyMovesBeforeApproval: true },
  },
  {
    id: 'approval-reservation-kept',
    title: 'reserves the amount on submission, and keeps it after a rejection',
    breaks: ['APR-07', 'APR-09', 'APR-14', 'APR-60', 'AGM-14', 'AGM-88', 'QUO-83'],
    // Depends on which decision comes first.
    mayAlsoBreak: ['APR-68', 'APR-53'],
    replace: {
      shownBalance: ({ balance }, reserved) => balance - reserved(),
      rejectionExecutes: () => true,
    },
  },
  {
    id: 'approval-pending-filter-empty',
    title: 'returns nothing when the list is filtered by PENDING_APPROVAL',
    breaks: ['APR-08'],
    replace: (conforming) => ({
      withStatus: (actions, status) =>
        status === 'PENDING_APPROVAL' ? [] : conforming.withStatus(actions, status),
    }),
  },
  {
    id: 'approval-filter-outdated',
    title: 'filters by the first status of an action',
    breaks: ['APR-08'],
    replace: () => {
      const found = new Map<string, string>()
      return {
        withStatus: (actions, status) => {
          if (status === undefined) return actions
          for (const { id, status: current } of actions) if (!found.has(id)) found.set(id, current)
          return actions.filter(({ id }) => found.get(id) === status)
        },
      }
    },
  },
  {
    id: 'approval-decides-all',
    title: 'approves all pending actions of the agent along with the named transaction',
    breaks: ['APR-09'],
    replace: affects(['approveTransaction'], ({ agentId }, actions) =>
      actions.filter((action) => action.agentId === agentId && action.status === 'PENDING_APPROVAL'),
    ),
  },
  {
    id: 'approval-returns-500',
    title: 'approves, then returns 500',
    breaks: ['APR-10', 'APR-57'],
    // The approval failed, and its action is still APPROVED.
    mayAlsoBreak: ['APR-53'],
    replace: crashesIn('approveTransaction'),
  },
  {
    id: 'approval-not-shown',
    title: 'still returns an approved action as PENDING_APPROVAL',
    breaks: ['APR-08', 'APR-10'],
    mayAlsoBreak: ['APR-53'],
    replace: shows('AgentAction', ({ status }) => ({
      status: status === 'APPROVED' ? 'PENDING_APPROVAL' : status,
    })),
  },
  {
    id: 'approval-not-paid',
    title: 'approves, but does not execute',
    breaks: ['APR-11', 'APR-57'],
    mayAlsoBreak: ['APR-53'],
    replace: { executionMovesMoney: (after) => after !== 'APPROVAL' },
  },
  {
    id: 'approval-at-creation-not-paid',
    title: 'does not pay an execution at creation when it is approved',
    breaks: ['APR-11'],
    replace: ofCreation((isAtCreation) => ({
      executionMovesMoney: (after, quote) => after !== 'APPROVAL' || !isAtCreation(quote.id),
    })),
  },
  {
    id: 'approval-at-creation-paid-when-rejected',
    title: 'pays an execution at creation when it is rejected',
    breaks: ['APR-14'],
    replace: ofCreation((isAtCreation) => ({ rejectionExecutes: ({ id }) => isAtCreation(id) })),
  },
  {
    id: 'approval-at-creation-paid-again',
    title: 'pays an execution at creation again with each approval',
    breaks: ['APR-20'],
    replace: ofCreation((isAtCreation, conforming) => ({
      mayBeApproved: (action) =>
        conforming.mayBeApproved(action) || (action.status === 'APPROVED' && isAtCreation(action.quoteId)),
    })),
  },
  ...[
    { of: 'within one currency', named: 'within-one-currency', isOfKind: isWithinOneCurrency },
    { of: 'to a UMA address', named: 'to-uma-addresses', isOfKind: isToUmaAddress },
  ].flatMap(({ of, named, isOfKind }): readonly Fault[] => [
    {
      id: `approval-${named}-not-paid`,
      title: `does not pay a transfer ${of} when it is approved`,
      breaks: ['APR-11'],
      replace: { executionMovesMoney: (after, quote) => after !== 'APPROVAL' || !isOfKind(quote) },
    },
    {
      id: `approval-${named}-paid-when-rejected`,
      title: `pays a transfer ${of} when it is rejected`,
      breaks: ['APR-14'],
      replace: { rejectionExecutes: isOfKind },
    },
    {
      id: `approval-${named}-paid-again`,
      title: `pays a transfer ${of} again with each approval`,
      breaks: ['APR-20'],
      replace: approvingAgain(isOfKind),
    },
  ]),
  {
    id: 'approval-rejected-is-failed',
    title: 'records a rejection as a failure',
    breaks: ['APR-12', 'APR-13', 'APR-14'],
    mayAlsoBreak: ['APR-53'],
    replace: { statusAfterRejection: 'FAILED' },
  },
  {
    id: 'approval-rejection-returns-500',
    title: 'rejects, then returns 500',
    breaks: ['APR-13'],
    mayAlsoBreak: ['APR-53'],
    replace: crashesIn('rejectTransaction'),
  },
  {
    id: 'approval-rejected-is-executed',
    title: 'executes a rejected transaction',
    breaks: ['APR-14'],
    mayAlsoBreak: ['APR-68', 'APR-53'],
    replace: { rejectionExecutes: () => true },
  },
  {
    id: 'approval-rejected-by-operation-is-executed',
    title: 'executes a transaction that the operation rejects, and none that the provider state rejects',
    breaks: ['APR-14', 'APR-68'],
    mayAlsoBreak: ['APR-53'],
    replace: (conforming) => {
      let isByOperation = false
      return {
        before: (operation) => {
          isByOperation = operation === 'rejectTransaction'
          return conforming.before(operation)
        },
        rejectionExecutes: () => {
          const executes = isByOperation
          isByOperation = false
          return executes
        },
      }
    },
  },
  {
    id: 'approval-reason-as-object',
    title: 'returns the reason of a rejection as an object',
    breaks: ['APR-15'],
    // The same violates the shape of the action.
    mayAlsoBreak: ['CNV-02'],
    replace: { rejectionReason: (reason) => ({ text: reason }) as unknown as string },
  },
  {
    id: 'approval-expiry-ignored',
    title: 'executes an approved action after its quote expired',
    breaks: ['APR-16'],
    replace: { expiryFailsExecution: false },
  },
  {
    id: 'approval-expiry-with-grace',
    title: 'executes quotes up to a minute after they expired',
    breaks: ['APR-16', 'APR-30'],
    replace: (conforming) => ({
      quoteHasExpired: (quote, now) => conforming.quoteHasExpired(quote, now - 60_000),
    }),
  },
  {
    id: 'approval-expired-is-executed',
    title: 'executes an expired quote that needs no approval',
    breaks: ['APR-30'],
    // An execution without expiry check affects approvals too.
    mayAlsoBreak: ['APR-16'],
    replace: { refusesExpiredQuote: false, expiryFailsExecution: false },
  },
  {
    id: 'approval-overdraws',
    title: 'executes without a balance check',
    breaks: ['APR-17', 'APR-32'],
    mayAlsoBreak: ['APR-67'],
    replace: { hasFunds: () => true },
  },
  {
    id: 'approval-failure-pays',
    title: 'debits the amount of a failed execution',
    breaks: ['APR-16', 'APR-17', 'APR-32'],
    mayAlsoBreak: ['APR-67', 'APR-54'],
    replace: { failedExecutionMovesMoney: true },
  },
  {
    id: 'approval-status-goes-back',
    title: 'sometimes returns a stale PENDING_APPROVAL',
    breaks: ['APR-18'],
    // Affects every check that reads a decided action three times.
    mayAlsoBreak: ['APR-08', 'APR-15', 'APR-19', 'APR-21', 'APR-22', 'APR-23'],
    replace: (conforming) => {
      const looks = new Map<string, number>()
      return shows('AgentAction', ({ id, status }) => {
        if (status !== 'PENDING_APPROVAL') looks.set(id, (looks.get(id) ?? 0) + 1)
        return { status: looks.get(id) === 3 ? 'PENDING_APPROVAL' : status }
      })(conforming)
    },
  },
  {
    id: 'approval-repeated-pays',
    title: 'executes again on a repeated approval',
    breaks: ['APR-19', 'APR-20', 'APR-24'],
    replace: {
      mayBeApproved: ({ status }) => status === 'PENDING_APPROVAL' || status === 'APPROVED',
    },
  },
  {
    id: 'approval-overrules-rejection',
    title: 'approves a rejected action',
    breaks: ['APR-18', 'APR-21', 'APR-24'],
    mayAlsoBreak: ['APR-53'],
    replace: {
      mayBeApproved: ({ status }) => status === 'PENDING_APPROVAL' || status === 'REJECTED',
    },
  },
  {
    id: 'approval-of-failed',
    title: 'sets a failed action to APPROVED when it is approved again',
    breaks: ['APR-18', 'APR-22', 'APR-24'],
    replace: (conforming) => ({
      mayBeApproved: ({ status }) => status === 'PENDING_APPROVAL' || status === 'FAILED',
      ...affects(['approveTransaction'], (action) => {
        if (action.status !== 'FAILED') return [action]
        action.status = 'APPROVED'
        return []
      })(conforming),
    }),
  },
  {
    id: 'approval-rejected-afterwards',
    title: 'rejects an approved action',
    breaks: ['APR-23'],
    mayAlsoBreak: ['APR-53'],
    replace: {
      mayBeRejected: ({ status }) => status === 'PENDING_APPROVAL' || status === 'APPROVED',
    },
  },
  {
    id: 'approval-not-pending-is-400',
    title: 'returns 400 for the approval of an action that is not pending',
    breaks: ['APR-24'],
    replace: refused('notPendingApproval', 400, 'INVALID_INPUT'),
  },
  {
    id: 'approval-not-pending-is-any-conflict',
    title: 'returns the generic code for the approval of an action that is not pending',
    breaks: ['APR-24'],
    replace: refused('notPendingApproval', 409, 'CONFLICT'),
  },
  {
    id: 'approval-unknown-is-400',
    title: 'returns 400 for an unknown transaction',
    breaks: ['APR-25'],
    replace: refused('transactionNotFound', 400, 'INVALID_INPUT'),
  },
  {
    id: 'approval-unknown-is-a-quote',
    title: 'reports "quote not found" for an unknown transaction',
    breaks: ['APR-25'],
    replace: refused('transactionNotFound', 404, 'QUOTE_NOT_FOUND'),
  },
  {
    id: 'approval-malformed-id-is-500',
    title: 'returns 500 for an id that it cannot parse',
    breaks: ['APR-26'],
    replace: (conforming) => ({
      transactionNamed: (transactions, id) => {
        if (!/:[0-9a-f-]{36}$/.test(id)) throw new Error(`${id} has no UUID`)
        return conforming.transactionNamed(transactions, id)
      },
    }),
  },
  {
    id: 'approval-by-any-id',
    title: 'also accepts the id of the quote or the action as the transaction id',
    breaks: ['APR-26'],
    replace: {
      transactionNamed: (transactions, id) => [...transactions.values()].find(anyIdIs(id)),
    },
  },
  {
    id: 'approval-open',
    title: 'approves without checking credentials',
    breaks: ['APR-27', 'APR-28'],
    mayAlsoBreak: ['APR-69'],
    replace: acceptsAllCredentials('approveTransaction'),
  },
  {
    id: 'approval-secret-unread',
    title: 'checks the client id only',
    breaks: ['APR-27', 'APR-29'],
    replace: (conforming) => ({
      mayCallAsPlatform: (operation, authorization, credentials, agents) =>
        clientIdIn(authorization) === credentials.clientId ||
        conforming.mayCallAsPlatform(operation, authorization, credentials, agents),
    }),
  },
  {
    id: 'approval-unauthorised-is-403',
    title: 'returns 403 for an approval without valid credentials',
    breaks: ['APR-27'],
    replace: (conforming) => ({
      unauthorized: (operation) => ({
        ...conforming.unauthorized(operation),
        ...(operation === 'approveTransaction' && { status: 403 }),
      }),
    }),
  },
  {
    id: 'approval-by-another-agent',
    title: "takes another agent's token for an approval or a rejection",
    breaks: ['APR-69'],
    replace: decidedByOtherAgents,
  },
  {
    id: 'approval-by-the-agent',
    title: "accepts an agent's token for an approval",
    breaks: ['APR-28'],
    mayAlsoBreak: ['APR-69'],
    replace: (conforming) => ({
      mayCallAsPlatform: (operation, authorization, credentials, agents) =>
        conforming.mayCallAsPlatform(operation, authorization, credentials, agents) ||
        (operation === 'approveTransaction' &&
          conforming.callingAgent(operation, authorization, agents, credentials) !== undefined),
    }),
  },
  {
    id: 'approval-rejection-open',
    title: 'rejects without checking credentials',
    breaks: ['APR-29'],
    mayAlsoBreak: ['APR-69'],
    replace: acceptsAllCredentials('rejectTransaction'),
  },
  {
    id: 'approval-executes-again-what-needed-none',
    title: 'approves and executes again an action that was executed without approval',
    breaks: ['APR-20'],
    replace: (conforming) => ({
      mayBeApproved: (action) =>
        conforming.mayBeApproved(action) || (action.status === 'APPROVED' && !action.neededApproval),
    }),
  },
  {
    id: 'approval-rejects-what-needed-none',
    title: 'rejects an action that was executed without approval',
    breaks: ['APR-23'],
    replace: (conforming) => ({
      mayBeRejected: (action) =>
        conforming.mayBeRejected(action) || (action.status === 'APPROVED' && !action.neededApproval),
    }),
  },
  {
    id: 'approval-quote-executed-again',
    title: 'executes a quote once per request',
    breaks: ['APR-31'],
    replace: { quoteIsUnsubmitted: () => true },
  },
  {
    id: 'approval-platform-executes-again',
    title: 'lets the platform execute a quote once that its agent has executed',
    breaks: ['APR-31'],
    replace: ({ quoteMayBeExecuted }) => {
      const again = new Set<string>()
      return {
        quoteMayBeExecuted(quote) {
          if (quoteMayBeExecuted(quote)) return true
          const isFirst = quote.agentId !== undefined && !again.has(quote.id)
          again.add(quote.id)
          return isFirst
        },
      }
    },
  },
  {
    id: 'approval-agent-executes-again',
    title: 'lets an agent execute its quote once that the platform has executed',
    breaks: ['APR-31'],
    replace: ({ quoteMayBeExecuted, quoteIsUnsubmitted }) => {
      const executed = new Set<string>()
      return {
        quoteMayBeExecuted(quote) {
          const may = quoteMayBeExecuted(quote)
          if (may) executed.add(quote.id)
          return may
        },
        quoteIsUnsubmitted: (quote) => quoteIsUnsubmitted(quote) || executed.delete(quote.id),
      }
    },
  },
  {
    id: 'approval-besides-the-platform',
    title: 'lets the platform execute a quote that awaits approval, and executes it again on the approval',
    breaks: ['APR-31'],
    replace: {
      quoteMayBeExecuted: ({ transactionId, status }) => transactionId === undefined || status === 'PENDING',
    },
  },
  {
    id: 'approval-threshold-in-a-cache',
    title: 'applies the approval threshold that the agent had at its first execution',
    breaks: ['APR-02', 'APR-05'],
    replace: ({ amountRequiresApproval }) => {
      const first = new Map<string, bigint | undefined>()
      return {
        amountRequiresApproval(quote, agent) {
          if (!first.has(agent.id)) first.set(agent.id, agent.policy.approvalThreshold)
          const policy = { ...agent.policy, approvalThreshold: first.get(agent.id) }
          return amountRequiresApproval(quote, { ...agent, policy })
        },
      }
    },
  },
  {
    id: 'approval-want-of-funds-is-409',
    title: 'returns 409 for an execution without funds',
    breaks: ['APR-33'],
    replace: (conforming) => ({
      refusesUnfundedQuote: (_quote, funded) => !funded,
      insufficientFunds: refusedAs(conforming.insufficientFunds, 409, 'CONFLICT'),
    }),
  },
  {
    id: 'approval-foreign-quote',
    title: 'executes a quote for any agent that knows its id',
    breaks: ['APR-34'],
    replace: { quoteIsExecutableBy: () => true },
  },
  {
    id: 'approval-permission-to-create-is-enough',
    title: 'executes for an agent that may only create quotes',
    breaks: ['APR-35', 'APR-56'],
    replace: { mayExecuteQuotes: ({ policy }) => policy.permissions.includes('CREATE_QUOTES') },
  },
  {
    id: 'approval-token-by-its-beginning',
    title: 'compares only as many characters of a token as it receives',
    breaks: ['APR-36'],
    replace: {
      callingAgent: (_operation, authorization, agents) => {
        const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1]
        return token === undefined
          ? undefined
          : [...agents].find(({ accessToken }) => accessToken.startsWith(token))
      },
    },
  },
  {
    id: 'approval-execution-open',
    title: 'executes a quote for any caller that knows its id',
    breaks: ['APR-34', 'APR-36'],
    replace: (conforming) => ({
      callingAgent: (operation, authorization, agents, credentials) =>
        conforming.callingAgent(operation, authorization, agents, credentials) ??
        (operation === 'executeAgentQuote' ? [...agents].at(-1) : undefined),
      quoteIsExecutableBy: () => true,
    }),
  },
  {
    id: 'approval-action-without-quote',
    title: 'omits the quote from an action',
    breaks: ['APR-37'],
    replace: rewritingEveryAction({ quote: undefined }),
  },
  {
    id: 'approval-action-without-transaction',
    title: 'omits the transaction from an action',
    breaks: ['APR-38'],
    replace: rewritingEveryAction({ transaction: undefined }),
  },
  {
    id: 'approval-action-of-another-customer',
    title: "returns the service's customer id in place of the platform's customer id",
    breaks: ['APR-39'],
    replace: rewritingEveryAction({ platformCustomerId: ({ customerId }) => customerId }),
  },
  {
    id: 'approval-action-with-another-amount',
    title: 'returns the embedded quote net of fees',
    breaks: ['APR-39'],
    replace: rewritingEveryAction(({ quote, ...action }) => {
      const { totalSendingAmount, feesIncluded } = quote as Readonly<Record<string, number>>
      const net = (totalSendingAmount ?? 0) - (feesIncluded ?? 0)
      return { ...action, quote: { ...(quote as Json), totalSendingAmount: net } }
    }),
  },
  {
    id: 'approval-failed-is-paid-once-funded',
    title: 'pays a failed execution once its source account has the funds',
    breaks: ['APR-54'],
    replace: (conforming) => ({
      hasFunds: (account, quote, after) => {
        const hasFunds = conforming.hasFunds(account, quote, after)
        if (!hasFunds) payOnceFunded(account, quote.price.sending)
        return hasFunds
      },
    }),
  },
  {
    id: 'approval-threshold-of-zero-is-none',
    title: 'treats an approval threshold of zero as no threshold',
    breaks: ['APR-55'],
    replace: ({ amountRequiresApproval }) => ({
      amountRequiresApproval: (quote, agent) =>
        agent.policy.approvalThreshold !== 0n && amountRequiresApproval(quote, agent),
    }),
  },
  {
    id: 'approval-receiving-paid-without-fees',
    title: 'debits an approved quote with RECEIVING locked without its fees',
    breaks: ['APR-57'],
    replace: debitingReceivingWithoutFees((_quote, after) => after === 'APPROVAL'),
  },
  {
    id: 'execution-receiving-paid-without-fees',
    title: 'debits a quote with RECEIVING locked, which an agent executes without approval, without its fees',
    breaks: ['APR-64'],
    mayAlsoBreak: ['APR-51', 'QUO-86'],
    replace: debitingReceivingWithoutFees(
      ({ agentId }, after) => agentId !== undefined && after === 'EXECUTION',
    ),
  },
  {
    id: 'approval-not-within-one-currency',
    title: 'pays a transfer within one currency without approval',
    breaks: ['APR-65'],
    replace: withoutApproval(isWithinOneCurrency),
  },
  {
    id: 'approval-not-for-uma-addresses',
    title: 'pays a transfer to a UMA address without approval',
    breaks: ['APR-66'],
    replace: withoutApproval(isToUmaAddress),
  },
  {
    id: 'approval-not-for-a-second-request',
    title: 'executes a quote that awaits approval when its agent requests the execution again',
    breaks: ['APR-68'],
    mayAlsoBreak: ['APR-31'],
    replace: executingAgain(({ status }) => status === 'PENDING'),
  },
  {
    id: 'approval-rejected-is-executed-again',
    title: 'executes a quote whose transaction was rejected when its agent requests the execution again',
    breaks: ['APR-68'],
    replace: executingAgain(({ status }) => status === 'FAILED'),
  },
  {
    id: 'approval-not-for-quotes-of-the-platform',
    title: "lets an agent pay the platform's quotes without the approval that it needs",
    breaks: ['APR-70'],
    replace: payingForOthers(({ agentId }) => agentId === undefined),
  },
  {
    id: 'approval-not-for-quotes-of-other-agents',
    title: "lets an agent pay the quotes of its customer's other agents without the approval that it needs",
    breaks: ['APR-70'],
    replace: payingForOthers(({ agentId }) => agentId !== undefined),
  },
  {
    id: 'approval-threshold-not-within-one-currency',
    title: 'pays a transfer within one currency without approval although it is over the threshold',
    breaks: ['APR-65'],
    replace: withoutThreshold(isWithinOneCurrency),
  },
  {
    id: 'approval-threshold-not-for-uma-addresses',
    title: 'pays a transfer to a UMA address without approval although it is over the threshold',
    breaks: ['APR-66'],
    replace: withoutThreshold(isToUmaAddress),
  },
  {
    id: 'approval-of-cancelled',
    title: 'approves a transaction that was cancelled, and pays it',
    breaks: ['APR-58'],
    mayAlsoBreak: ['APR-22', 'APR-24'],
    replace: ({ mayBeApproved, transactionIsCancellable }) => {
      const cancelled = new Set<string | undefined>()
      return {
        transactionIsCancellable: (transaction) => {
          const isCancellable = transactionIsCancellable(transaction)
          if (isCancellable) cancelled.add(transaction.actionId)
          return isCancellable
        },
        mayBeApproved: (action) => cancelled.has(action.id) || mayBeApproved(action),
      }
    },
  },
]

const anyIdIs =
  (id: string) =>
  (transaction: Transaction): boolean =>
    [transaction.id, transaction.quoteId, transaction.actionId].includes(id)

const clientIdIn = (authorization: string | undefined): string | undefined =>
  Buffer.from(/^Basic (.+)$/.exec(authorization ?? '')?.[1] ?? '', 'base64')
    .toString('utf8')
    .split(':')[0]
