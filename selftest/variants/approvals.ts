import { refused } from '../refused.ts'
import { affects } from '../affects.ts'
import type { ReferenceResponse } from '../../reference/reference-response.ts'
import type { Rules } from '../../reference/rules/index.ts'
import { Refused } from '../../reference/errors.ts'
import { isObject } from '../../reference/is-object.ts'
import { answersChanged } from './rewritten.ts'
import type { Variant } from './variant.ts'

const failed = ({ body }: ReferenceResponse): string | undefined =>
  isObject(body) && body.status === 'FAILED' ? String(body.failureReason) : undefined

/** An execution within a minute of another one between the same accounts with the same price is rejected. */
function refuseEqualPayments({ quoteIsUnsubmitted }: Rules): Partial<Rules> {
  const executions = new Map<string, { readonly quoteId: string; readonly at: number }>()
  return {
    quoteIsUnsubmitted: (quote) => {
      const payment = JSON.stringify([quote.source, quote.destination, String(quote.price.sending)])
      const earlier = executions.get(payment)
      if (earlier && earlier.quoteId !== quote.id && Date.now() - earlier.at < 60_000) return false
      executions.set(payment, { quoteId: quote.id, at: Date.now() })
      return quoteIsUnsubmitted(quote)
    },
  }
}

/** In smallest units. */
const DAILY_LIMIT = 300_000n

/** An account of a new customer pays a limited amount a day; an execution beyond it is rejected. */
function limitPaymentsOfTheDay({ refusesUnfundedQuote, amountOutOfRange }: Rules): Partial<Rules> {
  const submitted = new Map<string, bigint>()
  return {
    refusesUnfundedQuote: (quote, funded) => {
      const isRefused = refusesUnfundedQuote(quote, funded)
      const source = JSON.stringify(quote.source)
      const sum = (submitted.get(source) ?? 0n) + quote.price.sending
      if (!isRefused && sum > DAILY_LIMIT) throw new Refused(amountOutOfRange)
      submitted.set(source, sum)
      return isRefused
    },
  }
}

const RELEASED_AFTER_MS = 3_000

/** A released reservation shows in the balance after a while: from its first read, since nothing else sees the balance. */
function releaseLate(): Partial<Rules> {
  const shown = new Map<string, { readonly amount: bigint; readonly risesAt?: number }>()
  return {
    shownBalance: ({ id, balance }, reserved) => {
      const held = reserved()
      const available = balance - held
      const last = shown.get(id)
      if (last === undefined && held === 0n) return balance
      if (last === undefined || available <= last.amount) {
        shown.set(id, { amount: available })
        return available
      }
      const { amount, risesAt = Date.now() + RELEASED_AFTER_MS } = last
      shown.set(id, Date.now() < risesAt ? { amount, risesAt } : { amount: available })
      return Date.now() < risesAt ? amount : available
    },
  }
}

