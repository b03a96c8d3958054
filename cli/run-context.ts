import type { RunContext } from '../reports/run-context.ts'

/**
 * What the report of a run shows besides its verdicts, by the variables that `assay run` sets.
 *
 * @throws UsageError when the baseline cannot be used
 */
export async function runContext({
  ASSAY_BASELINE,
  ASSAY_ALLOW_BLOCKED,
  ASSAY_HISTORY,
}: NodeJS.ProcessEnv): Promise<RunContext> {
  const baseline = ASSAY_BASELINE
    ? (await import('./baseline/load-baseline.ts')).loadBaseline(ASSAY_BASELINE)
    : undefined
  return { baseline, allowBlocked: ASSAY_ALLOW_BLOCKED !== undefined, history: ASSAY_HISTORY }
}
