/** The suites against many deployments, wherever they are. */
import type { TargetSource } from '../../fixtures/targets.ts'
import { settled } from '../../reports/settle.ts'
import { judgeMany } from '../../runner/judge-many.ts'
import type { JudgedTarget } from '../../runner/judge-target.ts'
import type { Exchange, Judgement } from '../../spec/index.ts'
import { count } from '../../spec/count.ts'

/** What is kept of a judgement. */
export type CheckResultKept = Pick<
  Judgement,
  'deployment' | 'title' | 'requirements' | 'verdict' | 'message' | 'fixIn' | 'conventions'
>

/** Verdicts that are settled by what the run has shown; the others stay as the attempt gave them. */
export type Settles = readonly ('pass' | 'fail' | 'warn')[]

export const SETTLES_ALL: Settles = ['pass', 'fail', 'warn']

/**
 * What every check said, by the name of the deployment.
 *
 * @throws Error when a judging process failed
 */
export async function judgedTargets(
  targets: readonly TargetSource[],
  settles: Settles = SETTLES_ALL,
): Promise<ReadonlyMap<string, readonly CheckResultKept[]>> {
  return judgeMany(targets, settles, (target) => resultsOf(target, settles), {
    onJudged: (count) => showProgress(count, targets.length),
  })
}

/**
 * The whole judgements, those of controls among them, by the name of the deployment: what verdicts are folded from.
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

/** Everything of one deployment that a report is made from. */
export interface ReportedTarget {
  readonly name: string
  readonly results: readonly CheckResultKept[]
  readonly judgements: readonly Judgement[]
  readonly exchanges: readonly Exchange[]
}

/**
 * What is kept of everything that a report of each deployment is made from, by its name.
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

/** Without what its verdict needs, where that verdict is not settled. */
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
  conventions,
}: Judgement): CheckResultKept => ({
  deployment,
  title,
  requirements,
  verdict,
  conventions: conventions.filter(({ broken }) => broken.length > 0),
  ...(message === undefined ? {} : { message }),
  ...(fixIn === undefined ? {} : { fixIn }),
})

/** A line for every tenth, for a person who waits at a terminal. */
function showProgress(judged: number, of: number): void {
  const tenths = (count: number) => Math.floor((10 * count) / of)
  if (process.env.ASSAY_TELL_HOW_FAR !== undefined && tenths(judged) > tenths(judged - 1))
    process.stderr.write(
      `${judged} of ${count(of, 'deployment')} judged, after ${Math.round(process.uptime())} s\n`,
    )
}
