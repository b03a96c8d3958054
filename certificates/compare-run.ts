/** Statements of a run that a replay with the same suites does not reproduce. */
import type { RecordingHead } from '../fixtures/recording/recording.ts'
import type { Conformance, Exchange, Judgement, StateProvenance } from '../reports/conformance.ts'
import { coverageOfRun } from '../reports/coverage-of-run.ts'
import { latencyOf } from '../reports/latency.ts'
import { CONVENTIONS } from '../spec/index.ts'
import { notOfferedIn } from '../spec/not-offered-operations.ts'
import { compareVerdicts } from './compare-verdicts.ts'
import { foreignChecks } from './foreign-checks.ts'
import { foreignBindings } from './foreign-fields.ts'
import { count } from '../spec/count.ts'

/** The result of a replay. */
export interface Rejudged {
  readonly conformance: Conformance
  readonly judgements: readonly Judgement[]
  /** Text of its plan. */
  readonly plan: string
}

/** A run in its bundle. */
export interface CertifiedRun {
  readonly conformance: Conformance
  readonly head: RecordingHead
  readonly exchanges: readonly Exchange[]
}

/** Parts of conformance.json that are derived, or that the bundle does not determine. */
const COMPARED_ELSEWHERE: ReadonlySet<string> = new Set([
  'tool',
  'startedAt',
  'finishedAt',
  'requirements',
  'coverage',
  'latency',
  'states',
])

/** Statements that the replay does not reproduce, except verdicts; empty: it reproduces all. */
export function compareRun(
  run: CertifiedRun,
  { conformance: again, judgements }: Rejudged,
): readonly string[] {
  const { conformance: certified, exchanges, head } = run
  const { areas: claimedAreas, operations } = head.deployment
  const coverage = coverageOfRun({ claimedAreas, notOffered: notOfferedIn(operations) }, exchanges)
  const parts: readonly (readonly [name: string, said: unknown, derived: unknown])[] = [
    ...[...new Set([...Object.keys(certified), ...Object.keys(again)])]
      .filter((name) => !COMPARED_ELSEWHERE.has(name))
      .map((name) => [name, part(certified, name), part(again, name)] as const),
    ['tool', { ...certified.tool, version: '' }, { ...again.tool, version: '' }],
    ['coverage', certified.coverage, coverage],
    ['latency', certified.latency, latencyOf(exchanges)],
  ]
  return [
    ...parts
      .filter(([, said, derived]) => JSON.stringify(said) !== JSON.stringify(derived))
      .map(([name]) => saysElse(name)),
    ...(hasUnseenStates(certified, again, exchanges) ? [saysElse('states')] : []),
    ...foreignBindings(head),
    ...differingRequirements(certified, again),
    ...unusedExchanges(
      exchanges,
      judgements.map(({ check }) => check),
    ),
  ]
}

const saysElse = (name: string) => `conformance.json and its recording differ in ${name}`

const part = (conformance: Conformance, name: string): unknown =>
  (conformance as unknown as Readonly<Record<string, unknown>>)[name]

/** Compared fields of a state. The number of set-ups varies, because checks share states by timing. */
const STATE_FIELDS = ['state', 'by', 'count', 'notTornDown'].join()

/** Whether the states differ from those in the exchanges, in name, origin or remaining resources. */
function hasUnseenStates(
  { states = [] }: Conformance,
  { states: again = [] }: Conformance,
  exchanges: readonly Exchange[],
): boolean {
  const asked = new Set(
    exchanges.flatMap(({ kind, request: { body = '' } }) =>
      kind === 'state' ? [...body.matchAll(/"state":"([\w-]+)"/g)].map(([, state]) => state) : [],
    ),
  )
  const keyOf = ({ state, by }: StateProvenance) => `${state} ${by}`
  const known = new Set(again.map(keyOf))
  const origins = new Set(again.map(({ by }) => by))
  const listed = new Set(states.map(keyOf))
  const isSeen = (id: unknown) =>
    typeof id === 'string' && exchanges.some(({ response }) => response?.body.includes(id) === true)
  return (
    listed.size < states.length ||
    [...known].some((key) => !listed.has(key)) ||
    states.some(
      (one) =>
        Object.keys(one).join() !== STATE_FIELDS ||
        !Number.isInteger(one.count) ||
        !(known.has(keyOf(one)) || (asked.has(one.state) && origins.has(one.by))) ||
        !one.notTornDown.every(isSeen),
    )
  )
}

function differingRequirements(certified: Conformance, again: Conformance): readonly string[] {
  const differing = new Set(compareVerdicts(certified, again).map(({ id }) => id))
  const derived = new Map(again.requirements.map((one) => [one.id, factsOf(one)]))
  const changed = certified.requirements
    .filter((one) => !differing.has(one.id) && factsOf(one) !== derived.get(one.id))
    .map(({ id }) => id)
  return [...new Set([...changed, ...foreignChecks(certified, again)])].map(saysElse)
}

type Result = Conformance['requirements'][number]
const knownFacts = new WeakMap<Result, string>()

function factsOf(result: Result): string {
  const facts = knownFacts.get(result) ?? readFacts(result)
  knownFacts.set(result, facts)
  return facts
}

/**
 * The part of a requirement's result that does not depend on the duration of its checks. A check that was retried for
 * lack of time may have other exchanges, and other response rules may apply to them.
 */
const readFacts = ({ checks, reason, ...rest }: Result): string =>
  JSON.stringify({
    ...rest,
    reason: reason?.replaceAll(VARYING, '·'),
    checks: rest.area === CONVENTIONS ? [] : checks.map(({ title, verdict }) => [title, verdict]),
  })

/** Words with digits, such as durations and ids, and redacted texts. */
const VARYING = /(?:(?<!\w)\w+ )?«redacted:[^«»]*»|(?<![\w.:-])[\w.:-]*\d[\w.:-]*/g

/** The name of a check that examines the deployment before the run. */
const PROBE = 'probe'
const SHOWN = 5

/** Requests to the API by checks that the run does not have. A probe is not a check. */
function unusedExchanges(exchanges: readonly Exchange[], checks: readonly string[]): readonly string[] {
  const performed = new Set(checks)
  // Shared exchanges have the key of one of the checks as a prefix.
  const isOfCheck = (name: string) =>
    performed.has(name) || checks.some((check) => name.startsWith(`${check}-`))
  const names = new Set(exchanges.filter(({ kind }) => kind === 'contract').map(({ check }) => check))
  const foreign = new Set([...names].filter((name) => name !== PROBE && !isOfCheck(name)))
  const unused = exchanges.filter(({ check }) => foreign.has(check)).map(({ id }) => id)
  return unused.length === 0
    ? []
    : [
        `exchanges.jsonl contains ${count(unused.length, 'request')} that no check of this run sends: ${unused.slice(0, SHOWN).join(', ')}`,
      ]
}
