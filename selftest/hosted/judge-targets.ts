/** Runs the suites against many deployments. */
import type { TargetSource } from '../../fixtures/targets.ts'
import { settled } from '../../reports/settle.ts'
import { judgeMany } from '../../runner/judge-many.ts'
import type { JudgedTarget } from '../../runner/judge-target.ts'
import type { Exchange, Judgement } from '../../spec/index.ts'
import { count } from '../../spec/count.ts'

/** The parts of a judgement that are kept. */
export type CheckResultKept = Pick<
  Judgement,
  'deployment' | 'title' | 'requirements' | 'verdict' | 'message' | 'fixIn' | 'obstacle' | 'conventions'
>

/** Applies the witnesses of the run to the verdicts; other verdicts keep the result of their attempt. */
export type Settles = readonly ('pass' | 'fail' | 'warn')[]

export const SETTLES_ALL: Settles = ['pass', 'fail', 'warn']

/**
 * The judgements of every check, by deployment name.
 *
 * @throws Error when a judging process failed
 */
export async function judgeTargets(
  targets: readonly TargetSource[],
  settles: Settles = SETTLES_ALL,
): Promise<ReadonlyMap<string, readonly CheckResultKept[]>> {
  return judgeMany(targets, settles, (target) => resultsOf(target, settles), {
    onJudged: (count) => showProgress(count, targets.length),
  })
}

/**
 * The complete judgements, including controls, by deployment name: the input for verdicts.
 *
 * @throws Error when a judging process failed
 */
export async function targetsJudgements(
  targets: readonly TargetSource[],
): Promise<ReadonlyMap<string, readonly Judgement[]>> {
  return judgeMany(targets, SETTLES_ALL, ({ judgements, controls }) => [...judgements, ...controls], {
    onJudged: (count) => showProgress(count, targets.length),
  })
}

/** The results of one deployment from which a report is made. */
export interface ReportedTarget {
  readonly name: string
  readonly results: readonly CheckResultKept[]
  readonly judgements: readonly Judgement[]
  readonly exchanges: readonly Exchange[]
}

/**
 * The reduced results of each deployment, by name.
 *
 * @throws Error when a judging process failed
 */
export const reportedTargets = <Kept>(
  targets: readonly TargetSource[],
  settles: Settles,
  kept: (target: ReportedTarget) => Kept,
): Promise<ReadonlyMap<string, Kept>> =>
  judgeMany(
    targets,
    settles,
    (target) =>
      kept({
        name: target.name,
        results: resultsOf(target, settles),
        judgements: [
          ...target.judgements.map((judgement) => settling(judgement, settles)),
          ...target.controls,
        ],
        exchanges: target.exchanges,
      }),
    { onJudged: (count) => showProgress(count, targets.length), keepsExchanges: true },
  )

function resultsOf({ judgements, controls }: JudgedTarget, settles: Settles): readonly CheckResultKept[] {
  const attempts = judgements.map((judgement) => settling(judgement, settles))
  return settled<Judgement>([...attempts, ...controls])
    .slice(0, attempts.length)
    .map(resultKept)
}

/** Without the witnesses that its verdict needs, unless the verdict depends on them. */
const settling = ({ witnesses, ...judgement }: Judgement, settles: Settles): Judgement => ({
  ...judgement,
  ...(witnesses && {
    witnesses: (settles as readonly string[]).includes(judgement.verdict)
      ? witnesses
      : { ...witnesses, needs: [], presumes: [] },
  }),
})

const resultKept = ({
  deployment,
  title,
  requirements,
  verdict,
  message,
  fixIn,
  obstacle,
  conventions,
}: Judgement): CheckResultKept => ({
  deployment,
  title,
  requirements,
  verdict,
  conventions: conventions.filter(({ violations }) => violations.length > 0),
  ...(message === undefined ? {} : { message }),
  ...(fixIn === undefined ? {} : { fixIn }),
  ...(obstacle === undefined ? {} : { obstacle }),
})

/** Prints a line for every tenth, for a person at a terminal. */
function showProgress(judged: number, of: number): void {
  const tenths = (count: number) => Math.floor((10 * count) / of)
  if (process.env.ASSAY_TELL_HOW_FAR !== undefined && tenths(judged) > tenths(judged - 1))
    process.stderr.write(
      `${judged} of ${count(of, 'deployment')} judged, after ${Math.round(process.uptime())} s\n`,
    )
}
