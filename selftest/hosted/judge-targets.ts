/** The suites against many deployments, wherever they are. */
import type { TargetSource } from '../../fixtures/targets.ts'
import { settled } from '../../reports/settle.ts'
import { judgeMany } from '../../runner/judge-many.ts'
import type { JudgedTarget } from '../../runner/judge-target.ts'
import type { Judgement } from '../../spec/index.ts'

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
  const judged = await judgeMany(targets, settles, (count) => showProgress(count, targets.length))
  return new Map([...judged].map(([name, target]) => [name, resultsOf(target, settles)]))
}

/**
 * The whole judgements, those of controls among them, by the name of the deployment: what verdicts are folded from.
 *
 * @throws Error when a judging process failed
 */
export async function targetsJudgements(
  targets: readonly TargetSource[],
): Promise<ReadonlyMap<string, readonly Judgement[]>> {
  const judged = await judgeMany(targets, SETTLES_ALL, (count) => showProgress(count, targets.length))
  return new Map([...judged].map(([name, { judgements, controls }]) => [name, [...judgements, ...controls]]))
}

function resultsOf({ judgements, controls }: JudgedTarget, settles: Settles): readonly CheckResultKept[] {
  const attempts = judgements.map(({ witnesses, ...judgement }) => ({
    ...judgement,
    ...(witnesses && {
      witnesses: (settles as readonly string[]).includes(judgement.verdict)
        ? witnesses
        : { ...witnesses, needs: [], presumes: [] },
    }),
  }))
  return settled<Judgement>([...attempts, ...controls])
    .slice(0, attempts.length)
    .map(resultKept)
}

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
    process.stderr.write(`${judged} of ${of} deployments judged, after ${Math.round(process.uptime())} s\n`)
}
