import { conformanceOf } from '../../reports/conformance-of.ts'
import type { Conformance } from '../../reports/conformance.ts'
import { LATEST_EDITION, type RequirementId } from '../../spec/index.ts'
import type { ReportedTarget } from '../hosted/judge-targets.ts'

/** The results that the report of one of many deployments would have. */
export function conformanceOfTarget(
  { judgements, exchanges }: Pick<ReportedTarget, 'judgements' | 'exchanges'>,
  only: readonly RequirementId[],
): Conformance {
  const now = new Date().toISOString()
  return conformanceOf(
    {
      claimedAreas: undefined,
      notOffered: [],
      only,
      planned: [],
      judgements,
      toolVersion: 'self-test',
      deployment: { name: 'self-test', baseUrl: 'http://self-test.invalid' },
      edition: LATEST_EDITION,
      seed: 'self-test',
      startedAt: now,
      finishedAt: now,
      complete: true,
    },
    exchanges,
  )
}
