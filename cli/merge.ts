import { readFileSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readWholeLines } from '../fixtures/recording/whole-lines.ts'
import { EXCHANGES, LONG_BODIES } from '../fixtures/recording/evidence.ts'
import { RECORDING } from '../fixtures/recording/recording.ts'
import { systemTime } from '../fixtures/time.ts'
import type { FixIn, Conformance, Exchange, Judgement } from '../reports/conformance.ts'
import { conformanceOf } from '../reports/conformance-of.ts'
import { exchangeOf } from '../reports/exchange-lines.ts'
import { readJudgements } from '../reports/judgement-lines.ts'
import { missingEvidence, withEvidence } from '../reports/missing-evidence.ts'
import { readPlan } from '../reports/planned-checks.ts'
import { printable } from '../reports/printable.ts'
import { DURATIONS, JUDGEMENTS, PLAN, REPORT_FILES } from '../reports/report-files.ts'
import { terminalSummary } from '../reports/terminal-summary.ts'
import { exitCode } from '../reports/verdicts.ts'
import type { Baseline } from '../reports/waiver.ts'
import { withBaselineAndHistory } from '../reports/baseline-and-history.ts'
import { writeReport } from '../reports/write-report.ts'
import { loadBaseline } from './baseline/load-baseline.ts'
import { keepInHistory, openHistory } from './history.ts'
import { copyToLatest } from '../runner/run-folders.ts'
import { writeArchive } from '../runner/write-archive.ts'
import { REPORTS } from './default-folders.ts'
import { realPath } from '../fixtures/real-path.ts'
import { folderFor, prepareFolder, reportInto, takeFolder } from './report-folder.ts'
import { awaitShards } from './shards/await-shards.ts'
import { readShards, type FinishedShard } from './shards/read-shards.ts'
import { scopeOfHead } from './scope-of-head.ts'
import { assayError } from '../errors/index.ts'
import type { Terminal } from './terminal.ts'
import { count } from '../spec/count.ts'
import { tryParseJson } from '../spec/try-parse-json.ts'

export interface MergeOptions {
  /** Of shards, or of folders that hold them. */
  readonly directories: readonly string[]
  /** Where the report of the whole run goes. */
  readonly out: string | undefined
  /** Whether Prism and Dredd are asked about the merged recording. */
  readonly secondOpinions: boolean
  /** Path of a baseline of known failures. */
  readonly baseline?: string | undefined
  /** Blocked requirements that do not change exit code 0. */
  readonly allowBlocked?: readonly string[] | undefined
  /** Folder of the history in which the run is kept. */
  readonly history?: string | undefined
  /** So long at most shards that have not ended are waited for; undefined: not at all. */
  readonly waitSeconds?: string | undefined
}

/**
 * Makes one report and one recording of the shards of a run, as if it had been run undivided.
 *
 * @returns the exit code of the whole run: 0 conformant, 1 not conformant, 3 inconclusive
 * @throws AssayError where they are not shards of one run
 */
export async function merge(options: MergeOptions, terminal: Terminal): Promise<number> {
  const { directories, out, baseline, history, waitSeconds } = options
  const say = (text: string) => void terminal.stderr.write(`${text}\n`)
  const known = baseline === undefined ? undefined : loadBaseline(baseline)
  if (history !== undefined) openHistory(history)
  if (waitSeconds !== undefined) await awaitShards(directories, secondsOf(waitSeconds), systemTime, say)
  const shards = readShards(directories)
  const { name } = shards[0]!.head.deployment
  const target = folderFor(out, name)
  if (shards.some(({ directory }) => realPath(directory) === realPath(target))) {
    throw assayError('recording-overwritten', { folder: target, recording: target })
  }
  say(`Merging ${shards.length} of ${count(shards[0]!.head.shard.of, 'shard')} …`)
  const folder = takeFolder(target, name)
  try {
    const exchanges = prepareFolder(target, () => writeRecording(shards, target))
    return await reportMerged({ shards, exchanges, target, known }, options, terminal)
  } finally {
    folder.release()
    if (out === undefined) copyToLatest(REPORTS, target)
  }
}

interface MergedShards {
  readonly shards: readonly FinishedShard[]
  readonly exchanges: readonly Exchange[]
  readonly target: string
  readonly known: Baseline | undefined
}

/** @returns the exit code */
const reportMerged = (
  { shards, exchanges, target, known }: MergedShards,
  { allowBlocked, history, secondOpinions }: MergeOptions,
  terminal: Terminal,
): Promise<number> =>
  reportInto(target, terminal, async () => {
    const { stdout } = terminal
    const merged = conformanceOf(
      {
        ...evidenced(whatWasRun(shards), readJudgements(join(target, JUDGEMENTS)), exchanges),
        planned: readPlan(target),
      },
      exchanges,
    )
    const conformance = withBaselineAndHistory(merged, { baseline: known, allowBlocked, history })
    await writeArchive(target, exchanges)
    const report = await writeReport(target, conformance, exchanges)
    stdout.write(terminalSummary(conformance, { colour: stdout.isTTY === true, reportPath: report }))
    if (secondOpinions) {
      const { addSecondOpinions } = await import('./add-second-opinions.ts')
      await addSecondOpinions(target, terminal)
    }
    if (history !== undefined) stdout.write(`History: ${printable(keepInHistory(history, conformance))}\n`)
    return exitCode(conformance)
  })

