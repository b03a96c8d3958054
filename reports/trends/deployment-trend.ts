/** Trends over the stored runs of one deployment. Pure: from records to numbers for charts. */
import { grouped } from '../../spec/grouped.ts'
import type { PastVerdict, Verdict } from '../conformance.ts'
import { verdictsOf, type RunRecord } from './run-record.ts'

/** Number of runs in which changing verdicts are counted. */
const RECENT = 60
/** Number of runs in which the start of a failure is searched. */
const LATELY = 400
/** Of the operations, how many runs are the usual, and how many now. */
const USUAL_RUNS = 50
const NOW_RUNS = 5
/** More points than this cannot be distinguished on a line a few centimetres long. */
const POINTS = 80

export interface AreaTrend {
  readonly area: string
  /** Share of the judged or blocked requirements that passed, per run or per some runs. */
  readonly points: readonly { readonly at: number; readonly passed: number }[]
  readonly last: Readonly<Record<'pass' | 'failed' | 'blocked' | 'warn', number>>
}

/** A requirement whose verdict changed in the recent runs. */
export interface Flaky {
  readonly id: string
  /** Number of changes between failed and passed. */
  readonly flips: number
  readonly flaky: number
  readonly verdicts: readonly Verdict[]
}

/** A requirement that failed in the latest run that judged it. */
export interface Standing {
  readonly id: string
  readonly verdict: Verdict
  /** When the first run began in which it was, and has been since. */
  readonly since: string
  readonly runs: number
}

export interface LatencyTrend {
  readonly operation: string
  readonly points: readonly { readonly at: number; readonly p50: number; readonly p95: number }[]
  /** Median of the medians, ms. */
  readonly usual: number
  readonly now: number
  /** `now` is too far above `usual` to be noise. */
  readonly drifted: boolean
}

export interface DeploymentTrend {
  readonly deployment: string
  /** All runs, the earliest first. */
  readonly runs: readonly RunRecord[]
  readonly areas: readonly AreaTrend[]
  readonly standing: readonly Standing[]
  readonly flaky: readonly Flaky[]
  readonly latency: readonly LatencyTrend[]
}

/** The trend of each deployment, the one that was judged last first. */
export function deploymentTrends(
  runs: readonly RunRecord[],
  areaOrder: readonly string[],
): readonly DeploymentTrend[] {
  return [...grouped(runs, ({ deployment }) => deployment)]
    .map(([deployment, own]) => ({ deployment, own, last: own.at(-1)?.startedAt ?? '' }))
    .sort((a, b) => (a.last > b.last ? -1 : 1))
    .map(({ deployment, own }) => {
      const lately = own.slice(-LATELY).map((run) => ({ at: run.startedAt, verdicts: verdictsOf(run) }))
      return {
        deployment,
        runs: own,
        areas: areaOrder.flatMap((area) => areaTrend(area, own)),
        standing: standing(lately),
        flaky: flaky(lately.slice(-RECENT)),
        latency: latencyTrends(own),
      }
    })
}

function areaTrend(area: string, runs: readonly RunRecord[]): readonly AreaTrend[] {
  const counted = runs
    // A run restricted to a few requirements is not representative of their area.
    .filter(({ only }) => only.length === 0 || only.includes(area))
    .flatMap((run) => {
      const verdicts = run.areas[area]
      return verdicts === undefined ? [] : [{ at: Date.parse(run.startedAt), ...countsOf(verdicts) }]
    })
  const last = counted.at(-1)
  if (!last) return []
  const points = counted.map(({ at, pass, failed, blocked, warn }) => ({
    at,
    passed: pass / (pass + failed + blocked + warn),
  }))
  const { at: _, ...counts } = last
  return [{ area, points: thinned(points), last: counts }]
}

function countsOf(verdicts: RunRecord['areas'][string]): AreaTrend['last'] {
  const count = (...wanted: readonly Verdict[]) =>
    wanted.reduce((total, verdict) => total + (verdicts[verdict]?.split(' ').length ?? 0), 0)
  return {
    pass: count('pass'),
    failed: count('fail', 'flaky'),
    blocked: count('blocked'),
    warn: count('warn'),
  }
}