/** Contract: States, Agent action status; Other endpoints that are referenced; Errors. */
export const approvalVariations: readonly Variant[] = [
  {
    id: 'unfunded-execution-refused',
    title: 'rejects an execution without funds',
    point: 'execution without funds',
    interpretation: '400 INSUFFICIENT_FUNDS.',
    replace: (rules) => ({
      refusesUnfundedQuote: (quote, funded) => rules.refusesUnfundedQuote(quote, funded) || !funded,
    }),
  },
  {
    id: 'executions-limited-for-a-day',
    // With others, checks execute more on one account.
    alone: true,
    title: 'rejects executions beyond 3,000.00 a day of the same account',
    point: 'limits for accounts',
    interpretation: '400 AMOUNT_OUT_OF_RANGE: the contract shows no limits (Limits, gaps).',
    blocks: ['APR-02', 'APR-05', 'AGM-14', 'AGM-15'],
    replace: limitPaymentsOfTheDay,
  },
  {
    id: 'unfunded-execution-conflicts',
    title: 'returns 409 for an execution without funds',
    point: 'execution without funds',
    interpretation: 'The contract allows an error other than the one in the catalogue.',
    warns: ['APR-33'],
    unmet: ['INSUFFICIENT_FUNDS'],
    replace: (rules) => ({
      refusesUnfundedQuote: (quote, funded) => rules.refusesUnfundedQuote(quote, funded) || !funded,
      insufficientFunds: { ...rules.insufficientFunds, status: 409, code: 'CONFLICT' },
    }),
  },
  {
    id: 'equal-payment-refused-within-a-minute',
    title: 'refuses a payment that equals another one of the same account within a minute',
    point: 'equal payments within a short time',
    interpretation:
      'An equal payment is likely to be a mistake: 409 CONFLICT, as for a quote that was submitted before.',
    replace: refuseEqualPayments,
  },
  {
    id: 'unapproved-executions-not-listed',
    title: 'omits executions without approval from the list, unless they failed',
    point: 'an action that needs no approval',
    interpretation: 'The list serves to follow decisions; the contract does not specify the rest.',
    replace: (rules) => ({
      visibleActions: (actions, request) =>
        rules
          .visibleActions(actions, request)
          .filter(({ neededApproval, status }) => neededApproval || status === 'FAILED'),
    }),
  },
  {
    id: 'failed-executions-not-listed',
    alone: true,
    title: 'accepts the execution of an expired or unfunded quote, fails it, and omits it from the list',
    point: 'an action that needs no approval',
    interpretation: 'The contract does not specify whether it is listed, even once it failed.',
    blocks: ['APR-54'],
    replace: (rules) => ({
      refusesExpiredQuote: false,
      visibleActions: (actions, request) =>
        rules.visibleActions(actions, request).filter(({ neededApproval }) => neededApproval),
    }),
  },
  {
    id: 'immediate-execution-refused-where-approval-is-needed',
    title: 'rejects immediatelyExecute when the execution needs approval',
    point: 'immediatelyExecute where approval is needed',
    interpretation: 'An execution that needs approval cannot run at creation.',
    replace: (rules) => ({
      mayAwaitApproval: (agent, quote) =>
        !rules.modeRequiresApproval(agent) && !rules.amountRequiresApproval(quote, agent),
    }),
  },
  {
    id: 'expired-execution-fails',
    title: 'accepts the execution of an expired quote, then fails it',
    point: 'execution of an expired quote',
    interpretation: 'The action is FAILED, as after an approval.',
    replace: { refusesExpiredQuote: false },
  },
  {
    id: 'expired-execution-conflicts',
    title: 'returns 409 for the execution of an expired quote',
    point: 'execution of an expired quote',
    interpretation: 'The contract does not specify which error.',
    warns: ['QTE-35'],
    unmet: ['QUOTE_EXPIRED'],
    replace: refused('quoteExpired', 409, 'CONFLICT'),
  },
  {
    id: 'executed-again-returns-the-first',
    title: 'returns the first action for a second execution of a quote',
    point: 'execution of a quote that was executed',
    interpretation: 'The quote is executed once; the response may be the same.',
    replace: { answersExecutionAgain: true },
  },
  {
    id: 'executed-again-is-a-bad-request',
    title: 'returns 400 for the second execution of a quote',
    point: 'execution of a quote that was executed',
    interpretation: 'The contract does not specify which error.',
    replace: refused('quoteAlreadySubmitted', 400, 'INVALID_INPUT'),
  },
  {
    id: 'approval-repeated-succeeds',
    alone: true,
    title: 'accepts a repeated approval without effect',
    point: 'the same decision repeated',
    interpretation: 'A repeated approval succeeds without effect.',
    warns: ['APR-19', 'APR-24'],
    replace: (rules) => ({
      mayBeApproved: ({ status }) => status !== 'REJECTED',
      ...affects(['approveTransaction'], (action) => (action.status === 'PENDING_APPROVAL' ? [action] : []))(
        rules,
      ),
    }),
  },
  {
    id: 'approval-reserves-the-amount',
    alone: true,
    title: 'shows the available balance, from which an execution that awaits approval reserves its amount',
    point: 'balance while an execution awaits approval',
    interpretation: 'A reservation moves no money; a rejection or a failure releases it.',
    replace: { shownBalance: ({ balance }, reserved) => balance - reserved() },
  },
  {
    id: 'approval-releases-late',
    alone: true,
    title: 'shows the available balance, and releases the amount of a rejected execution three seconds later',
    point: 'balance while an execution awaits approval',
    interpretation: 'The contract does not mention reservations, and so not when one is released.',
    replace: releaseLate,
  },
  {
    id: 'late-decisions-succeed',
    alone: true,
    title: 'accepts every further decision on a decided action without effect',
    point: 'a decision on what was decided',
    interpretation: 'It succeeds without effect: the contract ties no code to the operation.',
    warns: ['APR-19', 'APR-24'],
    unmet: ['TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'],
    replace: (rules) =>
      answersChanged(rules, (response, operation) =>
        (operation === 'approveTransaction' || operation === 'rejectTransaction') &&
        isObject(response.body) &&
        response.body.code === 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'
          ? { status: 200, body: {} }
          : response,
      ),
  },
  {
    id: 'late-and-unfunded-approvals-rejected',
    alone: true,
    title: 'rejects an approval that cannot be executed, and leaves the action pending',
    point: 'response to an approval whose execution fails',
    interpretation: 'The approval is rejected, and no money moves.',
    replace: { refusesFailingApproval: true },
  },
  {
    id: 'failing-approval-refused',
    title: 'returns 400 for an approval whose execution fails',
    point: 'response to an approval whose execution fails',
    interpretation: 'The contract does not specify the response of the approval; the action is FAILED.',
    replace: (rules) =>
      answersChanged(rules, (response, operation) => {
        const code = operation === 'approveTransaction' ? failed(response) : undefined
        return code === undefined
          ? response
          : { status: 400, body: { code, reason: 'The transaction was approved, and its execution failed.' } }
      }),
  },
  {
    id: 'unknown-transaction-not-pending',
    title: 'returns the not-pending error for the approval of an unknown transaction',
    point: 'approval of an unknown transaction',
    interpretation: 'An unknown transaction is not pending; the contract does not map codes to operations.',
    unmet: ['TRANSACTION_NOT_FOUND'],
    replace: (rules) =>
      answersChanged(rules, (response, operation) =>
        operation === 'approveTransaction' && response.status === 404
          ? {
              status: 409,
              body: {
                code: 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL',
                reason: 'The transaction is not pending platform approval.',
              },
            }
          : response,
      ),
  },
  {
    id: 'threshold-in-the-receiving-currency',
    alone: true,
    title: 'compares the received amount with the approval threshold',
    point: 'amount that is compared with the approval threshold',
    interpretation: 'The contract does not specify which amount of the quote.',
    warns: ['APR-06', 'APR-50', 'APR-51', 'QUO-84', 'QUO-86', 'QUO-87'],
    replace: {
      amountRequiresApproval: ({ price }, { policy }) =>
        policy.approvalThreshold !== undefined && price.receiving > policy.approvalThreshold,
    },
  },
  {
    id: 'threshold-without-fees',
    title: 'compares the amount without fees with the approval threshold',
    point: 'amount that is compared with the approval threshold',
    interpretation: 'The contract does not specify which amount of the quote.',
    warns: ['QUO-84', 'QUO-86'],
    replace: {
      amountRequiresApproval: ({ price }, { policy }) =>
        policy.approvalThreshold !== undefined && price.sending - price.fees > policy.approvalThreshold,
    },
  },
]
