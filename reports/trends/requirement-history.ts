import type { Conformance, PastVerdict } from '../conformance.ts'
import { keyOf, verdictsOf, type RunRecord } from './run-record.ts'

/** How many earlier verdicts a report shows of a requirement. */
const EARLIER = 30

/** The same run with earlier verdicts of each requirement. */
export function withHistory(conformance: Conformance, runs: readonly RunRecord[]): Conformance {
  const earlier = runs
    .filter(
      ({ deployment, startedAt }) =>
        deployment === conformance.deployment.name && startedAt < conformance.startedAt,
    )
    .filter((run) => keyOf(run) !== keyOf(conformance))
    .slice(-EARLIER)
    .map((run) => ({ at: run.startedAt, verdicts: verdictsOf(run) }))
  const requirements = conformance.requirements.map((result) => {
    const history = earlier.flatMap(({ at, verdicts }): readonly PastVerdict[] => {
      const verdict = verdicts.get(result.id)
      return verdict === undefined ? [] : [{ at, verdict }]
    })
    return history.length === 0 ? result : { ...result, history }
  })
  return { ...conformance, requirements }
}
