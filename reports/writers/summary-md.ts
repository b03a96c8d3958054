import type { Cause, Conformance } from '../conformance.ts'
import { firstOf, idsText } from '../first-of.ts'
import { resolvesText } from '../resolves-words.ts'
import { ruleLine } from '../rule-of-cause.ts'
import { withoutExchanges } from '../without-exchanges.ts'
import { bytesOf, code, escaped, fitting, shortened, table } from './markdown.ts'
import {
  count,
  FIX_IN_WORDS,
  duration,
  elapsed,
  enteringSentence,
  gateSentence,
  inBaseline,
  notHeld,
  restrictedTo,
  RUN_VERDICT_WORDS,
  STATE_SOURCE_WORDS,
  totalsSentence,
  VERDICT_WORDS,
  secondOpinionsSentence,
  TOOL_WORDS,
  verdictSentence,
  WAIVER_WORDS,
  notOfferedSentence,
} from '../verdict-words.ts'
import { VERDICTS } from '../verdicts.ts'
import { profilesSentence } from '../profile-words.ts'
import { absentOperationsSentence, withoutStatesSentence } from '../without-states.ts'

/** Maximum size: the page has everything, and this file must be readable in a log. */
export const MAX_SUMMARY_BYTES = 10_000
/** Most bytes of one section. The causes get the rest. */
const MAX_SECTION_BYTES = 700
/** The causes name them too. */
const MAX_FAILED_BYTES = 2_000
/** The deployment can make a text long. */
const MAX_TEXT_BYTES = 360
/** A next step ends with a command, which must stay whole. */
const MAX_NEXT_BYTES = 1_000
const MAX_NAME_BYTES = 100
/** Of one entry: where the deployment cannot be reached, all requirements are in one. */
const IDS_SHOWN = 12
const FINDINGS_SHOWN = 3

const SIGNS = { conformant: '✅', 'non-conformant': '❌', inconclusive: '⚠️' } as const

const text = (long: string) => shortened(long, MAX_TEXT_BYTES, escaped)
const name = (long: string) => shortened(long, MAX_NAME_BYTES, escaped)
const nameAsCode = (long: string) => shortened(long, MAX_NAME_BYTES, code)

/** Items of a list, as many as a section may have. */
const listed = <Item>(
  items: readonly Item[],
  linesOf: (item: Item) => readonly string[],
  bytes = MAX_SECTION_BYTES,
): readonly string[] => fitting(items, linesOf, bytes, (left) => `- …and ${left} more in \`index.html\`.`)

/** A heading with its lines; empty without lines. */
const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', `### ${title}`, '', ...lines]

/** `summary.md`: the job summary of a CI run, at most `MAX_SUMMARY_BYTES` bytes. */
export function summaryMd(conformance: Conformance): string {
  const head = [...headline(conformance), ...missingStates(conformance)]
  const rest = [
    ...section('Profiles', profiles(conformance)),
    ...section('Requirements by area', areas(conformance)),
    ...section('Known failures', baseline(conformance)),
    ...section('Created and not torn down', leftBehind(conformance)),
    ...section('Second opinions', secondOpinions(conformance)),
  ]
  const failed = section('What did not pass', listed(notHeld(conformance), openLines, MAX_FAILED_BYTES))
  const left = MAX_SUMMARY_BYTES - bytesOf([...head, '', '### Causes', '', ...failed, ...rest])
  const causes = section('Causes', listed(conformance.causes, causeLines(conformance), left))
  return `${[...head, ...causes, ...failed, ...rest].join('\n')}\n`
}

function headline(conformance: Conformance): readonly string[] {
  const { deployment, verdict, contractVersion, edition, tool, totals } = conformance
  const restricted = restrictedTo(conformance)
  const more = [restricted, notOfferedSentence(conformance), enteringSentence(conformance)]
  return [
    `## ${SIGNS[verdict]} ${RUN_VERDICT_WORDS[verdict]}${restricted === undefined ? '' : ' (restricted)'}: ${name(deployment.name)}`,
    '',
    text(verdictSentence(conformance)),
    '',
    `- Requirements: ${totalsSentence(totals)}.`,
    `- Deployment: ${shortened(deployment.baseUrl, MAX_TEXT_BYTES, code)}`,
    `- Contract ${contractVersion}, edition ${edition}. Judged by ${tool.name} ${escaped(tool.version)} in ${duration(elapsed(conformance))} with seed ${nameAsCode(conformance.seed)}.`,
    ...more.flatMap((sentence) => (sentence === undefined ? [] : [`- ${text(sentence)}`])),
  ]
}

