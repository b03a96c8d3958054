import type { ReferenceResponse } from '../../reference/reference-response.ts'
import { isObject } from '../../reference/is-object.ts'
import { answersChanged } from './rewritten.ts'
import type { Variant } from './variant.ts'

const failed = ({ body }: ReferenceResponse): string | undefined =>
  isObject(body) && body.status === 'FAILED' ? String(body.failureReason) : undefined

/** Contract: States, Agent action status; Other endpoints that are referenced; Errors. */
export const approvalVariations: readonly Variant[] = [
  {
    id: 'unfunded-execution-refused',
    title: 'refuses an execution for which the source has no funds',
    point: 'execution without funds',
    reading: '400 INSUFFICIENT_FUNDS.',
    replace: (rules) => ({
      refusesUnfundedQuote: (quote, funded) => rules.refusesUnfundedQuote(quote, funded) || !funded,
    }),
  },
  {
    id: 'unfunded-execution-conflicts',
    title: 'refuses an execution for which the source has no funds with 409',
    point: 'execution without funds',
    reading: 'Another refusal than the one the catalogue has.',
    warns: ['APR-33'],
    unmet: ['INSUFFICIENT_FUNDS'],
    replace: (rules) => ({
      refusesUnfundedQuote: (quote, funded) => rules.refusesUnfundedQuote(quote, funded) || !funded,
      insufficientFunds: () => ({ ...rules.insufficientFunds(), status: 409, code: 'CONFLICT' }),
    }),
  },
  {
    id: 'unapproved-executions-not-listed',
    title: 'lists no execution that needed no approval, unless it failed',
    point: 'an action that needs no approval',
    reading: 'The list is there to follow decisions; whether the others are listed is not shown.',
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
    title: 'accepts the execution of an expired or unfunded quote, fails it, and lists no such action',
    point: 'an action that needs no approval',
    reading: 'Whether it is listed is not shown, also once it failed.',
    replace: (rules) => ({
      refusesExpiredQuote: () => false,
      visibleActions: (actions, request) =>
        rules.visibleActions(actions, request).filter(({ neededApproval }) => neededApproval),
    }),
  },
  {
    id: 'immediate-execution-refused-where-approval-is-needed',
    title: 'refuses immediatelyExecute where the execution needs approval',
    point: 'immediatelyExecute where approval is needed',
    reading: 'What needs approval cannot be executed at creation.',
    replace: (rules) => ({
      mayAwaitApproval: (agent, quote) =>
        !rules.modeRequiresApproval(agent) && !rules.amountRequiresApproval(quote, agent),
    }),
  },
  {
    id: 'expired-execution-fails',
    title: 'accepts the execution of an expired quote, and fails it',
    point: 'execution of an expired quote',
    reading: 'A FAILED action, as after an approval.',
    replace: () => ({ refusesExpiredQuote: () => false }),
  },
  {
    id: 'expired-execution-conflicts',
    title: 'refuses the execution of an expired quote with 409',
    point: 'execution of an expired quote',
    reading: 'Which error, is not shown.',
    warns: ['QTE-35'],
    unmet: ['QUOTE_EXPIRED'],
    replace: (rules) => ({
      quoteExpired: () => ({ ...rules.quoteExpired(), status: 409, code: 'CONFLICT' }),
    }),
  },
  {
    id: 'executed-again-answers-the-first',
    title: 'answers the second execution of a quote with the action of the first',
    point: 'execution of a quote that was executed',
    reading: 'It is executed once; the answer may be the same.',
    replace: () => ({ answersExecutionAgain: () => true }),
  },
  {
    id: 'executed-again-is-a-bad-request',
    title: 'refuses the second execution of a quote with 400',
    point: 'execution of a quote that was executed',
    reading: 'Which error, is not shown.',
    replace: (rules) => ({
      quoteAlreadySubmitted: () => ({ ...rules.quoteAlreadySubmitted(), status: 400, code: 'INVALID_INPUT' }),
    }),
  },
  {
    id: 'approval-repeated-succeeds',
    alone: true,
    title: 'responds to a repeated approval like to the first, without effect',
    point: 'the same decision repeated',
    reading: 'It succeeds without effect.',
    warns: ['APR-19', 'APR-24'],
    replace: () => ({
      mayBeApproved: ({ status }) => status !== 'REJECTED',
      actionsApproved: (action) => (action.status === 'PENDING_APPROVAL' ? [action] : []),
    }),
  },
  {
    id: 'late-decisions-succeed',
    alone: true,
    title: 'responds to every decision on what was decided with success, without effect',
    point: 'a decision on what was decided',
    reading: 'It succeeds without effect: no code is tied to the operation.',
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
    point: 'answer of an approval whose execution fails',
    reading: 'The approval is rejected, and no money moves.',
    replace: () => ({ refusesFailingApproval: () => true }),
  },
  {
    id: 'failing-approval-refused',
    title: 'answers an approval whose execution fails with 400',
    point: 'answer of an approval whose execution fails',
    reading: 'What approving answers is not shown; the action is FAILED.',
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
    title: 'rejects the approval of an unknown transaction as not pending',
    point: 'approval of an unknown transaction',
    reading: 'What is not there is not pending; which operations return which codes is not shown.',
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
    title: 'compares the amount that is received with the approval threshold',
    point: 'amount that is compared with the approval threshold',
    reading: 'Which amount of the quote, is not shown.',
    warns: ['APR-06', 'APR-50', 'APR-51', 'QUO-84', 'QUO-86', 'QUO-87'],
    replace: () => ({
      amountRequiresApproval: ({ price }, { policy }) =>
        policy.approvalThreshold !== undefined && price.receiving > policy.approvalThreshold,
    }),
  },
  {
    id: 'threshold-without-fees',
    title: 'compares what is left without the fees with the approval threshold',
    point: 'amount that is compared with the approval threshold',
    reading: 'Which amount of the quote, is not shown.',
    warns: ['QUO-84', 'QUO-86'],
    replace: () => ({
      amountRequiresApproval: ({ price }, { policy }) =>
        policy.approvalThreshold !== undefined && price.sending - price.fees > policy.approvalThreshold,
    }),
  },
]
