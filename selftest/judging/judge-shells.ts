/** Runs the suites against the shells: which requirements pass on a server that does nothing useful. */
import type { Cause, RequirementResult } from '../../reports/conformance.ts'
import type { Shell } from '../shells/index.ts'
import { requirements, type RequirementId } from '../../spec/index.ts'
import { reportedHosted } from '../hosted/judge-hosted.ts'
import { SETTLES_ALL } from '../hosted/judge-targets.ts'
import { conformanceOfTarget } from './conformance-of-target.ts'

/** The results of a shell. */
export interface ShellResult {
  readonly shell: Shell
  /** Requirements that were judged and passed; the catalogue has them as a MUST. */
  readonly passed: readonly RequirementId[]
  readonly causes: readonly Cause[]
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
  const judged = await reportedHosted(
    chosen.map(({ id }) => ({ name: id, prefix: `/shells/${id}`, only, waitsFor: only })),
    SETTLES_ALL,
    (target) => {
      const { requirements: results, causes } = conformanceOfTarget(target, only)
      return { passed: passedAmong(results, only), causes, checksRun: target.judgements.length }
    },
  )
  return chosen.map((shell) => ({ shell, ...judged.get(shell.id)! }))
}

/**
 * The judged requirements that passed. The level of the report does not count: until the edition that a new requirement
 * enters, the report has it as a SHOULD.
 */
export function passedAmong(
  results: readonly Pick<RequirementResult, 'id' | 'verdict'>[],
  judged: readonly RequirementId[],
): readonly RequirementId[] {
  const passed = new Set<string>(results.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id))
  return judged.filter((id) => passed.has(id))
}

/** A report of a server that does nothing useful needs no more causes. */
export const MOST_CAUSES_OF_SHELL = 5

/** The requirements of areas and ids; all if none is named. */
export const requirementsNamed = (names: readonly string[]): typeof requirements =>
  requirements.filter(
    ({ id, area, within }) =>
      names.length === 0 || [id, area, within].some((name) => name !== undefined && names.includes(name)),
  )
