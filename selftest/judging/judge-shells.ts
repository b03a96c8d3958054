/** The suites against the shells: which requirements pass on a server that does nothing useful. */
import { conformanceOf } from '../../reports/conformance-of.ts'
import type { Shell } from '../shells/index.ts'
import { LATEST_EDITION, requirements, type Judgement, type RequirementId } from '../../spec/index.ts'
import { hostedJudgements } from '../hosted/judge-hosted.ts'

/** What the suites said of a shell. */
export interface ShellResult {
  readonly shell: Shell
  /** MUST requirements that were asked for and passed. */
  readonly passed: readonly RequirementId[]
  readonly checksRun: number
}

/**
 * Runs the suites against the shells; the verdicts are those of a report.
 *
 * @param only requirements to judge
 * @throws Error when a judging process failed
 */
export async function judgeShells(
  chosen: readonly Shell[],
  only: readonly RequirementId[],
): Promise<readonly ShellResult[]> {
  const judged = await hostedJudgements(
    chosen.map(({ id }) => ({ name: id, prefix: `/shells/${id}`, only, waitsFor: only })),
  )
  return chosen.map((shell) => {
    const judgements = judged.get(shell.id) ?? []
    return { shell, passed: passedOf(judgements, only), checksRun: judgements.length }
  })
}

function passedOf(
  judgements: readonly Judgement[],
  only: readonly RequirementId[],
): readonly RequirementId[] {
  const now = new Date().toISOString()
  const conformance = conformanceOf(
    {
      claimedAreas: undefined,
      notOffered: [],
      only,
      planned: [],
      judgements,
      toolVersion: 'self-test',
      deployment: { name: 'shell', baseUrl: 'http://shell.invalid' },
      edition: LATEST_EDITION,
      seed: 'self-test',
      startedAt: now,
      finishedAt: now,
      complete: true,
    },
    [],
  )
  return conformance.requirements
    .filter(({ level, verdict }) => level === 'MUST' && verdict === 'pass')
    .map(({ id }) => id as RequirementId)
    .filter((id) => only.includes(id))
}

/** The requirements of areas and ids; all where none is named. */
export const requirementsNamed = (names: readonly string[]): typeof requirements =>
  requirements.filter(
    ({ id, area, within }) =>
      names.length === 0 || [id, area, within].some((name) => name !== undefined && names.includes(name)),
  )
