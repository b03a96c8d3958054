/** The requirements that failed in the last runs of a deployment, and that no later run saw pass. Pure. */
import { CONVENTIONS } from '../spec/claims.ts'
import { sortedIds, splitNext } from './commands.ts'
import type { Cause, Conformance, RequirementResult, Verdict } from './conformance.ts'

type Run = Pick<Conformance, 'only' | 'shard' | 'complete' | 'requirements' | 'causes'>

/** Judged everything that the deployment claims. */
export const isWhole = ({ only, shard, complete }: Run): boolean =>
  only.length === 0 && shard === undefined && complete

const hasFailed = ({ verdict }: Pick<RequirementResult, 'verdict'>): boolean =>
  verdict === 'fail' || verdict === 'flaky'

const UNDECIDED: readonly Verdict[] = ['blocked', 'not-applicable', 'not-specified']

/**
 * Ids of the requirements that failed, in the last whole run or since.
 *
 * @param runs the last one first
 */
export function stillFailed(runs: readonly Run[]): readonly string[] {
  const whole = runs.findIndex(isWhole)
  const recent = whole === -1 ? runs : runs.slice(0, whole + 1)
  const last = new Map<string, boolean>()
  for (const [index, run] of recent.entries()) {
    const before = recent.slice(index + 1)
    for (const result of run.requirements) {
      if (last.has(result.id) || UNDECIDED.includes(result.verdict)) continue
      if (hasFailed(result) || isWhole(run) || judgesAgain(run, result, before))
        last.set(result.id, hasFailed(result))
    }
  }
  return [...last].flatMap(([id, failed]) => (failed ? [id] : []))
}

/**
 * Whether a pass in a restricted run counts. That of a response rule does only with the requests that violated the rule: the
 * run judged all that the command of its cause names.
 */
function judgesAgain(
  { only }: Run,
  { id, area }: Pick<RequirementResult, 'id' | 'area'>,
  before: readonly Run[],
): boolean {
  if (area !== CONVENTIONS) return true
  if (only.every((word) => word === CONVENTIONS || word.startsWith('CNV-')))
    return only.includes(id) || only.includes(CONVENTIONS)
  const failed = before.find(({ causes }) => causesOf(id, causes).length > 0)
  const words = causesOf(id, failed?.causes ?? []).map(wordsOf)
  return (
    words.length > 0 && words.every((some) => some.length > 1 && some.every((word) => only.includes(word)))
  )
}

const causesOf = (id: string, causes: readonly Cause[]): readonly Cause[] =>
  causes.filter(({ requirements }) => requirements.includes(id))

/** The words after `--only` in the command of a cause. */
const wordsOf = ({ next }: Cause): readonly string[] =>
  splitNext(next).command?.split(' --only ')[1]?.split(' ') ?? []

/**
 * The same with the requirements whose checks send the requests that violated a response rule: beside other requirements, a
 * run does not send them otherwise.
 */
export function toJudgeAgain(runs: readonly Run[]): readonly string[] {
  const failed = stillFailed(runs)
  const rules = failed.filter((id) => id.startsWith('CNV-'))
  const shown = rules.flatMap((id) => {
    const causes = runs.map((run) => causesOf(id, run.causes)).find(({ length }) => length > 0) ?? []
    return causes.flatMap(wordsOf).filter((word) => /^[A-Z]+-\d+$/.test(word))
  })
  return sortedIds([...new Set([...failed, ...shown])])
}
