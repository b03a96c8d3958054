import Table from 'cli-table3'
import colours from 'picocolors'
import type { AreaResult, Conformance, RequirementResult, Verdict } from './conformance.ts'
import { printable } from './printable.ts'
import {
  alike,
  count,
  FIX_IN_WORDS,
  duration,
  elapsed,
  enteringSentence,
  gateSentence,
  inBaseline,
  notHeld,
  notOfferedSentence,
  restrictedTo,
  RUN_VERDICT_WORDS,
  VERDICT_WORDS,
  verdictSentence,
  waiverLine,
} from './verdict-words.ts'
import { VERDICTS } from './verdicts.ts'
import { absentOperationsSentence, bestAdditions, withoutStatesSentence } from './without-states.ts'

const RESULTS_SHOWN = 20
const IDS_SHOWN = 8

type Paint = ReturnType<typeof colours.createColors>

/** What the person who started the run reads at its end. Nothing from outside reaches the terminal unseen. */
export function terminalSummary(
  conformance: Conformance,
  {
    colour,
    reportPath,
    isQuiet = false,
  }: { readonly colour: boolean; readonly reportPath: string; readonly isQuiet?: boolean },
): string {
  const paint = colours.createColors(colour)
  const { verdict, deployment, contractVersion, edition } = conformance
  const entering = enteringSentence(conformance)
  const gate = gateSentence(conformance)
  const restricted = restrictedTo(conformance)
  const without = notOfferedSentence(conformance)
  const hue = { conformant: paint.green, 'non-conformant': paint.red, inconclusive: paint.yellow }[verdict]
  return [
    ...(isQuiet
      ? []
      : [
          areaTable(conformance, paint, colour),
          ...missingStates(conformance, paint),
          ...openResults(conformance, paint),
          ...fixedResults(conformance, paint),
          '',
        ]),
    `${hue(paint.bold(RUN_VERDICT_WORDS[verdict]))}: ${printable(deployment.name)}, contract ${contractVersion}, edition ${edition}, in ${duration(elapsed(conformance))}`,
    printable(verdictSentence(conformance)),
    ...(restricted === undefined ? [] : [restricted]),
    ...(without === undefined ? [] : [printable(without)]),
    ...(entering === undefined ? [] : [entering]),
    ...(gate === undefined ? [] : [printable(gate)]),
    `Report: ${paint.underline(printable(reportPath))}`,
    '',
  ].join('\n')
}

const hueOf = (paint: Paint): Readonly<Record<Verdict, (text: string) => string>> => ({
  fail: paint.red,
  flaky: paint.magenta,
  blocked: paint.yellow,
  warn: paint.yellow,
  pass: paint.green,
  'not-applicable': paint.dim,
  'not-specified': paint.dim,
})

/** Areas by verdict, without the columns and rows in which nothing stands. */
function areaTable({ areas, totals }: Conformance, paint: Paint, colour: boolean): string {
  const verdicts = VERDICTS.filter((verdict) => totals[verdict] > 0)
  const shown = areas.filter(
    ({ claimed, totals }) => claimed && verdicts.some((verdict) => totals[verdict] > 0),
  )
  const hue = hueOf(paint)
  const table = new Table({
    head: ['area', ...verdicts.map((verdict) => VERDICT_WORDS[verdict])],
    // No line between rows.
    chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
    colAligns: ['left', ...verdicts.map(() => 'right' as const)],
    style: colour ? { head: ['bold'], border: ['grey'] } : { head: [], border: [] },
  })
  const cells = (counts: AreaResult['totals']) =>
    verdicts.map((verdict) =>
      counts[verdict] === 0 ? paint.dim('·') : hue[verdict](String(counts[verdict])),
    )
  for (const { title, totals } of shown) table.push([printable(title), ...cells(totals)])
  table.push([paint.bold('all'), ...cells(totals)])
  return table.toString()
}

/** One summary in place of a result for each requirement that lacks a provider state. */
function missingStates({ withoutStates, commands }: Conformance, paint: Paint): readonly string[] {
  if (!withoutStates) return []
  const { named } = bestAdditions(withoutStates)
  const more = withoutStates.additions.length - named.length
  const absent = absentOperationsSentence(withoutStates, commands)
  return [
    '',
    ...(absent === undefined ? [] : [printable(absent)]),
    paint.bold(withoutStatesSentence(withoutStates)),
    ...named.map(
      ({ state, requirements }) => `  ${String(requirements.length).padStart(4)}  ${printable(state)}`,
    ),
    ...(more > 0 ? [paint.dim(`        and ${count(more, 'other state')} in the report`)] : []),
    ...(named.length > 0
      ? [
          '  next: Serve a state at states.url, write a function for it in a deployment file that is a module (.mjs), or add what exists under given.',
        ]
      : []),
  ]
}

const lacksOnlyStates = ({ verdict, checks }: RequirementResult, { withoutStates }: Conformance): boolean =>
  withoutStates !== undefined &&
  verdict === 'blocked' &&
  checks.every(({ verdict: each, missingState }) => each !== 'blocked' || missingState !== undefined)

function openResults(conformance: Conformance, paint: Paint): readonly string[] {
  const groups = alike(notHeld(conformance).filter((result) => !lacksOnlyStates(result, conformance)))
  const more = groups.slice(RESULTS_SHOWN).flat().length
  return [
    ...groups.slice(0, RESULTS_SHOWN).flatMap((group) => openGroup(group, paint)),
    ...(more > 0 ? ['', paint.dim(`…and ${more} more in the report.`)] : []),
  ]
}

function fixedResults(conformance: Conformance, paint: Paint): readonly string[] {
  const fixed = inBaseline(conformance).filter(({ waiver }) => waiver.state === 'fixed')
  if (fixed.length === 0) return []
  const ids = fixed
    .slice(0, RESULTS_SHOWN)
    .map(({ id, waiver }) => `${id}${waiver.kind === 'flaky' ? ' (flaky)' : ''}`)
  const more = fixed.length > RESULTS_SHOWN ? ` and ${fixed.length - RESULTS_SHOWN} more` : ''
  return [
    '',
    `${paint.green('fixed')} ${printable(ids.join(' '))}${more}`,
    '  next: Take them out of the baseline.',
  ]
}

function openGroup(group: readonly RequirementResult[], paint: Paint): readonly string[] {
  const [first] = group
  if (!first) return []
  const { id, title, verdict, reason, fixIn, next, waiver } = first
  const ids = group.slice(0, IDS_SHOWN).map((result) => result.id)
  const subject =
    group.length === 1
      ? `${paint.bold(printable(id))} ${printable(title)}`
      : `${paint.bold(ids.map((each) => printable(each)).join(' '))}${group.length > IDS_SHOWN ? ` and ${group.length - IDS_SHOWN} more` : ''}`
  return [
    '',
    `${hueOf(paint)[verdict](VERDICT_WORDS[verdict])} ${subject}`,
    `  why: ${printable(reason ?? '')}`,
    ...(fixIn ? [`  fix in: ${FIX_IN_WORDS[fixIn]}`] : []),
    ...(next ? [`  next: ${printable(next)}`] : []),
    ...(waiver ? [`  baseline: ${printable(waiverLine(waiver))}`] : []),
  ]
}
