/** The changes from one run to a later one. */
import type { Cause, CheckResult, Conformance, RequirementResult, Verdict } from './conformance.ts'
import { mayBeBlocked, totalsOf } from './verdicts.ts'

/** Minimum number of responses in both runs for a meaningful median. */
const ANSWERS = 20
/** Slower by half and by this many ms: smaller differences are noise. */
const SLOWER = { ratio: 1.5, milliseconds: 50 }

export interface Change {
  readonly id: string
  readonly area: string
  readonly level: RequirementResult['level']
  readonly title: string
  /** undefined: it did not exist. */
  readonly before?: Verdict
  /** undefined: it no longer exists. */
  readonly after?: Verdict
  /** Why it does not pass now. */
  readonly reason?: string
  /** It is in the baseline of the later run, or may be blocked there (`--allow-blocked`), and does not count. */
  readonly known?: true
}

export interface Slowdown {
  readonly operation: string
  /** Medians, ms. */
  readonly before: number
  readonly after: number
}

/** A check that passed both times, with fewer expectations the second time. */
export interface ReducedCoverage {
  readonly id: string
  readonly check: string
  /** Expectations that it evaluated. */
  readonly before: number
  /** 0: the check was removed. */
  readonly after: number
}

/** A root cause, without what differs from run to run. */
export type ComparedCause = Pick<Cause, 'id' | 'title' | 'verdict' | 'fixIn' | 'requirements'>

/** Root causes by their id; those of the later run in its order, then those that were removed. */
export interface ComparedCauses {
  readonly added: readonly ComparedCause[]
  readonly removed: readonly ComparedCause[]
  readonly same: readonly ComparedCause[]
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
  readonly causes: ComparedCauses
  /** It passed or could not be judged, and fails now; or a recommendation that is no longer met. */
  readonly regressed: readonly Change[]
  /** It failed, and passes now. */
  readonly fixed: readonly Change[]
  /** It is judged now, and did not exist or was not applicable before. */
  readonly added: readonly Change[]
  /** It no longer exists, or is no longer applicable. */
  readonly removed: readonly Change[]
  /** Was judged, and could not be now. */
  readonly newlyBlocked: readonly Change[]
  /** Could not be judged, and passes now, or is only a recommendation that is not met. */
  readonly unblocked: readonly Change[]
  /** Any other change of the verdict, such as from failed to flaky. */
  readonly changed: readonly Change[]
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
    causes: causesBetween(before, after),
    regressed: those('regressed'),
    fixed: those('fixed'),
    added: those('added'),
    removed: those('removed'),
    newlyBlocked: those('newlyBlocked'),
    unblocked: those('unblocked'),
    changed: those('changed'),
    slower: slowdowns(before, after),
    reducedCoverage: thinnerChecks(before, after),
  }
}

/**
 * 1: a MUST outside the baseline regressed. 3: none did, but nothing was judged in both runs, the later one was cut
 * off, or a MUST that was judged before is blocked now. 0: nothing regressed.
 */
export function comparisonExitCode(comparison: Comparison): 0 | 1 | 3 {
  const { compared, after } = comparison
  if (countedIn(comparison, 'regressed').length > 0) return 1
  return compared === 0 || !after.complete || countedIn(comparison, 'newlyBlocked').length > 0 ? 3 : 0
}

/** The changes to the worse that count for the exit code. */
export const countedIn = (comparison: Comparison, kind: 'regressed' | 'newlyBlocked'): readonly Change[] =>
  comparison[kind].filter(({ level, known }) => level === 'MUST' && !known)

const headOf = ({
  tool,
  edition,
  deployment,
  startedAt,
  verdict,
  complete,
  only,
  requirements,
}: Conformance): RunHead => ({
  version: tool.version,
  edition,
  // A file may have more in it, of any depth.
  deployment: { name: deployment.name, baseUrl: deployment.baseUrl },
  startedAt,
  verdict,
  complete,
  only,
  totals: totalsOf(requirements),
})

/** Causes of which one of the runs was asked for no requirement (`--only`) are left out. */
function causesBetween(before: Conformance, after: Conformance): ComparedCauses {
  const known = (run: Conformance) => new Set(causesIn(run).map(({ id }) => id))
  const [earlier, later] = [known(before), known(after)]
  const asked = (from: Conformance, other: Conformance) => {
    const results = new Map(from.requirements.map((result) => [result.id, result]))
    return causesIn(from).filter(({ requirements }) =>
      requirements.some((id) => {
        const result = results.get(id)
        return result !== undefined && wasAsked(result, other)
      }),
    )
  }
  const compared = ({ id, title, verdict, fixIn, requirements }: Cause): ComparedCause => ({
    id,
    title,
    verdict,
    fixIn,
    requirements,
  })
  const now = asked(after, before)
  return {
    added: now.filter(({ id }) => !earlier.has(id)).map(compared),
    removed: asked(before, after)
      .filter(({ id }) => !later.has(id))
      .map(compared),
    same: now.filter(({ id }) => earlier.has(id)).map(compared),
  }
}

/** Earlier versions wrote none. */
const causesIn = ({ causes }: Partial<Pick<Conformance, 'causes'>>): readonly Cause[] => causes ?? []

function changesBetween(before: Conformance, after: Conformance): readonly Change[] {
  const earlier = new Map(before.requirements.map((result) => [result.id, result]))
  const later = new Set(after.requirements.map(({ id }) => id))
  const changes = after.requirements
    .filter((result) => earlier.has(result.id) || wasAsked(result, before))
    .map((result) => changeOf(earlier.get(result.id), result, after.allowBlocked))
  const removed = before.requirements
    .filter((result) => !later.has(result.id) && wasAsked(result, after))
    .map((result) => changeOf(result, undefined))
  return [...changes, ...removed]
}

const wasAsked = ({ id, area }: RequirementResult, { only }: Conformance) =>
  only.length === 0 || only.includes(id) || only.includes(area)

function changeOf(
  before: RequirementResult | undefined,
  after: RequirementResult | undefined,
  allowBlocked?: readonly string[],
): Change {
  const { id, area, level, title } = (after ?? before)!
  return {
    id,
    area,
    level,
    title,
    ...(before ? { before: before.verdict } : {}),
    ...(after ? { after: after.verdict } : {}),
    ...(after?.reason === undefined || after.verdict === 'pass' ? {} : { reason: after.reason }),
    ...(after?.waiver?.state === 'waived' || (after?.verdict === 'blocked' && mayBeBlocked(id, allowBlocked))
      ? { known: true }
      : {}),
  }
}

type Kind = 'regressed' | 'fixed' | 'added' | 'removed' | 'newlyBlocked' | 'unblocked' | 'changed'

/** undefined: the same verdict, or an equivalent one. */
export function kindOf({ before, after }: Pick<Change, 'before' | 'after'>): Kind | undefined {
  if (!applies(before)) return applies(after) ? 'added' : undefined
  if (!applies(after)) return 'removed'
  if (before === after) return undefined
  if (after === 'blocked') return 'newlyBlocked'
  if (isBroken(after)) return isBroken(before) ? 'changed' : 'regressed'
  if (before === 'blocked') return 'unblocked'
  if (after === 'warn') return before === 'pass' ? 'regressed' : 'changed'
  return 'fixed'
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
