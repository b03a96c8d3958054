/** Playwright's reporter: shows progress, collects judgements, and writes the report when the run ends. */
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isatty } from 'node:tty'
import type { FixIn, Conformance, Judgement, ShardOfRun } from './conformance.ts'
import { conformanceOf } from './conformance-of.ts'
import { exchangesIn } from './exchange-lines.ts'
import { judgementsOf, unjudged } from './judgement-of.ts'
import { followJudgements, type Following } from './follow-judgements.ts'
import { keepJudgementsMissing, withJudgementsLeft } from './judgement-lines.ts'
import { durationsOf } from './durations-of.ts'
import { PLAN, plannedChecks, type PlannedChecks } from './planned-checks.ts'
import { printable } from './printable.ts'
import { createProgress, type Progress } from './progress.ts'
import { DURATIONS } from './report-files.ts'
import { terminalSummary } from './terminal-summary.ts'
import type { Baseline } from './waiver.ts'
import { withWhatIsKnown } from './what-is-known.ts'
import { writeReport } from './write-report.ts'

const JUDGEMENTS = 'judgements.jsonl'

/** What the reporter cannot learn from the engine. */
export interface ReporterOptions {
  /** Directory of the report, absolute. */
  readonly out: string
  readonly deployment: { readonly name: string; readonly baseUrl: string }
  readonly areas: readonly string[] | undefined
  readonly notOffered: readonly string[]
  readonly sharedAddresses: readonly (readonly string[])[]
  readonly only: readonly string[]
  /** The set of requirements to judge by. */
  readonly edition: number
  /** Which part of a run it is, and its suites; undefined: the whole. */
  readonly shard: (ShardOfRun & { readonly suites: ReadonlySet<string> }) | undefined
  readonly seed: string
  readonly toolVersion: string
  /** What the deployment file made us say. */
  readonly warnings: readonly string[]
  /** Failures that were known before; undefined: the run has no baseline. */
  readonly baseline: Baseline | undefined
  /** Whether what is blocked may leave the exit code at 0. */
  readonly allowBlocked: boolean
  /** Folder of the history, of which the report shows what earlier runs said; undefined: there is none. */
  readonly history: string | undefined
  /** Keeps what the processes of the run have learned out of what is written and shown. */
  readonly secrets: {
    redaction(): (text: string) => string
    cleanRecordings(): void
    /** Why the report is withheld; undefined where it is not. */
    withhold(): string | undefined
  }
}

export default class ConformanceReporter implements Reporter {
  private readonly options: ReporterOptions
  private readonly judgements: Judgement[] = []
  private readonly errors: RunError[] = []
  private planned: PlannedChecks = { all: [], of: () => [] }
  /** How long each suite took, ms. */
  private readonly durations: Record<string, number> = {}
  private progress: Progress | undefined
  private following: Following | undefined
  private readonly startedAt = new Date().toISOString()

  constructor(options: ReporterOptions) {
    this.options = options
  }

  printsToStdio(): boolean {
    return true
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    const { deployment, warnings } = this.options
    this.planned = plannedChecks(this.options.out, suite.allTests(), this.options.shard?.suites)
    for (const warning of warnings) process.stderr.write(`warning: ${printable(warning)}\n`)
    const progress = createProgress(
      process.stderr,
      this.planned.all.length,
      `${printable(deployment.name)} at ${printable(deployment.baseUrl)}`,
    )
    const planned = new Set(this.planned.all.map(({ check }) => check))
    this.following = followJudgements(join(this.options.out, JUDGEMENTS), ({ check, attempt, verdict }) => {
      // Controls are performed beside what was asked for.
      if (attempt === 1 && planned.has(check)) progress.judged(verdict)
    })
    this.progress = progress
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const judged = judgementsOf(result)
    const known = new Set(judged.map(({ check }) => check))
    const planned = this.planned.of(test)
    Object.assign(this.durations, durationsOf(planned, judged, result.duration))
    const lost = planned
      .filter(({ check }) => !known.has(check))
      .map((planned) => unjudged(planned, result, this.options.deployment.name))
    this.judgements.push(...judged, ...lost)
    for (const { verdict } of lost) this.progress?.judged(verdict)
  }

