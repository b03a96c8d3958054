/** Applies the entries of a baseline to a run: known failures do not count until they expire. */
import type { Conformance, RequirementResult, Waiver } from './conformance.ts'

/** An entry of a baseline file. */
export interface KnownFailure {
  readonly id: string
  /** `failing` fails every time, `flaky` sometimes. */
  readonly kind: Waiver['kind']
  readonly reason: string
  /** The last day on which it does not count, as YYYY-MM-DD, UTC. */
  readonly expires: string
  readonly issue?: string
  readonly owner?: string
}

export interface Baseline {
  /** Path as given. */
  readonly file: string
  readonly entries: readonly KnownFailure[]
}

/**
 * The state of an entry in a run. A flaky requirement is covered only by an entry for flaky; one that was not judged is
 * not covered, since it is unknown whether it still fails.
 *
 * @param day of the run, as YYYY-MM-DD, UTC
 */
export function waiverState(
  { kind, expires }: Pick<KnownFailure, 'kind' | 'expires'>,
  verdict: RequirementResult['verdict'],
  day: string,
): Waiver['state'] {
  if (verdict === 'pass') return 'fixed'
  const covered = verdict === 'fail' || verdict === 'warn' || (verdict === 'flaky' && kind === 'flaky')
  if (!covered) return 'unused'
  return day > expires ? 'expired' : 'waived'
}

/** The same run with the entries of a baseline at their requirements. No verdict changes. */
export function withBaseline(conformance: Conformance, { file, entries }: Baseline): Conformance {
  const known = new Map(entries.map((entry) => [entry.id, entry]))
  const day = conformance.finishedAt.slice(0, 10)
  const requirements = conformance.requirements.map((result): RequirementResult => {
    const entry = known.get(result.id)
    if (!entry) return result
    const { id: _, ...said } = entry
    return { ...result, waiver: { ...said, state: waiverState(entry, result.verdict, day) } }
  })
  return { ...conformance, requirements, baseline: { file } }
}
