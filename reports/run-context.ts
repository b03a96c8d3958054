import type { Conformance } from './conformance.ts'
import { withHistory } from './trends/requirement-history.ts'
import { readHistory } from './trends/run-file.ts'
import { withBaseline, type Baseline } from './waiver.ts'

/** What is laid beside the verdicts of a run, and changes none. */
export interface RunContext {
  /** Failures that were known before; undefined: the run has no baseline. */
  readonly baseline: Baseline | undefined
  /** Whether what is blocked may leave the exit code at 0. */
  readonly allowBlocked: boolean
  /** Folder of the history, of which the report shows what earlier runs said; undefined: there is none. */
  readonly history: string | undefined
}

/** The same run with what was known of it before. */
export function withContext(
  conformance: Conformance,
  { baseline, allowBlocked, history }: RunContext,
): Conformance {
  const gated = allowBlocked ? { ...conformance, allowBlocked: true as const } : conformance
  const known = baseline ? withBaseline(gated, baseline) : gated
  return history === undefined ? known : withHistory(known, readHistory(history).runs)
}
