import { pointsToRule, type FaultResult } from './fault-matrix.ts'

/** The faults by the causes that a report of each would name. A fault without a failure has none to judge. */
export interface CausesOfFaults {
  /** With one cause. */
  readonly single: readonly FaultResult[]
  /** With several causes, and a reason for them. */
  readonly reviewed: readonly FaultResult[]
  /** With several causes, and no reason. */
  readonly scattered: readonly FaultResult[]
  /** No cause comes first that names a requirement of the fault. */
  readonly lost: readonly FaultResult[]
  /** With one cause, and a reason for several. */
  readonly reunited: readonly FaultResult[]
}

/** @param reasons by id: why a fault may have several causes */
export function causesOfFaults(
  results: readonly FaultResult[],
  reasons: ReadonlyMap<string, string>,
): CausesOfFaults {
  const failing = results.filter(({ red }) => red.length > 0)
  const hasReason = ({ fault }: FaultResult) => reasons.has(fault.id)
  const single = failing.filter(({ causes }) => causes.length === 1)
  const several = failing.filter(({ causes }) => causes.length > 1)
  return {
    single,
    reviewed: several.filter(hasReason),
    scattered: several.filter((result) => !hasReason(result)),
    lost: failing.filter((result) => !pointsToRule(result) && !hasReason(result)),
    reunited: single.filter(hasReason),
  }
}