/** Neighbours are put together by their mean where there are too many points to distinguish. */
function thinned<Point extends Readonly<Record<string, number>>>(points: readonly Point[]): readonly Point[] {
  if (points.length <= POINTS) return points
  const size = points.length / POINTS
  return Array.from({ length: POINTS }, (_, index) => {
    const some = points.slice(Math.floor(index * size), Math.floor((index + 1) * size))
    const names = Object.keys(some[0] ?? {})
    return Object.fromEntries(
      names.map((name) => [name, some.reduce((total, point) => total + (point[name] ?? 0), 0) / some.length]),
    ) as Point
  })
}

interface Recent {
  readonly at: string
  readonly verdicts: ReadonlyMap<string, Verdict>
}

const isBroken = (verdict: Verdict | undefined) => verdict === 'fail' || verdict === 'flaky'

/** Requirements that failed in the latest run that judged them, and the start of the failure. */
function standing(runs: readonly Recent[]): readonly Standing[] {
  return [...sequences(runs)].flatMap(([id, all]) => {
    const judged = all.filter(({ verdict }) => verdict !== 'blocked')
    const held = judged.findLastIndex(({ verdict }) => !isBroken(verdict))
    const failing = judged.slice(held + 1)
    const [first, last] = [failing[0], failing.at(-1)]
    return first && last ? [{ id, verdict: last.verdict, since: first.at, runs: failing.length }] : []
  })
}

function sequences(runs: readonly Recent[]): ReadonlyMap<string, readonly PastVerdict[]> {
  const byId = new Map<string, PastVerdict[]>()
  for (const { at, verdicts } of runs)
    for (const [id, verdict] of verdicts) {
      const known = byId.get(id)
      if (known) known.push({ at, verdict })
      else byId.set(id, [{ at, verdict }])
    }
  return byId
}

function flaky(recent: readonly Recent[]): readonly Flaky[] {
  return (
    [...sequences(recent)]
      .map(([id, past]) => [id, past.map(({ verdict }) => verdict)] as const)
      .map(([id, all]) => {
        const judged = all.filter((verdict) => verdict !== 'blocked')
        const flips = judged.filter(
          (verdict, index) => index > 0 && isBroken(verdict) !== isBroken(judged[index - 1]),
        )
        return {
          id,
          flips: flips.length,
          flaky: all.filter((verdict) => verdict === 'flaky').length,
          verdicts: all,
        }
      })
      // One failure and one fix is normal; more changes are flaky.
      .filter(({ flips, flaky }) => flips > 2 || flaky > 0)
      .sort((a, b) => b.flips + b.flaky - (a.flips + a.flaky) || (a.id < b.id ? -1 : 1))
  )
}

/** As between two runs: half as much again, and by as many ms as machines do not vary by. */
const DRIFT = { ratio: 1.5, milliseconds: 50 }

function latencyTrends(runs: readonly RunRecord[]): readonly LatencyTrend[] {
  const byOperation = new Map<string, { at: number; p50: number; p95: number }[]>()
  for (const { startedAt, latency } of runs)
    for (const [operation, [, p50, p95]] of Object.entries(latency)) {
      const point = { at: Date.parse(startedAt), p50, p95 }
      const known = byOperation.get(operation)
      if (known) known.push(point)
      else byOperation.set(operation, [point])
    }
  return [...byOperation]
    .map(([operation, points]) => {
      const medians = points.map(({ p50 }) => p50)
      const before = medians.slice(-NOW_RUNS - USUAL_RUNS, -NOW_RUNS)
      const now = median(medians.slice(-NOW_RUNS))
      const usual = before.length === 0 ? now : median(before)
      return {
        operation,
        points: thinned(points),
        usual,
        now,
        drifted: before.length >= NOW_RUNS && now >= DRIFT.ratio * usual && now - usual >= DRIFT.milliseconds,
      }
    })
    .sort(
      (a, b) =>
        Number(b.drifted) - Number(a.drifted) || b.now - a.now || (a.operation < b.operation ? -1 : 1),
    )
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)
}
