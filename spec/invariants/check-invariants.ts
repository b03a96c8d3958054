/** The invariants, which apply to every check of every run. */
import type { RequirementId } from '../generated/catalogue.ts'
import type { ConventionTally } from '../judgement.ts'
import { actionsFollowTheStateTable } from './actions-follow-the-state-table.ts'
import { cursorAdvances, cursorWhenMore } from './cursors-continue.ts'
import { lockedQuotes } from './locked-quotes.ts'
import type { Invariant, InvariantBasis, Observation } from './observation.ts'
import { oneAgentPerToken } from './one-agent-per-token.ts'
import { oneResponsePerRequest } from './one-response-per-request.ts'
import { oneCurrencyPerCode } from './one-currency-per-code.ts'
import { oneTransactionPerQuote } from './one-transaction-per-quote.ts'
import { oneResourcePerId } from './one-resource-per-id.ts'
import { pageOfActionsWithinLimit, pageWithinLimit, totalCountsList, totalCountsPage } from './page-counts.ts'
import { quotesAddUp } from './quotes-add-up.ts'
import { quotesShowFees } from './quotes-show-fees.ts'
import {
  closedCardsStayClosed,
  enablementKeepsOperatorsState,
  quotesStayOver,
  unverifiedNeedsChallenge,
} from './states-hold.ts'
import { timesInOrder } from './times-in-order.ts'

export const invariants: readonly { readonly requirement: RequirementId; readonly monitor: Invariant }[] = [
  { requirement: 'CNV-21', monitor: quotesAddUp },
  { requirement: 'CNV-22', monitor: lockedQuotes },
  { requirement: 'CNV-23', monitor: actionsFollowTheStateTable },
  { requirement: 'CNV-24', monitor: oneAgentPerToken },
  { requirement: 'CNV-25', monitor: oneResponsePerRequest },
  { requirement: 'CNV-26', monitor: timesInOrder },
  { requirement: 'CNV-27', monitor: cursorWhenMore },
  { requirement: 'CNV-28', monitor: pageOfActionsWithinLimit },
  { requirement: 'CNV-29', monitor: pageWithinLimit },
  { requirement: 'CNV-30', monitor: totalCountsPage },
  { requirement: 'CNV-31', monitor: cursorAdvances },
  { requirement: 'CNV-32', monitor: quotesShowFees },
  { requirement: 'CNV-33', monitor: closedCardsStayClosed },
  { requirement: 'CNV-34', monitor: quotesStayOver },
  { requirement: 'CNV-35', monitor: enablementKeepsOperatorsState },
  { requirement: 'CNV-36', monitor: unverifiedNeedsChallenge },
  { requirement: 'CNV-37', monitor: oneResourcePerId },
  { requirement: 'CNV-38', monitor: totalCountsList },
  { requirement: 'CNV-39', monitor: oneTransactionPerQuote },
  { requirement: 'CNV-40', monitor: oneCurrencyPerCode },
]

/** Maximum violations of one invariant per check; a single page may violate it a hundred times. */
const MOST_TOLD = 10

/** The violations of each invariant in the responses of a check; without invariants that no response exercised. */
export const checkInvariants = (
  history: readonly Observation[],
  by: InvariantBasis,
): readonly ConventionTally[] =>
  invariants.flatMap(({ requirement, monitor }) => {
    const { judged, violations } = monitor(history, by)
    if (judged === 0) return []
    const shown = violations
      .slice(0, MOST_TOLD)
      .map(({ exchange, at, message }) => ({ exchange, finding: { requirement, at, message } }))
    return [{ requirement, judged, violations: shown }]
  })
