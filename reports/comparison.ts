/** What has changed from one run to a later one. */
import type { CheckResult, Conformance, RequirementResult, Verdict } from './conformance.ts'

/** Enough answers for a median to say something, in both runs. */
const ANSWERS = 20
/** Slower by half as much again and by so many ms: less is what machines do. */
const SLOWER = { ratio: 1.5, milliseconds: 50 }

export interface Change {
  readonly id: string
  readonly area: string
  readonly level: RequirementResult['level']
  readonly title: string
  /** undefined: it was not there. */
  readonly before?: Verdict
  /** undefined: it is not there any more. */
  readonly after?: Verdict
  /** Why it does not pass now. */
  readonly reason?: string
  /** It stands in the baseline of the later run and does not count. */
  readonly known?: true
}

export interface Slowdown {
  readonly operation: string
  /** Medians, ms. */
  readonly before: number
  readonly after: number
}

/** A check that passed both times, and looked at less the second time. */
export interface ReducedCoverage {
  readonly id: string
  readonly check: string
  /** Expectations that it evaluated. */
  readonly before: number
  /** 0: the check is gone. */
  readonly after: number
}

/** Which run it is. */
export type RunHead = Pick<
  Conformance,
  'edition' | 'deployment' | 'startedAt' | 'verdict' | 'complete' | 'only' | 'totals'
> & { readonly version: string }

export interface Comparison {
  readonly schemaVersion: 1
  readonly before: RunHead
  readonly after: RunHead
  /** How many requirements were judged in both. */
  readonly compared: number
  /** Held, or could not be judged, and is broken now; or a recommendation that is not met any more. */
  readonly regressed: readonly Change[]
  /** Was broken, and passes. */
  readonly fixed: readonly Change[]
  /** Judged now, and before not there or not applicable. */
  readonly new: readonly Change[]
  /** Not there or not applicable any more. */
  readonly gone: readonly Change[]
  /** Was judged, and could not be now. */
  readonly newlyBlocked: readonly Change[]
  readonly slower: readonly Slowdown[]
  readonly reducedCoverage: readonly ReducedCoverage[]
}

/** Compares two runs. Requirements that one of them was not asked for (`--only`) are left out. */
export function compare(before: Conformance, after: Conformance): Comparison {
  const changes = changesBetween(before, after)
  const those = (kind: Kind) => changes.filter((change) => kindOf(change) === kind)
  return {
    schemaVersion: 1,
    before: headOf(before),
    after: headOf(after),
    compared: changes.filter((change) => isJudged(change.before) && isJudged(change.after)).length,
    regressed: those('regressed'),
    fixed: those('fixed'),
    new: those('new'),
    gone: those('gone'),
    newlyBlocked: those('newlyBlocked'),
    slower: slowdowns(before, after),
    reducedCoverage: thinnerChecks(before, after),
  }
}

/**
 * 1: a MUST regressed that the baseline does not know. 3: none did, but nothing was judged in both runs, or the later one
 * was cut off, so that nobody can tell. 0: nothing regressed.
 */
export function comparisonExitCode({ regressed, compared, after }: Comparison): 0 | 1 | 3 {
  if (regressed.some(({ level, known }) => level === 'MUST' && !known)) return 1
  return compared === 0 || !after.complete ? 3 : 0
}

const headOf = ({
  tool,
  edition,
  deployment,
  startedAt,
  verdict,
  complete,
  only,
  totals,
}: Conformance): RunHead => ({
  version: tool.version,
  edition,
  deployment,
  startedAt,
  verdict,
  complete,
  only,
  totals,
})

function changesBetween(before: Conformance, after: Conformance): readonly Change[] {
  const earlier = new Map(before.requirements.map((result) => [result.id, result]))
  const later = new Set(after.requirements.map(({ id }) => id))
  const changes = after.requirements
    .filter((result) => earlier.has(result.id) || wasAsked(result, before))
    .map((result) => changeOf(earlier.get(result.id), result))
  const gone = before.requirements
    .filter((result) => !later.has(result.id) && wasAsked(result, after))
    .map((result) => changeOf(result, undefined))
  return [...changes, ...gone]
}

const wasAsked = ({ id, area }: RequirementResult, { only }: Conformance) =>
  only.length === 0 || only.includes(id) || only.includes(area)

function changeOf(before: RequirementResult | undefined, after: RequirementResult | undefined): Change {
  const { id, area, level, title } = (after ?? before)!
  return {
    id,
    area,
    level,
    title,
    ...(before ? { before: before.verdict } : {}),
    ...(after ? { after: after.verdict } : {}),
    ...(after?.reason === undefined ? {} : { reason: after.reason }),
    ...(after?.waiver?.state === 'waived' ? { known: true } : {}),
  }
}

type Kind = 'regressed' | 'fixed' | 'new' | 'gone' | 'newlyBlocked'

/** undefined: nothing to speak of. */
export function kindOf({ before, after }: Pick<Change, 'before' | 'after'>): Kind | undefined {
  if (!applies(before)) return applies(after) ? 'new' : undefined
  if (!applies(after)) return 'gone'
  if (after === 'blocked') return before === 'blocked' ? undefined : 'newlyBlocked'
  if (isBroken(after)) return isBroken(before) ? undefined : 'regressed'
  if (after === 'warn') return before === 'pass' ? 'regressed' : undefined
  return before === 'blocked' || before === 'pass' ? undefined : 'fixed'
}

const applies = (verdict: Verdict | undefined) =>
  verdict !== undefined && verdict !== 'not-applicable' && verdict !== 'not-specified'
const isBroken = (verdict: Verdict | undefined) => verdict === 'fail' || verdict === 'flaky'
const isJudged = (verdict: Verdict | undefined) => applies(verdict) && verdict !== 'blocked'

function slowdowns(before: Conformance, after: Conformance): readonly Slowdown[] {
  const earlier = new Map((before.latency ?? []).map((latency) => [latency.operation, latency]))
  return (after.latency ?? []).flatMap(({ operation, count, p50 }) => {
    const known = earlier.get(operation)
    if (!known || Math.min(known.count, count) < ANSWERS) return []
    const isSlower = p50 >= SLOWER.ratio * known.p50 && p50 - known.p50 >= SLOWER.milliseconds
    return isSlower ? [{ operation, before: known.p50, after: p50 }] : []
  })
}

/** Conventions are not compared: what is judged of them is every response, and how many there are varies from run to run. */
function thinnerChecks(before: Conformance, after: Conformance): readonly ReducedCoverage[] {
  const later = new Map(after.requirements.map((result) => [result.id, result]))
  return before.requirements
    .filter(({ area }) => area !== 'conventions')
    .flatMap(({ id, checks }) => {
      const result = later.get(id)
      if (result?.verdict !== 'pass') return []
      return checks.filter(hasPassed).flatMap(({ title, expectations }) => {
        const now = result.checks.find((check) => check.title === title)?.expectations ?? 0
        return now < expectations ? [{ id, check: title, before: expectations, after: now }] : []
      })
    })
}

const hasPassed = ({ verdict }: CheckResult) => verdict === 'pass'