/** The merged run with its judgements: a judgement with missing exchanges is dropped. */
function evidenced(
  run: ReturnType<typeof whatWasRun>,
  judged: readonly Judgement[],
  exchanges: readonly Exchange[],
) {
  const { judgements, missing } = withEvidence(judged, new Set(exchanges.map(({ id }) => id)))
  if (missing.length === 0) return { ...run, judgements }
  const reasons = [run.incompleteReason, missingEvidence(missing)].filter((reason) => reason !== undefined)
  return {
    ...run,
    judgements,
    complete: false,
    incompleteReason: reasons.join('; '),
    incompleteFixIn: run.incompleteFixIn ?? ('environment' as const),
  }
}

function secondsOf(text: string): number {
  const seconds = Number(text)
  if (text !== '' && Number.isFinite(seconds) && seconds >= 0) return seconds
  throw assayError('number-invalid', {
    option: '--wait',
    value: text,
    unit: 'seconds',
    from: 0,
    example: '1800',
  })
}

/** Writes the files of a replay, and returns the exchanges. */
function writeRecording(shards: readonly FinishedShard[], target: string): readonly Exchange[] {
  for (const name of REPORT_FILES) rmSync(join(target, name), { force: true })
  const { shard: _, ...head } = shards[0]!.head
  writeFileSync(join(target, RECORDING), `${JSON.stringify(head, null, 2)}\n`)
  writeFileSync(join(target, PLAN), shards.find(({ plan }) => plan !== '')?.plan ?? '')
  const together = (name: string) => shards.flatMap(({ directory }) => wholeLinesOf(join(directory, name)))
  for (const name of [JUDGEMENTS, LONG_BODIES]) writeLines(join(target, name), together(name))
  const durations = shards
    .map(({ directory }) => join(directory, DURATIONS))
    .filter((file) => existsSync(file))
  const each = durations.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>)
  writeFileSync(join(target, DURATIONS), `${JSON.stringify(Object.assign({}, ...each), null, 2)}\n`)
  const exchanges = inTime(together(EXCHANGES))
  writeLines(
    join(target, EXCHANGES),
    exchanges.map(({ line }) => line),
  )
  return exchanges.map(({ exchange }) => exchange)
}

/** Without a line that was cut where it seems to end. */
const wholeLinesOf = (file: string): readonly string[] =>
  readWholeLines(file).filter((line) => tryParseJson(line) !== undefined)

function writeLines(file: string, lines: readonly string[]): void {
  rmSync(file, { force: true })
  if (lines.length > 0) writeFileSync(file, `${lines.join('\n')}\n`)
}

/** In the order in which they ended. Requests that every shard sends at its start count once. */
function inTime(lines: readonly string[]): readonly { readonly line: string; readonly exchange: Exchange }[] {
  const known = new Set<string>()
  return lines
    .flatMap((line) => {
      const exchange = exchangeOf(line)
      return exchange ? [{ line, exchange }] : []
    })
    .filter(({ exchange: { id } }) => !known.has(id) && known.add(id))
    .map((read) => ({ ...read, ended: Date.parse(read.exchange.at) + read.exchange.durationMs }))
    .sort((a, b) => a.ended - b.ended)
}

/** The facts that the reporter of an undivided run would have. */
function whatWasRun(shards: readonly FinishedShard[]) {
  const reports = shards.flatMap(({ conformance }) => conformance ?? [])
  const times = (of: (conformance: Conformance) => string) => reports.map(of).sort()
  const now = new Date().toISOString()
  const gaps = gapsIn(shards)
  return {
    ...scopeOfHead(shards[0]!.head),
    startedAt: times(({ startedAt }) => startedAt)[0] ?? now,
    finishedAt: times(({ finishedAt }) => finishedAt).at(-1) ?? now,
    complete: gaps.length === 0,
    ...(gaps.length > 0 && {
      incompleteReason: gaps.map(({ reason }) => reason).join('; '),
      incompleteFixIn: gaps[0]!.fixIn,
    }),
  }
}

interface Gap {
  readonly reason: string
  readonly fixIn: FixIn
}

/** Why the shards are incomplete: each missing shard, and each that did not finish. */
function gapsIn(shards: readonly FinishedShard[]): readonly Gap[] {
  const { of } = shards[0]!.head.shard
  return Array.from({ length: of }, (_, place) => place + 1).flatMap((index) => {
    const name = `shard ${index} of ${of}`
    const shard = shards.find(({ head }) => head.shard.index === index)
    if (!shard) return [{ reason: `${name} is missing`, fixIn: 'environment' as const }]
    const { conformance } = shard
    if (!conformance)
      return [{ reason: `${name} ended before it wrote its report`, fixIn: 'environment' as const }]
    if (conformance.shard?.complete === true) return []
    const reason = conformance.incompleteReason ?? 'it was cut off'
    const result = conformance.requirements.find((requirement) => requirement.reason === reason)
    return [{ reason: `${name}: ${printable(reason)}`, fixIn: result?.fixIn ?? 'environment' }]
  })
}
