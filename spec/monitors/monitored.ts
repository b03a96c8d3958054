/** The laws that span exchanges, on in every run and for every check. */
import type { RequirementId } from '../generated/catalogue.ts'
import type { ConventionTally } from '../judgement.ts'
import { actionsMoveLawfully } from './actions-move-lawfully.ts'
import { lockedQuotes } from './locked-quotes.ts'
import type { Monitor, Observation } from './observation.ts'
import { oneAgentPerToken } from './one-agent-per-token.ts'
import { oneAnswerPerRequest } from './one-answer-per-request.ts'
import { quotesAddUp } from './quotes-add-up.ts'
import { timesInOrder } from './times-in-order.ts'

export const monitors: readonly { readonly requirement: RequirementId; readonly monitor: Monitor }[] = [
  { requirement: 'CNV-21', monitor: quotesAddUp },
  { requirement: 'CNV-22', monitor: lockedQuotes },
  { requirement: 'CNV-23', monitor: actionsMoveLawfully },
  { requirement: 'CNV-24', monitor: oneAgentPerToken },
  { requirement: 'CNV-25', monitor: oneAnswerPerRequest },
  { requirement: 'CNV-26', monitor: timesInOrder },
]

/** Of one law so much is told per check; a page may break it a hundred times. */
const MOST_TOLD = 10

/** What each law says of the answers of a check; laws that had nothing to be broken in are left out. */
export const monitored = (
  history: readonly Observation[],
  names: { readonly requestIdHeader: string },
): readonly ConventionTally[] =>
  monitors.flatMap(({ requirement, monitor }) => {
    const { judged, broken } = monitor(history, names)
    if (judged === 0) return []
    const told = broken
      .slice(0, MOST_TOLD)
      .map(({ exchange, at, message }) => ({ exchange, finding: { requirement, at, message } }))
    return [{ requirement, judged, broken: told }]
  })
