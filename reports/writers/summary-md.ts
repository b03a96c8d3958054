import type { Conformance, RequirementResult } from '../conformance.ts'
import { code, escaped, table } from './markdown.ts'
import {
  alike,
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
  VERDICT_WORDS,
  secondOpinionsSentence,
  TOOL_WORDS,
  verdictSentence,
  WAIVER_WORDS,
  notOfferedSentence,
} from '../verdict-words.ts'
import { VERDICTS } from '../verdicts.ts'
import { absentOperationsSentence, withoutStatesSentence } from '../without-states.ts'

/** GitHub cuts a job summary at 1 MiB; beyond this many rows the report itself is the better place. */
const ROWS_SHOWN = 100
/** Of one row: where the deployment cannot be reached, all requirements are in one. */
const IDS_SHOWN = 12

const SIGNS = { conformant: '✅', 'non-conformant': '❌', inconclusive: '⚠️' } as const

/** `summary.md`: the job summary of a CI run. */
export function summaryMd(conformance: Conformance): string {
  const { deployment, verdict, contractVersion, edition, tool, only } = conformance
  const entering = enteringSentence(conformance)
  const without = notOfferedSentence(conformance)
  const lines = [
    `## ${SIGNS[verdict]} ${RUN_VERDICT_WORDS[verdict]}${restrictedTo(conformance) === undefined ? '' : ' (restricted)'}: ${escaped(deployment.name)}`,
    '',
    escaped(verdictSentence(conformance)),
    '',
    `Contract ${contractVersion}, edition ${edition}, at ${code(deployment.baseUrl)}, judged by ${tool.name} ${escaped(tool.version)} in ${duration(elapsed(conformance))}, seed ${code(conformance.seed)}.`,
    ...(only.length > 0 ? ['', `Restricted to ${only.map(code).join(', ')}.`] : []),
    ...(without === undefined ? [] : ['', escaped(without)]),
    ...(entering === undefined ? [] : ['', escaped(entering)]),
    ...missingStates(conformance),
    '',
    ...totals(conformance),
    '',
    ...open(conformance),
    ...areas(conformance),
    ...baseline(conformance),
    ...leftBehind(conformance),
    ...secondOpinions(conformance),
  ]
  return `${lines.join('\n')}\n`
}

function missingStates({ withoutStates, commands }: Conformance): readonly string[] {
  if (!withoutStates) return []
  const rows = withoutStates.additions.map(({ state, requirements }) => [
    escaped(state),
    String(requirements.length),
  ])
  const absent = absentOperationsSentence(withoutStates, commands)
  return [
    ...(absent === undefined ? [] : ['', absent]),
    '',
    `${withoutStatesSentence(withoutStates)}.`,
    ...(rows.length === 0
      ? []
      : ['', ...table(['missing state', 'requirements blocked'], rows.slice(0, ROWS_SHOWN))]),
  ]
}

function totals({ totals }: Conformance): readonly string[] {
  return table(
    VERDICTS.map((verdict) => VERDICT_WORDS[verdict]),
    [VERDICTS.map((verdict) => String(totals[verdict]))],
  )
}

function open(conformance: Conformance): readonly string[] {
  const groups = alike(notHeld(conformance))
  if (groups.length === 0) return []
  const more = groups.slice(ROWS_SHOWN).flat().length
  const header = ['requirement', 'verdict', 'statement and reason', 'where to fix it', 'next']
  return [
    '### What did not pass',
    '',
    ...table(header, groups.slice(0, ROWS_SHOWN).map(openRow)),
    '',
    ...(more > 0 ? [`…and ${more} more.`, ''] : []),
  ]
}

function openRow(group: readonly RequirementResult[]): readonly string[] {
  const [first] = group
  if (!first) return []
  const { verdict, title, reason, fixIn, next } = first
  const statement = group.length === 1 ? `${escaped(title)}<br>` : ''
  return [
    [
      ...group.slice(0, IDS_SHOWN).map(({ id, level }) => `**${escaped(id)}** ${level}`),
      ...(group.length > IDS_SHOWN ? [`and ${group.length - IDS_SHOWN} more`] : []),
    ].join('<br>'),
    VERDICT_WORDS[verdict],
    `${statement}${escaped(reason ?? '')}`,
    fixIn ? FIX_IN_WORDS[fixIn] : '',
    escaped(next ?? ''),
  ]
}

function areas({ areas }: Conformance): readonly string[] {
  const claimed = areas.filter(
    ({ claimed, totals }) => claimed && VERDICTS.some((verdict) => totals[verdict] > 0),
  )
  const rows = claimed.map(({ title, totals }) => [
    escaped(title),
    ...VERDICTS.map((verdict) => String(totals[verdict])),
  ])
  const unclaimed = areas.filter(({ claimed }) => !claimed).map(({ title }) => escaped(title))
  return [
    '### Areas',
    '',
    ...table(['area', ...VERDICTS.map((verdict) => VERDICT_WORDS[verdict])], rows),
    ...(unclaimed.length > 0 ? ['', `Not claimed: ${unclaimed.join(', ')}.`] : []),
  ]
}

function baseline(conformance: Conformance): readonly string[] {
  const sentence = gateSentence(conformance)
  if (sentence === undefined) return []
  const entries = inBaseline(conformance).filter(({ waiver }) => waiver.state !== 'unused')
  const rows = entries
    .slice(0, ROWS_SHOWN)
    .map(({ id, verdict, waiver }) => [
      `**${escaped(id)}**`,
      `${VERDICT_WORDS[verdict]}; ${WAIVER_WORDS[waiver.state]}`,
      escaped(waiver.reason),
      waiver.expires,
      [waiver.owner, waiver.issue]
        .flatMap((text) => (text === undefined ? [] : [escaped(text)]))
        .join('<br>'),
    ])
  const more = entries.length - rows.length
  return [
    '',
    '### Known failures',
    '',
    escaped(sentence),
    ...(rows.length > 0
      ? ['', ...table(['requirement', 'now', 'reason', 'until', 'owner, issue'], rows)]
      : []),
    ...(more > 0 ? ['', `…and ${more} more.`] : []),
  ]
}

function leftBehind({ states = [] }: Conformance): readonly string[] {
  const left = states.filter(({ notTornDown }) => notTornDown.length > 0)
  if (left.length === 0) return []
  const rows = left.map(({ state, by, notTornDown }) => [
    code(state),
    STATE_SOURCE_WORDS[by],
    String(notTornDown.length),
  ])
  return [
    '',
    '### Created and not torn down',
    '',
    ...table(['state', 'set up', 'left behind'], rows),
    '',
    'Each is named under `states` of `conformance.json`.',
  ]
}

function secondOpinions(conformance: Conformance): readonly string[] {
  const sentence = secondOpinionsSentence(conformance)
  if (sentence === undefined) return []
  const disagreements = conformance.secondOpinions.opinions.flatMap((opinion) => opinion.disagreements)
  const rows = disagreements
    .slice(0, ROWS_SHOWN)
    .map(({ tool, operation, status, theySay, weSay, where, message, exchange }) => [
      `${TOOL_WORDS[tool]}: ${theySay}, harness: ${weSay}`,
      `${code(operation)} ${status}`,
      `${code(where)} ${escaped(message)}`,
      code(exchange),
    ])
  return [
    '',
    '### Second opinions',
    '',
    escaped(sentence),
    ...(rows.length > 0 ? ['', ...table(['disagreement', 'answer', 'what', 'exchange'], rows)] : []),
  ]
}
