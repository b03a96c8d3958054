/**
 * The fault matrix: runs the suites against every fault of the reference server. Each fault must be caught by the
 * requirements that it names, and by no others.
 *
 * `selftest/run/self-test.ts` prints it.
 */
import { createHash } from 'node:crypto'
import type { Fault } from '../faults/fault.ts'
import { requirements, type RequirementId } from '../../spec/index.ts'
import { invariants } from '../../spec/invariants/check-invariants.ts'
import { reportedHosted } from '../hosted/judge-hosted.ts'
import type { CheckResultKept, ReportedTarget } from '../hosted/judge-targets.ts'
import type { Cause } from '../../reports/conformance.ts'
import { conformanceOfTarget } from './conformance-of-target.ts'
import { count } from '../../spec/count.ts'
import { flowOf } from '../../spec/flow-of.ts'
import { SEVERAL_CAUSES } from './several-causes.ts'

/** The results of one fault. */
export interface FaultResult {
  readonly fault: Fault
  /** Requirements that failed or warned. */
  readonly red: readonly RequirementId[]
  /** Requirements that the fault names and that passed or were not judged. */
  readonly missed: readonly RequirementId[]
  /** Why the missed requirements were not judged; without a reason, they were judged and passed. */
  readonly blocked: ReadonlyMap<RequirementId, string>
  /** Requirements that failed or warned, although the fault does not name them. */
  readonly unrelated: readonly { readonly id: RequirementId; readonly message: string }[]
  /** The causes that a report would name, the worst first. */
  readonly causes: readonly Cause[]
  /** Whether a check was blocked: it judged nothing, and the fault may show only there. */
  readonly hasBlocked: boolean
  readonly checksRun: number
}

/**
 * `whole`: every requirement of the flows that a fault may affect. `sample`: the requirements that it names, and a
 * fixed sample of the others, fast enough for every change.
 */
export type Thoroughness = 'whole' | 'sample'

export interface MatrixOptions {
  /** The deployments serve no provider states; default: false. */
  readonly isStateless?: boolean
  /** Judge only these requirements, and only the faults that may affect one of them; default: all. */
  readonly only?: readonly RequirementId[]
}

/**
 * Runs the suites against the faults. A fault is judged once more, with the machine nearly alone, if it was missed, or
 * has another cause, and a check was blocked: on a busy machine it may have lacked time. Requirements that a fault names
 * are judged without others if they were blocked: a fault that also changes the resources of other checks changes what a
 * check arranged.
 *
 * @param chosen faults to run
 * @throws Error when a judging process failed
 */
export async function runMatrix(
  chosen: readonly Fault[],
  thoroughness: Thoroughness,
  { isStateless = false, only }: MatrixOptions = {},
): Promise<readonly FaultResult[]> {
  const within = (ids: readonly RequirementId[]) => (only ? ids.filter((id) => only.includes(id)) : ids)
  const judgedOf = (fault: Fault) => within(judgedFor(fault, thoroughness))
  const affecting = chosen.filter((fault) => judgedOf(fault).length > 0)
  const first = await judgeOnce(affecting, judgedOf, isStateless)
  const second = await judgeOnce(
    first.filter((result) => isInDoubt(result, !isStateless && !only)).map(({ fault }) => fault),
    judgedOf,
    isStateless,
  )
  const results = first.map((result) => second.find(({ fault }) => fault === result.fault) ?? result)
  const blocked = results.filter(({ missed, blocked: reasons }) => missed.some((id) => reasons.has(id)))
  const again = await judgeOnce(
    blocked.map(({ fault }) => fault),
    ({ breaks }) => within(breaks),
    isStateless,
  )
  return results.map((result) => {
    const alone = again.find(({ fault }) => fault === result.fault)
    return alone ? withBlockedJudged(result, alone) : result
  })
}

/**
 * Whether a check that was blocked may be why the fault was missed, or has another cause. An alarm stays one, and a
 * requirement of the fault that was blocked itself is judged without others.
 *
 * @param judgesCauses false: other causes are expected, such as what is blocked without provider states
 */
