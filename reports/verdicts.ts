/**
 * The rules of docs/outcomes for the verdict and the exit code of a run, each a small pure function. The scripts of
 * pages are bundled before the data of the contract are generated, so this file imports none.
 */
import type { Conformance, RequirementResult, Verdict } from './conformance.ts'

/** Worst first. `blocked` outranks `warn` and `pass`: what could not be judged is never hidden by what could. */
export const VERDICTS: readonly Verdict[] = [
  'fail',
  'flaky',
  'blocked',
  'warn',
  'pass',
  'not-applicable',
  'not-specified',
]

/** The worst of some verdicts; undefined of none. */
export const worstOf = (verdicts: readonly Verdict[]): Verdict | undefined =>
  VERDICTS.find((verdict) => verdicts.includes(verdict))

/** How often each verdict occurs. */
export function totalsOf(results: readonly { readonly verdict: Verdict }[]): Record<Verdict, number> {
  const totals = Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0])) as Record<Verdict, number>
  for (const { verdict } of results) totals[verdict] += 1
  return totals
}

/** The verdict of a run. A run without judgements is inconclusive, never conformant. */
export function runVerdict(
  requirements: readonly Pick<RequirementResult, 'level' | 'verdict'>[],
  complete: boolean,
): Conformance['verdict'] {
  const must = requirements.filter(({ level }) => level === 'MUST').map(({ verdict }) => verdict)
  if (must.includes('fail') || must.includes('flaky')) return 'non-conformant'
  const judged = requirements.some(({ verdict }) => ['pass', 'fail', 'warn', 'flaky'].includes(verdict))
  return must.includes('blocked') || !complete || !judged ? 'inconclusive' : 'conformant'
}

/** The values that determine the exit code of a run. */
export type Gated = Pick<Conformance, 'complete' | 'allowBlocked'> & {
  readonly requirements: readonly Pick<RequirementResult, 'id' | 'level' | 'verdict' | 'waiver'>[]
}

/** Whether a requirement may be blocked with exit code 0. */
export const mayBeBlocked = (id: string, allowBlocked: readonly string[] = []): boolean =>
  allowBlocked.includes('all') || allowBlocked.includes(id)

/**
 * The exit code of a run. What the baseline waives, and under `--allow-blocked` what is blocked, does not count here; it
 * changes no verdict, the run's included. 2 is not among them: such a run never starts.
 */
export function exitCode({ requirements, complete, allowBlocked }: Gated): 0 | 1 | 3 {
  const counted = requirements.map(({ id, level, verdict, waiver }) => {
    if (waiver?.state === 'waived') return { level, verdict: 'warn' } as const
    return verdict === 'blocked' && mayBeBlocked(id, allowBlocked)
      ? ({ level, verdict: 'not-applicable' } as const)
      : { level, verdict }
  })
  return { conformant: 0, 'non-conformant': 1, inconclusive: 3 }[runVerdict(counted, complete)] as 0 | 1 | 3
}
