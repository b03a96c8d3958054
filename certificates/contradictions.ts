/** Statements of `conformance.json` that contradict `recording.json` and the exchanges. Needs no suites. */
import { leavesBase } from '../fixtures/arranged-address.ts'
import { chosenSeed } from '../fixtures/random.ts'
import type { RecordingHead } from '../fixtures/recording/recording.ts'
import type { Conformance, Exchange, Verdict } from '../reports/conformance.ts'
import { CONVENTIONS } from '../spec/index.ts'
import { excerptOf } from './excerpt-of.ts'
import { foreignFields } from './foreign-fields.ts'
import type { Span } from './span.ts'
import { NEAR_MS, ROUNDING_MS } from './validity.ts'
import { count } from '../spec/count.ts'

/** The compared parts of a run. */
export interface Recorded {
  readonly head: RecordingHead
  readonly exchanges: readonly Exchange[]
  readonly span: Span | undefined
}

/** One sentence per contradicted statement. */
export const contradictions = (conformance: Conformance, recorded: Recorded): readonly string[] => [
  ...againstHead(conformance, recorded.head),
  ...foreignFields(recorded.head, recorded.exchanges),
  ...againstItself(conformance),
  ...againstExchanges(conformance, recorded),
]

type Statement = readonly [name: string, said: unknown, derived: unknown]

const differing = (statements: readonly Statement[], source: string): readonly string[] =>
  statements.flatMap(([name, said, derived]) =>
    JSON.stringify(said) === JSON.stringify(derived)
      ? []
      : [`the ${name} is ${excerptOf(said)} in conformance.json; by ${source} it is ${excerptOf(derived)}`],
  )

const againstHead = (conformance: Conformance, head: RecordingHead): readonly string[] =>
  differing(
    [
      ['contract version', conformance.contractVersion, head.contractVersion],
      ['tool name', conformance.tool.name, head.tool.name],
      ['tool version', conformance.tool.version, head.tool.version],
      ['version of recording.json', 1, head.schemaVersion],
      ['deployment name', conformance.deployment.name, head.deployment.name],
      ['base URL', conformance.deployment.baseUrl, head.deployment.baseUrl],
      ['edition', conformance.edition, head.edition ?? 1],
      ['seed', conformance.seed, chosenSeed(head.seed)],
      ['restriction (only)', conformance.only, head.only],
      [
        'part of a run (shard)',
        conformance.shard && partOf(conformance.shard),
        head.shard && partOf(head.shard),
      ],
      ['list of claimed areas', claimed(conformance), claimable(conformance).filter(claimedBy(head))],
      [
        'list of capabilities that are not offered',
        (conformance.notOffered ?? []).map(({ id }) => id).toSorted(),
        head.deployment.notOffered.toSorted(),
      ],
    ],
    'recording.json',
  )

const partOf = ({ index, of }: { readonly index: number; readonly of: number }) => ({ index, of })

const claimable = ({ areas }: Conformance) => areas.map(({ id }) => id).filter((id) => id !== CONVENTIONS)

const claimed = ({ areas }: Conformance) =>
  areas.filter(({ id, claimed }) => claimed && id !== CONVENTIONS).map(({ id }) => id)

const claimedBy =
  ({ deployment: { areas } }: RecordingHead) =>
  (id: string) =>
    areas === undefined || (areas as readonly string[]).includes(id)

/** Sums are sums. */
function againstItself({ totals, areas, requirements }: Conformance): readonly string[] {
  const counted = (of: Conformance['requirements'], like: object) =>
    Object.fromEntries(
      Object.keys(like).map((verdict) => [
        verdict,
        of.filter((one) => one.verdict === (verdict as Verdict)).length,
      ]),
    )
  return differing(
    [
      ['count of verdicts (totals)', totals, counted(requirements, totals)],
      ...areas.map((area): Statement => [
        `count of verdicts (totals of areas) of ${area.id}`,
        area.totals,
        counted(
          requirements.filter((requirement) => requirement.area === area.id),
          area.totals,
        ),
      ]),
    ],
    'its requirements',
  )
}

function againstExchanges(
  { startedAt, finishedAt }: Conformance,
  { head: { deployment }, exchanges, span }: Recorded,
): readonly string[] {
  if (span === undefined) return ['exchanges.jsonl holds no exchange']
  const [started, finished] = [Date.parse(startedAt), Date.parse(finishedAt)]
  const first = new Date(span.first).toISOString()
  const last = new Date(span.last).toISOString()
  const elsewhere = elsewhereOf(exchanges, [deployment.baseUrl, ...(deployment.replicas ?? [])])
  const conditions: readonly (readonly [boolean, string])[] = [
    [
      started <= span.first + ROUNDING_MS && started >= span.first - NEAR_MS,
      `startedAt is ${excerptOf(startedAt)} in conformance.json; the first exchange began at ${first}`,
    ],
    [
      finished >= span.last - ROUNDING_MS && finished <= span.last + NEAR_MS,
      `finishedAt is ${excerptOf(finishedAt)} in conformance.json; the last exchange ended at ${last}`,
    ],
    [
      elsewhere.length === 0,
      `the base URL is ${excerptOf(deployment.baseUrl)} in recording.json; ${count(elsewhere.length, 'request')} went to another address: ${elsewhere.slice(0, 3).join(', ')}`,
    ],
  ]
  return conditions.flatMap(([holds, problem]) => (holds ? [] : [problem]))
}

/** Ids of requests to the API at an address that is not below one of these. */
const elsewhereOf = (exchanges: readonly Exchange[], addresses: readonly string[]): readonly string[] =>
  exchanges
    .filter(
      ({ kind, request }) =>
        kind === 'contract' && !addresses.some((address) => isBelow(request.url, address)),
    )
    .map(({ id }) => id)

function isBelow(url: string, address: string): boolean {
  const href = URL.parse(url)?.href ?? ''
  return href.startsWith(`${address}/`) && !leavesBase(href.slice(address.length))
}