  onError(error: TestError): void {
    const text = error.message ?? error.value ?? 'unknown error'
    const known = Object.entries(STOPPED_BY).find(([name]) => text.startsWith(`${name}: `))
    this.errors.push(
      known
        ? { message: text.slice(`${known[0]}: `.length), fixIn: known[1] }
        : { message: text, fixIn: 'harness' },
    )
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    this.following?.end()
    this.progress?.end()
    const { out, secrets, shard, ...options } = this.options
    const judgementLines = join(out, JUDGEMENTS)
    keepJudgementsMissing(judgementLines, this.judgements)
    secrets.cleanRecordings()
    const redact = secrets.redaction()
    const exchanges = await exchangesIn(join(out, 'exchanges.jsonl'))
    const cutOff = result.status === 'interrupted' || result.status === 'timedout'
    const stopped = this.errors[0] && reasonAndNext(this.errors[0].message)
    const incompleteReason = stopped?.reason ?? (cutOff ? 'the run was interrupted' : undefined)
    const folded = conformanceOf(
      {
        claimedAreas: options.areas,
        notOffered: options.notOffered,
        sharedAddresses: options.sharedAddresses,
        only: options.only,
        ...(shard && { shard: { index: shard.index, of: shard.of } }),
        planned: this.planned.all,
        judgements: withJudgementsLeft(judgementLines, this.judgements),
        toolVersion: options.toolVersion,
        deployment: options.deployment,
        edition: options.edition,
        seed: options.seed,
        startedAt: this.startedAt,
        finishedAt: new Date().toISOString(),
        complete: incompleteReason === undefined,
        ...(incompleteReason === undefined ? {} : { incompleteReason }),
        ...(stopped?.next === undefined ? {} : { incompleteNext: stopped.next }),
        ...(this.errors[0] === undefined ? {} : { incompleteFixIn: this.errors[0].fixIn }),
      },
      exchanges,
    )
    const conformance = withoutSecrets(withWhatIsKnown(folded, options), redact)
    for (const { message } of this.errors) process.stderr.write(`${printable(redact(message), '\n')}\n`)
    if (existsSync(join(out, PLAN)))
      writeFileSync(join(out, DURATIONS), `${JSON.stringify(this.durations, null, 2)}\n`)
    const report = await writeReport(out, conformance, exchanges)
    const withheld = secrets.withhold()
    if (withheld !== undefined) {
      process.stderr.write(withheld)
      return { status: 'failed' }
    }
    process.stdout.write(terminalSummary(conformance, { colour: isatty(1), reportPath: report }))
    return { status: result.status }
  }
}

/** Whose turn it is when a run stops before its first check, by the name of the error that says why. */
const STOPPED_BY: Readonly<Record<string, FixIn>> = {
  DeploymentUnreachable: 'environment',
  DeploymentRefuses: 'deployment-file',
}

/** Texts in which something of a deployment can stand; the others are our own words. */
const QUOTING: ReadonlySet<string> = new Set([
  'message',
  'reason',
  'next',
  'incompleteReason',
  'name',
  'baseUrl',
])

const withoutSecrets = (conformance: Conformance, redact: (text: string) => string): Conformance =>
  JSON.parse(
    JSON.stringify(conformance, (key, value: unknown) =>
      typeof value === 'string' && QUOTING.has(key) ? redact(value) : value,
    ),
  ) as Conformance

/** Something that went wrong outside any check. */
interface RunError {
  readonly message: string
  readonly fixIn: FixIn
}

/** Our own errors say first what was found, then, behind an arrow on the next line, what to do. */
function reasonAndNext(message: string): { readonly reason: string; readonly next?: string } {
  const [reason = '', advice] = message.split('\n  → ')
  const next = advice?.split('\n')[0]
  return {
    reason: reason.replace(/\.$/, ''),
    ...(next === undefined ? {} : { next: `${next} Then run again.` }),
  }
}
