/** Rules for the fields of an action, by the expectations of the checks. */
import { valueAt } from '../../spec/value-at.ts'
import type { CheckedResponse } from '../../fixtures/http/checked-response.ts'
import type { RequirementId } from '../../spec/index.ts'
import {
  expectAccountsOfQuote,
  expectCurrenciesOf,
  expectKeptFields,
  expectNoFailureReason,
  expectNoRejectionReason,
  expectNoSettlement,
  expectOrder,
  expectOwner,
  expectQuoteNotCompleted,
  expectSameParties,
  expectSameTerms,
  expectSubmission,
  expectUpdatedLater,
  SETTLEMENTS,
  UPDATES,
} from '../../suites/agent-operations/action-expectations.ts'
import { problemsOf } from '../judge.ts'
import type { ModelAgent, ModelQuote } from '../model.ts'
import type { Problem } from '../violation.ts'

/** A rule, and the expectation that throws where an action violates it. */
type Rule = readonly [requirement: RequirementId, expectation: () => void]

/** Violations in an action of the agent. Missing values pass. */
export function actionProblems(
  response: CheckedResponse,
  action: unknown,
  { holder }: ModelAgent,
  quote: ModelQuote | undefined,
  earlier?: unknown,
): readonly Problem[] {
  const parties = { ...holder, agentId: holder.agentId === '' ? undefined : holder.agentId }
  const rules: readonly Rule[] = [
    ['ACT-27', () => expectOwner([action], parties)],
    ['AGA-06', () => expectSameParties([action], parties)],
    ['AGA-07', () => expectAccountsOfQuote([action])],
    ['AGA-08', () => expectOrder([action], UPDATES)],
    ['AGA-12', () => expectOrder([action], SETTLEMENTS)],
    ['AGA-22', () => expectCurrenciesOf(action, holder)],
    ...rulesOfQuote(action, parties, quote),
    ...rulesOfStatus(action),
    ...(earlier === undefined ? [] : rulesOfTime(action, earlier)),
  ]
  return problemsOf(response, rules)
}

type Submitter = Parameters<typeof expectSubmission>[1]['holder']

const rulesOfQuote = (action: unknown, holder: Submitter, quote: ModelQuote | undefined): readonly Rule[] => {
  if (!quote) return []
  const { expiresAt: _instant, ...terms } = quote.terms
  const submitted = {
    holder,
    quoteId: terms.id,
    totalSendingAmount: terms.totalSendingAmount,
    transactionId: undefined,
  }
  return [
    ['APR-39', () => expectSubmission(action, submitted)],
    ['AGA-23', () => expectSameTerms(action, terms)],
  ]
}

/** The rules for the status of an action (contract: States, Agent action status). */
function rulesOfStatus(action: unknown): readonly Rule[] {
  switch (valueAt(action, 'status')) {
    case 'PENDING_APPROVAL':
      return [['AGA-09', () => expectNoRejectionReason([action])]]
    case 'APPROVED':
      return [
        ['AGA-09', () => expectNoRejectionReason([action])],
        ...(isSettled(action) ? [['AGA-25', () => expectNoFailureReason(action)] as const] : []),
      ]
    case 'REJECTED':
      return [
        ['AGA-24', () => expectQuoteNotCompleted(action)],
        ['AGA-25', () => expectNoSettlement(action)],
      ]
    case 'FAILED':
      return [
        ['AGA-27', () => expectQuoteNotCompleted(action)],
        ['AGA-25', () => expectNoSettlement(action)],
      ]
    default:
      return []
  }
}

const isSettled = (action: unknown): boolean => (valueAt(action, 'transaction.settledAt') ?? null) !== null

const rulesOfTime = (action: unknown, earlier: unknown): readonly Rule[] => [
  ['AGA-29', () => expectKeptFields(earlier, action)],
  ['AGA-30', () => expectUpdatedLater(earlier, action)],
]