function missingStates({ withoutStates, commands }: Conformance): readonly string[] {
  if (!withoutStates) return []
  const absent = absentOperationsSentence(withoutStates, commands)
  const additions = listed(withoutStates.additions, ({ state, requirements }) => [
    `- ${escaped(state)}: ${count(requirements.length, 'requirement')} blocked`,
  ])
  return [
    ...(absent === undefined ? [] : ['', text(absent)]),
    ...section('Missing provider states', [`${withoutStatesSentence(withoutStates)}.`, '', ...additions]),
  ]
}

/** What to correct, the worst first. */
const causeLines =
  ({ causes, requirements }: Conformance) =>
  (cause: Cause): readonly string[] =>
    causeItem(cause, ruleLine(cause, requirements), resolvesText(cause, causes))

function causeItem(
  { title, verdict, fixIn, address, next, requirements, findings = [] }: Cause,
  rule: string | undefined,
  resolves: string,
): readonly string[] {
  return [
    `- **${text(title)}** (${VERDICT_WORDS[verdict]})`,
    ...(rule === undefined ? [] : [`  - rule: ${text(rule)}`]),
    `  - fix in: ${FIX_IN_WORDS[fixIn]}${address === undefined ? '' : ` (${code(address)})`}; ${escaped(resolves)}: ${idsOf(requirements)}`,
    ...(findings.length > 1
      ? firstOf(findings, FINDINGS_SHOWN).map((one) => `  - ${idsOf(one.requirements)}: ${text(one.found)}`)
      : []),
    `  - next: ${shortened(withoutExchanges(next), MAX_NEXT_BYTES, escaped)}`,
  ]
}

const idsOf = (ids: readonly string[]): string =>
  idsText(
    ids.map((id) => escaped(id)),
    IDS_SHOWN,
    ', ',
  )

/** A line each: the causes have the reasons. */
const openLines = ({ id, level, verdict, title }: Conformance['requirements'][number]): readonly string[] => [
  `- **${escaped(id)}** (${level}) ${VERDICT_WORDS[verdict]}: ${text(title)}`,
]

function profiles(conformance: Conformance): readonly string[] {
  const sentence = profilesSentence(conformance)
  return sentence === undefined ? [] : [shortened(sentence, MAX_SECTION_BYTES, escaped)]
}

/** Without empty columns. Requirements that are not specified are only in the totals. */
function areas({ areas, totals }: Conformance): readonly string[] {
  const verdicts = VERDICTS.filter((verdict) => totals[verdict] > 0 && verdict !== 'not-specified')
  const rows = areas
    .filter(({ claimed, totals }) => claimed && verdicts.some((verdict) => totals[verdict] > 0))
    .map(({ title, totals }) => [escaped(title), ...verdicts.map((verdict) => String(totals[verdict]))])
  const unclaimed = areas.filter(({ claimed }) => !claimed).map(({ title }) => escaped(title))
  return [
    ...table(['area', ...verdicts.map((verdict) => VERDICT_WORDS[verdict])], rows),
    ...(unclaimed.length > 0 ? ['', `Not claimed: ${unclaimed.join(', ')}.`] : []),
  ]
}

function baseline(conformance: Conformance): readonly string[] {
  const sentence = gateSentence(conformance)
  if (sentence === undefined) return []
  const used = inBaseline(conformance).filter(({ waiver }) => waiver.state !== 'unused')
  const items = listed(used, ({ id, verdict, waiver: { state, reason, expires, owner, issue } }) => [
    `- **${escaped(id)}** ${VERDICT_WORDS[verdict]} (${WAIVER_WORDS[state]}): ${text(reason)}`,
    `  - ${[`until ${expires}`, ...(owner === undefined ? [] : [`owner ${name(owner)}`]), ...(issue === undefined ? [] : [name(issue)])].join('; ')}`,
  ])
  return [text(sentence), ...(items.length > 0 ? ['', ...items] : [])]
}

function leftBehind({ states = [] }: Conformance): readonly string[] {
  const left = states.filter(({ notTornDown }) => notTornDown.length > 0)
  if (left.length === 0) return []
  const items = listed(left, ({ state, by, notTornDown }) => [
    `- ${notTornDown.length} × ${code(state)}, set up ${STATE_SOURCE_WORDS[by]}`,
  ])
  return [...items, '', '`states` in `conformance.json` names each.']
}

function secondOpinions(conformance: Conformance): readonly string[] {
  const sentence = secondOpinionsSentence(conformance)
  if (sentence === undefined) return []
  const items = listed(
    conformance.secondOpinions.opinions.flatMap(({ disagreements }) => disagreements),
    ({ tool, operation, status, toolVerdict, assayVerdict, where, message, exchange }) => [
      `- ${nameAsCode(operation)} ${status}: ${TOOL_WORDS[tool]} says ${toolVerdict}, Assay says ${assayVerdict}`,
      `  - ${name(where)} ${text(message)} (exchange ${name(exchange)})`,
    ],
  )
  return [text(sentence), ...(items.length > 0 ? ['', ...items] : [])]
}
