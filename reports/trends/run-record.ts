/** The stored data of a run: a line of `runs.jsonl` in the folder of the history. */
import type { Conformance, RequirementResult, Verdict } from '../conformance.ts'
import { RUN_VERDICT_WORDS, VERDICT_WORDS } from '../verdict-words.ts'
import { VERDICTS } from '../verdicts.ts'

export interface RunRecord {
  readonly schemaVersion: 1
  readonly startedAt: string
  readonly tookMs: number
  readonly seed: string
  readonly version: string
  /** Name of the deployment. */
  readonly deployment: string
  readonly verdict: Conformance['verdict']
  readonly complete: boolean
  readonly only: readonly string[]
  readonly totals: Conformance['totals']
  /** By area and verdict, ids with a space between. What does not apply or is left open is left out. */
  readonly areas: Readonly<Record<string, Readonly<Partial<Record<Verdict, string>>>>>
  /** By operation: number of responses, their median and their 95th percentile in ms. */
  readonly latency: Readonly<Record<string, readonly [count: number, p50: number, p95: number]>>
}

export function recordOf(conformance: Conformance): RunRecord {
  const { startedAt, finishedAt, seed, tool, deployment, verdict, complete, only, totals } = conformance
  const areas: Record<string, Partial<Record<Verdict, string>>> = {}
  for (const result of conformance.requirements) {
    if (!isSaid(result)) continue
    const area = (areas[result.area] ??= {})
    const ids = area[result.verdict]
    area[result.verdict] = ids === undefined ? result.id : `${ids} ${result.id}`
  }
  return {
    schemaVersion: 1,
    startedAt,
    tookMs: Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt)) || 0,
    seed,
    version: tool.version,
    deployment: deployment.name,
    verdict,
    complete,
    only,
    totals,
    areas,
    latency: Object.fromEntries(
      (conformance.latency ?? []).map(({ operation, count, p50, p95 }) => [operation, [count, p50, p95]]),
    ),
  }
}

const isSaid = ({ verdict }: RequirementResult) => verdict !== 'not-applicable' && verdict !== 'not-specified'

/** Identifies a run: no other has the same start and seed. */
export const keyOf = ({ startedAt, seed }: Pick<RunRecord, 'startedAt' | 'seed'>): string =>
  `${startedAt} ${seed}`

/** A line of the file; undefined: truncated, or of a later version. */
export function recordFrom(line: string): RunRecord | undefined {
  try {
    const record: unknown = JSON.parse(line)
    return isRecord(record) ? record : undefined
  } catch {
    return undefined
  }
}

type Unread<Shape> = { readonly [Key in keyof Shape]?: unknown }

function isRecord(value: unknown): value is RunRecord {
  if (!isMapping(value)) return false
  const {
    schemaVersion,
    startedAt,
    tookMs,
    seed,
    version,
    deployment,
    verdict,
    only,
    totals,
    areas,
    latency,
  } = value as Unread<RunRecord>
  return (
    schemaVersion === 1 &&
    [startedAt, seed, version, deployment].every((text) => typeof text === 'string') &&
    !Number.isNaN(Date.parse(startedAt as string)) &&
    typeof tookMs === 'number' &&
    Object.hasOwn(RUN_VERDICT_WORDS, verdict as string) &&
    Array.isArray(only) &&
    isMapping(totals) &&
    VERDICTS.every((each) => typeof totals[each] === 'number') &&
    isMapping(areas) &&
    Object.values(areas).every(
      (area) =>
        isMapping(area) &&
        Object.entries(area).every(
          ([said, ids]) => Object.hasOwn(VERDICT_WORDS, said) && typeof ids === 'string',
        ),
    ) &&
    isMapping(latency) &&
    Object.values(latency).every(
      (numbers) =>
        Array.isArray(numbers) && numbers.length === 3 && numbers.every((each) => typeof each === 'number'),
    )
  )
}

const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The verdict on each requirement that was judged or blocked. */
export function verdictsOf({ areas }: Pick<RunRecord, 'areas'>): ReadonlyMap<string, Verdict> {
  return new Map(
    Object.values(areas).flatMap((area) =>
      Object.entries(area).flatMap(([verdict, ids]) =>
        ids.split(' ').map((id): [string, Verdict] => [id, verdict as Verdict]),
      ),
    ),
  )
}
