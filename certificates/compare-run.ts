/** What a run says that its recording, judged again by the same suites, does not. */
import type { Conformance, Exchange, Judgement } from '../reports/conformance.ts'
import { latencyOf } from '../reports/latency.ts'
import { compareVerdicts } from './compare-verdicts.ts'

/** What came of a recording that was judged again. */
export interface Rejudged {
  readonly conformance: Conformance
  /** Ids of the exchanges that its checks made again. */
  readonly exchanges: ReadonlySet<string>
  readonly judgements: readonly Judgement[]
  /** Text of its plan. */
  readonly plan: string
}

/** Parts of a conformance.json that follow from something else, or from nothing in the bundle. */
const COMPARED_ELSEWHERE: ReadonlySet<string> = new Set([
  'tool',
  'startedAt',
  'finishedAt',
  'requirements',
  'latency',
  'states',
])

/**
 * Statements that do not come out of the recording again, verdicts aside; empty: all do.
 *
 * @param exchanges of the bundle
 */
export function compareRun(
  certified: Conformance,
  exchanges: readonly Exchange[],
  { conformance: again, exchanges: made }: Rejudged,
): readonly string[] {
  const parts: readonly (readonly [name: string, said: unknown, derived: unknown])[] = [
    ...[...new Set([...Object.keys(certified), ...Object.keys(again)])]
      .filter((name) => !COMPARED_ELSEWHERE.has(name))
      .map((name) => [name, part(certified, name), part(again, name)] as const),
    ['tool', certified.tool.name, again.tool.name],
    ['latency', certified.latency, latencyOf(exchanges)],
    ['states', waysOf(certified), waysOf(again)],
  ]
  return [
    ...parts
      .filter(([, said, derived]) => JSON.stringify(said) !== JSON.stringify(derived))
      .map(([name]) => `conformance.json says something else of ${name} than its recording gives`),
    ...differingRequirements(certified, again),
    ...unusedExchanges(exchanges, made),
  ]
}

const part = (conformance: Conformance, name: string): unknown =>
  (conformance as unknown as Readonly<Record<string, unknown>>)[name]

/** How often a state was set up does not follow: checks share states as they happen to meet. */
const waysOf = ({ states = [] }: Conformance) => states.map(({ state, by }) => `${state} ${by}`).toSorted()

function differingRequirements(certified: Conformance, again: Conformance): readonly string[] {
  const differing = new Set(compareVerdicts(certified, again).map(({ id }) => id))
  const derived = new Map(again.requirements.map((one) => [one.id, timeless(one)]))
  return certified.requirements
    .filter((one) => !differing.has(one.id) && timeless(one) !== derived.get(one.id))
    .map(({ id }) => `conformance.json says something else of ${id} than its recording gives`)
}

/** A requirement without what differs from time to time: durations, and how a secret was redacted. */
const timeless = ({ checks, ...rest }: Conformance['requirements'][number]): string =>
  JSON.stringify(
    { ...rest, checks: checks.map((check) => ({ ...check, durationMs: 0 })) },
    (key, value: unknown) =>
      typeof value === 'string' && QUOTING.has(key) ? value.replaceAll(VARYING, '·') : value,
  )

const QUOTING: ReadonlySet<string> = new Set(['message', 'reason', 'next'])
const VARYING = /(?:\w+ )?«redacted:[^»]*»|\d+/g

/** The name of a check that examines the deployment before the run. */
const PROBE = 'probe'
const SHOWN = 5

/** Requests to the API that no check makes. Probes judge nothing. */
function unusedExchanges(exchanges: readonly Exchange[], made: ReadonlySet<string>): readonly string[] {
  const unused = exchanges
    .filter(({ id, kind, check }) => kind === 'contract' && check !== PROBE && !made.has(id))
    .map(({ id }) => id)
  return unused.length === 0
    ? []
    : [
        `exchanges.jsonl holds ${unused.length} requests that no check of this run makes: ${unused.slice(0, SHOWN).join(', ')}`,
      ]
}