export const isInDoubt = (result: FaultResult, judgesCauses: boolean): boolean => {
  const { missed, blocked, unrelated, hasBlocked } = result
  if (!hasBlocked || unrelated.length > 0) return false
  return missed.length > 0 ? missed.some((id) => !blocked.has(id)) : judgesCauses && !givesItsCauses(result)
}

/** One cause, which points to the rule; or several where they are known. */
export const givesItsCauses = (result: FaultResult): boolean =>
  SEVERAL_CAUSES.has(result.fault.id) || (result.causes.length === 1 && pointsToRule(result))

/** The result of a fault, with what was blocked as it was judged alone. What was judged and passed stays missed. */
export const withBlockedJudged = (result: FaultResult, alone: FaultResult): FaultResult => ({
  ...result,
  red: [...new Set([...result.red, ...alone.red])],
  missed: result.missed.filter((id) => !result.blocked.has(id) || alone.missed.includes(id)),
  blocked: alone.blocked,
  causes: result.causes.length > 0 ? result.causes : alone.causes,
})

async function judgeOnce(
  chosen: readonly Fault[],
  judgedOf: (fault: Fault) => readonly RequirementId[],
  isStateless: boolean,
): Promise<readonly FaultResult[]> {
  if (chosen.length === 0) return []
  const hosted = chosen.map((fault) => ({
    name: fault.id,
    prefix: `/faults/${fault.id}`,
    only: judgedOf(fault),
    waitsFor: fault.breaks,
    isStateless,
  }))
  const results = await reportedHosted(
    // The longest first, so that nothing long starts last.
    hosted.toSorted((a, b) => b.only.length - a.only.length),
    // The matrix counts failures, and only a pass needs a control.
    ['fail', 'warn'],
    (target) => ({ cells: target.results, causes: causesFor(target) }),
  )
  return chosen.map((fault) => {
    const { cells, causes } = results.get(fault.id)!
    return resultOf(fault, judgedOf(fault), cells, withoutLate(causes, cells))
  })
}

