/** Adds the baseline and the history to a run. No verdict changes. */
import type { Conformance } from './conformance.ts'
import { withHistory } from './trends/requirement-history.ts'
import { readHistory } from './trends/run-file.ts'
import { withBaseline, type Baseline } from './waiver.ts'

export interface BaselineAndHistory {
  /** Failures that are known; undefined: none. */
  readonly baseline?: Baseline | undefined
  /** Requirement ids that may be blocked with exit code 0, or `all`; undefined: none. */
  readonly allowBlocked: readonly string[] | undefined
  /** Folder of the history with earlier runs; undefined: none. */
  readonly history?: string | undefined
}

/** The run with its baseline, its allowed blocked requirements, and earlier verdicts of each requirement. */
export function withBaselineAndHistory(
  conformance: Conformance,
  { baseline, allowBlocked, history }: BaselineAndHistory,
): Conformance {
  const gated = allowBlocked ? { ...conformance, allowBlocked } : conformance
  const known = baseline ? withBaseline(gated, baseline) : gated
  return history === undefined ? known : withHistory(known, readHistory(history).runs)
}
