import Table from 'cli-table3'
import colours from 'picocolors'
import type { AreaResult, Cause, Conformance, RequirementResult, Verdict } from './conformance.ts'
import { profilesSentence } from './profile-words.ts'
import { printable } from './printable.ts'
import { commandOfFailed, splitNext } from './commands.ts'
import { firstOf, idsText } from './first-of.ts'
import { causeNumbers, causesOfEach, resolvesText } from './resolves-words.ts'
import { ruleLine } from './rule-of-cause.ts'
import { withoutExchanges } from './without-exchanges.ts'
import { count } from '../spec/count.ts'
import {
  causesSentence,
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
import { wrappedLines } from './wrapped-lines.ts'
import { absentOperationsSentence, withoutStatesSentence } from './without-states.ts'

const CAUSES_SHOWN = 12
const RESULTS_SHOWN = 20
const IDS_SHOWN = 8
const FINDINGS_SHOWN = 3

type Paint = ReturnType<typeof colours.createColors>

/** What the person who started the run reads at its end. Nothing from outside reaches the terminal unseen. */
export function terminalSummary(
  conformance: Conformance,
  {
    colour,
    reportPath,
    isQuiet = false,
    before,
    columns,
    seen = new Map(),
  }: {
    readonly colour: boolean
    readonly reportPath: string
    readonly isQuiet?: boolean
    readonly before?: BeforeRestricted | undefined
    /** Width of the terminal; undefined: it is none. */
    readonly columns?: number | undefined
    /** By the id of a cause, the request and response that show it. */
    readonly seen?: ReadonlyMap<string, string>
  },
): string {
  const paint = colours.createColors(colour)
  const { verdict, deployment, contractVersion, edition } = conformance
  const entering = enteringSentence(conformance)
  const gate = gateSentence(conformance)
  const restricted = restrictedTo(conformance)
  const without = notOfferedSentence(conformance)
  const profiles = profilesSentence(conformance, numbersOfCauses(conformance))
  const hue = { conformant: paint.green, 'non-conformant': paint.red, inconclusive: paint.yellow }[verdict]
  const lines = [
    ...(isQuiet
      ? []
      : [
          areaTable(conformance, paint, colour),
          ...missingStates(conformance, paint),
          ...causes(conformance, paint, seen),
          ...openResults(conformance, paint),
          ...fixedResults(conformance, paint),
          '',
        ]),
    `${hue(paint.bold(RUN_VERDICT_WORDS[verdict]))}: ${printable(deployment.name)}, contract ${contractVersion}, edition ${edition}, in ${duration(elapsed(conformance))}`,
    printable(verdictSentence(conformance)),
    ...(restricted === undefined ? [] : [restricted]),
    ...(before === undefined ? [] : [beforeSentence(before)]),
    ...(without === undefined ? [] : [printable(without)]),
    ...(profiles === undefined ? [] : [printable(profiles)]),
    ...(entering === undefined ? [] : [entering]),
    ...(gate === undefined ? [] : [printable(gate)]),
    ...(isQuiet ? [] : againLine(conformance, before)),
    ...reportLine(paint, reportPath),
    '',
  ]
  return wrappedLines(lines.join('\n'), columns)
}

/** What a restricted run leaves out: the last whole run of the deployment judged more. */
export interface BeforeRestricted {
  /** How many requirements failed in that run. */
  readonly failed: number
  /** How many of them the restricted run judged. */
  readonly judged: number
  /** How many requirements no run has seen pass since they failed. */
  readonly left: number
}

const beforeSentence = ({ failed, judged, left }: BeforeRestricted): string =>
  `${count(failed, 'requirement')} failed in the last whole run; this run judged ${judged} of them, and ${left} still ${left === 1 ? 'fails' : 'fail'}.`

/** The command that judges the failed requirements again. */
function againLine(
  { requirements, commands }: Conformance,
  { left = 0 }: Partial<BeforeRestricted> = {},
): readonly string[] {
  const hasFailed = left > 0 || requirements.some(({ verdict }) => verdict === 'fail' || verdict === 'flaky')
  return hasFailed && commands
    ? ['Judge the failed requirements again:', `  ${printable(commandOfFailed(commands))}`]
    : []
}

const reportLine = (paint: Paint, reportPath: string | undefined): readonly string[] =>
  reportPath === undefined ? [] : [`Report: ${paint.underline(printable(reportPath))}`]

const hueOf = (paint: Paint): Readonly<Record<Verdict, (text: string) => string>> => ({
  fail: paint.red,
  flaky: paint.magenta,
  blocked: paint.yellow,
  warn: paint.yellow,
  pass: paint.green,
  'not-applicable': paint.dim,
  'not-specified': paint.dim,
})

/**
 * Areas by verdict, without empty columns and rows. If a requirement did not pass, only the areas of such requirements,
 * so that the causes below fit on one screen.
 */
function areaTable({ areas, totals }: Conformance, paint: Paint, colour: boolean): string {
  const verdicts = VERDICTS.filter((verdict) => totals[verdict] > 0)
  const judged = areas.filter(
    ({ claimed, totals }) => claimed && verdicts.some((verdict) => totals[verdict] > 0),
  )
  const open = judged.filter(({ totals }) => OPEN.some((verdict) => totals[verdict] > 0))
  const shown = open.length > 0 ? open : judged
  const others = judged.filter((area) => !shown.includes(area))
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
  if (others.length > 0) table.push([paint.dim(count(others.length, 'other area')), ...cells(sumOf(others))])
  table.push([paint.bold('all'), ...cells(totals)])
  return `${paint.bold('Requirements by area')}\n${table.toString()}`
}

const sumOf = (areas: readonly AreaResult[]) =>
  Object.fromEntries(
    VERDICTS.map((verdict) => [verdict, areas.reduce((sum, { totals }) => sum + totals[verdict], 0)]),
  ) as AreaResult['totals']

const OPEN: readonly Verdict[] = ['fail', 'flaky', 'blocked', 'warn']

function missingStates({ withoutStates, commands }: Conformance, paint: Paint): readonly string[] {
  if (!withoutStates) return []
  const absent = absentOperationsSentence(withoutStates, commands)
  return [
    '',
    ...(absent === undefined ? [] : [printable(absent)]),
    paint.bold(withoutStatesSentence(withoutStates)),
  ]
}

/** All causes of a run, and its verdict; without a report, no addresses in its page. */
export function causesText(
  conformance: Conformance,
  {
    colour,
    reportPath,
    columns,
  }: {
    readonly colour: boolean
    readonly reportPath?: string | undefined
    readonly columns?: number | undefined
  },
): string {
  const paint = colours.createColors(colour)
  const { verdict, deployment, causes } = conformance
  const lines = [
    `${RUN_VERDICT_WORDS[verdict]}: ${printable(deployment.name)}, ${count(causes.length, 'cause')}`,
    ...causes.flatMap((cause, index) => causeLines(cause, index + 1, conformance, paint)),
    '',
    ...againLine(conformance),
    ...reportLine(paint, reportPath),
    '',
  ]
  return wrappedLines(lines.join('\n'), columns)
}

/** What to correct, the worst first. */
function causes(
  conformance: Conformance,
  paint: Paint,
  seen: ReadonlyMap<string, string>,
): readonly string[] {
  const { causes: all, totals } = conformance
  if (all.length === 0) return []
  const more = all.length - CAUSES_SHOWN
  const heading = causesSentence(all.length, totals)
  return [
    '',
    paint.bold(more > 0 ? `${CAUSES_SHOWN} of ${heading}` : heading),
    ...all
      .slice(0, CAUSES_SHOWN)
      .flatMap((cause, index) => causeLines(cause, index + 1, conformance, paint, seen.get(cause.id))),
    ...(more > 0 ? ['', paint.dim(`…and ${count(more, 'more cause')} in the report.`)] : []),
  ]
}

function causeLines(
  cause: Cause,
  number: number,
  { causes: all, requirements: results }: Conformance,
  paint: Paint,
  seen?: string,
): readonly string[] {
  const { title, verdict, fixIn, address, requirements, findings = [] } = cause
  const others = findings.filter(({ found }) => !isSaidIn(title, found))
  const ids =
    findings.length > 0 && others.length === findings.length ? '' : `: ${idsText(requirements, IDS_SHOWN)}`
  const shown = firstOf(others, FINDINGS_SHOWN)
  const rule = ruleLine(cause, results)
  return [
    '',
    `${String(number).padStart(2)}. ${hueOf(paint)[verdict](VERDICT_WORDS[verdict])} ${paint.bold(printable(title))}`,
    ...(rule === undefined ? [] : [`    rule: ${printable(rule)}`]),
    `    fix in: ${FIX_IN_WORDS[fixIn]}${address === undefined ? '' : ` (${printable(address)})`}; ${printable(resolvesText(cause, all) + ids)}`,
    ...shown.map((one) => `      ${printable(`${idsText(one.requirements, IDS_SHOWN)}: ${one.found}`)}`),
    ...(others.length > shown.length ? [`      and ${findingsLeft(others.slice(shown.length))}`] : []),
    ...(seen === undefined ? [] : [`    seen: ${printable(seen)}`]),
    ...nextLines(cause),
  ]
}

/** Whether a title says what was found; the numbers of responses at its end may differ. */
const isSaidIn = (title: string, found: string): boolean =>
  title.toLowerCase().includes(found.replace(/ \([^()]*\)$/, '').toLowerCase())

/** The command has its own line, so that it can be selected. */
function nextLines({ next }: Cause): readonly string[] {
  const { step, command } = splitNext(next)
  const text = printable(withoutExchanges(step))
  return command === undefined
    ? [`    next: ${text}`]
    : [`    next: ${`${text} Then run:`.trim()}`, `      ${printable(command)}`]
}

/** Of each requirement, the numbers of its causes; none, if one of them is not shown. */
function numbersOfCauses({ causes: all }: Conformance): ReadonlyMap<string, readonly number[]> {
  const numbers = [...causesOfEach(all)]
  return new Map(numbers.filter(([, some]) => some.every((number) => number <= CAUSES_SHOWN)))
}

/** "2 more requirements". */
const findingsLeft = (findings: NonNullable<Cause['findings']>): string =>
  count(
    findings.reduce((sum, { requirements }) => sum + requirements.length, 0),
    'more requirement',
  )

/** The requirements behind the causes, a line each. If one cause has them all, a part of them says nothing more. */
function openResults(conformance: Conformance, paint: Paint): readonly string[] {
  const results = notHeld(conformance)
  const shown = firstOf(results, RESULTS_SHOWN)
  const more = results.length - shown.length
  const isOneCause = more > 0 && conformance.causes[0]?.requirements.length === results.length
  if (results.length === 0 || isOneCause) return []
  const numbers = numbersOfCauses(conformance)
  return [
    '',
    paint.bold('Requirements that did not pass'),
    ...shown.flatMap((result) => resultLines(result, numbers.get(result.id), paint)),
    ...(more > 0 ? [paint.dim(`…and ${more} more in the report.`)] : []),
  ]
}

function resultLines(
  { id, title, verdict, waiver }: RequirementResult,
  causesOfIt: readonly number[] = [],
  paint: Paint,
): readonly string[] {
  const numbers = causesOfIt.length === 0 ? '' : ` (${causeNumbers(causesOfIt)})`
  return [
    `${hueOf(paint)[verdict](VERDICT_WORDS[verdict])} ${paint.bold(printable(id))} ${printable(title)}${numbers}`,
    ...(waiver ? [`  baseline: ${printable(waiverLine(waiver))}`] : []),
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
    '  next: Remove them from the baseline.',
  ]
}
