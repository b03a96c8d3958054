/** The result of a run over many deployments: the verdict of each, and each requirement over all of them. */
import type { Requirement } from '../../spec/model.ts'
import type { FixIn, Conformance, Verdict } from '../conformance.ts'
import { VERDICTS } from '../verdicts.ts'

/** A deployment of a fleet, once it was judged or could not be. */
export interface JudgedDeployment {
  readonly name: string
  /** Its deployment file, as given. */
  readonly file: string
  /** Folder of its report, below that of the fleet. */
  readonly directory: string
  /** Of its run: 0 conformant, 1 not conformant, 2 it could not start, 3 inconclusive. */
  readonly exitCode: ExitCode
  /** Why there is no report; default: there is one. */
  readonly problem?: string
  /** undefined: there is no report. */
  readonly conformance: Conformance | undefined
}

export type ExitCode = 0 | 1 | 2 | 3

/** `fleet.json`. */
export interface Fleet {
  readonly schemaVersion: 1
  readonly tool: Conformance['tool']
  readonly contractVersion: Conformance['contractVersion']
  readonly startedAt: string
  readonly finishedAt: string
  /** The restriction of every run; empty: everything claimed. */
  readonly only: readonly string[]
  readonly exitCode: ExitCode
  readonly deployments: readonly FleetDeployment[]
  readonly requirements: readonly FleetRequirement[]
}

export interface FleetDeployment {
  readonly name: string
  readonly file: string
  readonly directory: string
  readonly exitCode: ExitCode
  readonly baseUrl?: string
  /** Default: there is no report. */
  readonly verdict?: Conformance['verdict']
  readonly totals?: Conformance['totals']
  /** false: its run was cut off or never began. */
  readonly complete: boolean
  /** Why it is not complete. */
  readonly problem?: string
}

/** A requirement over all deployments. */
export interface FleetRequirement extends Pick<Requirement, 'id' | 'area' | 'level' | 'title'> {
  /** In the order of the deployments; null: its report has none on this requirement. */
  readonly cells: readonly (FleetCell | null)[]
}

export interface FleetCell {
  readonly verdict: Verdict
  readonly reason?: string
  readonly fixIn?: FixIn
}

/** Worst first: a run that did not start, then a failure, then an inconclusive run. */
const EXIT_CODES: readonly ExitCode[] = [2, 1, 3, 0]

/** The exit code of a whole fleet; 3 where it is empty. */
export const worstExitCode = (codes: readonly ExitCode[]): ExitCode =>
  EXIT_CODES.find((code) => codes.includes(code)) ?? 3

/** Compares the verdicts of each deployment by requirement, in the order of the catalogue. */
export function foldFleet(
  judged: readonly JudgedDeployment[],
  catalogue: readonly Requirement[],
  facts: Pick<Fleet, 'tool' | 'contractVersion' | 'startedAt' | 'finishedAt' | 'only'>,
): Fleet {
  const results = judged.map(
    ({ conformance }) => new Map(conformance?.requirements.map((result) => [result.id, result])),
  )
  const requirements = catalogue.flatMap(({ id, area, title }) => {
    // The runs know the level: it depends on their edition.
    const level = results.map((byId) => byId.get(id)?.level).find((one) => one !== undefined)
    const cells = results.map((byId): FleetCell | null => {
      const result = byId.get(id)
      if (!result) return null
      const { verdict, reason, fixIn } = result
      return {
        verdict,
        ...(reason === undefined ? {} : { reason }),
        ...(fixIn === undefined ? {} : { fixIn }),
      }
    })
    return level === undefined ? [] : [{ id, area, level, title, cells }]
  })
  return {
    schemaVersion: 1,
    ...facts,
    exitCode: worstExitCode(judged.map(({ exitCode }) => exitCode)),
    deployments: judged.map(({ name, file, directory, exitCode, problem, conformance }) => ({
      name,
      file,
      directory,
      exitCode,
      complete: conformance?.complete === true,
      ...(conformance && {
        baseUrl: conformance.deployment.baseUrl,
        verdict: conformance.verdict,
        totals: conformance.totals,
      }),
      ...problemOf(problem ?? conformance?.incompleteReason),
    })),
    requirements,
  }
}

const problemOf = (problem: string | undefined) => (problem === undefined ? {} : { problem })

const HELD: ReadonlySet<Verdict> = new Set<Verdict>(['pass', 'not-applicable', 'not-specified'])

/**
 * Requirements that did not pass somewhere, the worst first, otherwise in order. Without requirements that an
 * incomplete run left blocked: the deployment's entry reports these.
 */
export function notPassedEverywhere({ requirements, deployments }: Fleet): readonly FleetRequirement[] {
  const rank = ({ cells }: FleetRequirement) =>
    Math.min(...cells.map((cell) => (cell === null ? VERDICTS.length : VERDICTS.indexOf(cell.verdict))))
  return requirements
    .filter(({ cells }) =>
      cells.some(
        (cell, place) =>
          cell !== null &&
          !HELD.has(cell.verdict) &&
          (cell.verdict !== 'blocked' || deployments[place]?.complete === true),
      ),
    )
    .sort((a, b) => rank(a) - rank(b))
}