/** Without what only ran out of time: that is the load of the machine, and no fault. */
export function withoutLate(
  causes: readonly Cause[],
  cells: readonly Pick<CheckResultKept, 'requirements' | 'verdict' | 'obstacle'>[],
): readonly Cause[] {
  const idsOf = (chosen: typeof cells) => new Set<string>(chosen.flatMap(({ requirements: ids }) => ids))
  const late = idsOf(cells.filter(({ obstacle }) => obstacle === 'time'))
  const red = idsOf(cells.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn'))
  return causes.filter(({ requirements: ids }) => !ids.every((id) => late.has(id) && !red.has(id)))
}

/** The judged requirements, and the response rules that were violated. */
function causesFor(target: ReportedTarget): readonly Cause[] {
  const judged = new Set(
    target.results.flatMap(
      ({ requirements: ids, conventions }) =>
        [...ids, ...conventions.map(({ requirement }) => requirement)] as readonly RequirementId[],
    ),
  )
  return conformanceOfTarget(target, [...judged]).causes
}

/** One of this many of the requirements that a fault does not name is sampled. */
const SAMPLED = 8
/** A fault in a response rule shows only in some responses, so its sample is larger. */
const SAMPLED_FOR_CONVENTIONS = 3

/**
 * The requirements that are judged against a fault: those of the flows that it names. For a fault of response rules
 * only, those of all flows, since any response may show it.
 */
function judgedFor(
  { id: fault, breaks, mayAlsoBreak = [], seenBy = [] }: Fault,
  thoroughness: Thoroughness,
): readonly RequirementId[] {
  const named = [...breaks, ...mayAlsoBreak, ...seenBy]
  const flows = new Set(breaks.map(flowOf))
  const everywhere = [...flows].every((flow) => flow === CONVENTIONS)
  const every = thoroughness === 'whole' ? 1 : everywhere ? SAMPLED_FOR_CONVENTIONS : SAMPLED
  return requirements
    .map(({ id }) => id)
    .filter((id) => everywhere || flows.has(flowOf(id)))
    .filter((id) => named.includes(id) || drawn(`${fault} ${id}`, every))
}

/** Rules across exchanges, and those of every error status, repeat the verdict of a check on the same responses. */
const LAWS: readonly RequirementId[] = [...invariants.map(({ requirement }) => requirement), 'CNV-09']

const CONVENTIONS = 'CNV'
/** Whether a name is in the sample of one in `every`: the same in every run. */
export const drawn = (name: string, every: number) =>
  createHash('sha256').update(name).digest().readUInt32BE() % every === 0

function resultOf(
  fault: Fault,
  judged: readonly RequirementId[],
  cells: readonly CheckResultKept[],
  causes: readonly Cause[],
): FaultResult {
  const messages = new Map<RequirementId, string>()
  const note = (ids: readonly string[], message: string) => {
    for (const id of ids) if (!messages.has(id as RequirementId)) messages.set(id as RequirementId, message)
  }
  for (const { requirements: ids, verdict, message, title, conventions } of cells) {
    if (verdict === 'fail' || verdict === 'warn') note(ids, `${title}: ${message ?? ''}`)
    for (const { requirement, violations } of conventions)
      note([requirement], violations[0]?.finding.message ?? '')
  }
  const red = [...messages.keys()]
  const allowed = new Set<RequirementId>([...fault.breaks, ...(fault.mayAlsoBreak ?? []), ...LAWS])
  const missed = fault.breaks.filter((id) => judged.includes(id) && !messages.has(id))
  return {
    fault,
    red,
    missed,
    blocked: new Map(
      missed.flatMap((id) => {
        const cell = cells.find(({ verdict, requirements: ids }) => verdict === 'blocked' && ids.includes(id))
        return cell ? [[id, cell.message ?? '']] : []
      }),
    ),
    unrelated: red.filter((id) => !allowed.has(id)).map((id) => ({ id, message: messages.get(id)! })),
    causes,
    hasBlocked: cells.some(({ verdict }) => verdict === 'blocked'),
    checksRun: cells.length,
  }
}

/** Whether the first cause alone shows which rule is violated. */
export const pointsToRule = ({ fault, causes }: FaultResult): boolean =>
  causes[0]?.requirements.some((id) => fault.breaks.includes(id as RequirementId)) === true

export type FaultState = 'caught' | 'missed' | 'alarmed'

/** `missed`: a named requirement did not fail; `alarmed`: another one failed. */
export const stateOf = ({ missed, unrelated }: FaultResult): FaultState =>
  missed.length > 0 ? 'missed' : unrelated.length > 0 ? 'alarmed' : 'caught'

/** One line per fault: whether it was caught, by which requirement, and other failures. */
export function describeResult(result: FaultResult): string {
  const { fault, red, missed, blocked, unrelated, causes, checksRun } = result
  const { breaks } = fault
  const by = red.filter((id) => breaks.includes(id))
  const beside = red.filter((id) => !breaks.includes(id))
  const lines = [
    `${stateOf(result).padEnd(7)} ${fault.id} (${count(checksRun, 'check')}) by ${by.join(' ') || 'no requirement'}` +
      (beside.length > 0 ? `; also failed: ${beside.join(' ')}` : ''),
  ]
  if (missed.length > 0) lines.push(`        named, but not violated: ${missed.join(' ')}`)
  for (const [id, why] of blocked) lines.push(`        blocked: ${id}: ${why.slice(0, 300)}`)
  if (causes.length !== 1 || !pointsToRule(result))
    for (const { title, requirements: ids } of causes)
      lines.push(`        cause: ${title} (${ids.join(' ')})`)
  for (const { id, message } of unrelated)
    lines.push(`        violated, but not named: ${id}: ${message.slice(0, 300)}`)
  return lines.join('\n')
}
