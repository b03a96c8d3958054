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
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { isatty } from 'node:tty'
import {
  areas,
  documentedStatuses,
  editions,
  enumSites,
  errorCatalogue,
  inEdition,
  operations,
  requirements,
  schemaSites,
} from '../spec/index.ts'
import type { Blame, Conformance, Exchange, Judgement } from './conformance.ts'
import { coverageOf } from './coverage.ts'
import { readExchanges } from './exchange-lines.ts'
import { judgementsOf, unjudged } from './judgement-of.ts'
import { latencyOf } from './latency.ts'
import { withJudgementsLeft } from './judgement-lines.ts'
import { plannedChecks, type PlannedChecks } from './planned-checks.ts'
import { printable } from './printable.ts'
import { createProgress, type Progress } from './progress.ts'
import { withContext, type RunContext } from './run-context.ts'
import { terminalSummary } from './terminal-summary.ts'
import { unservedOperations } from './unserved.ts'
import { foldRun } from './verdicts.ts'
import { writeReport } from './write-report.ts'

/** What the reporter cannot learn from the engine. */
export interface ReporterOptions {
  /** Directory of the report, absolute. */
  readonly out: string
  readonly deployment: { readonly name: string; readonly baseUrl: string }
  readonly areas: readonly string[] | undefined
  readonly notOffered: readonly string[]
  readonly only: readonly string[]
  /** The set of requirements to judge by. */
  readonly edition: number
  readonly seed: string
  readonly toolVersion: string
  /** What the deployment file made us say. */
  readonly warnings: readonly string[]
  readonly context: RunContext
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
  private progress: Progress | undefined
  private readonly startedAt = new Date().toISOString()

  constructor(options: ReporterOptions) {
    this.options = options
  }

  printsToStdio(): boolean {
    return true
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    const { deployment, warnings } = this.options
    this.planned = plannedChecks(this.options.out, suite.allTests())
    for (const warning of warnings) process.stderr.write(`warning: ${printable(warning)}\n`)
    this.progress = createProgress(
      process.stderr,
      this.planned.all.length,
      `${printable(deployment.name)} at ${printable(deployment.baseUrl)}`,
    )
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const judged = judgementsOf(result)
    const known = new Set(judged.map(({ check }) => check))
    const lost = this.planned
      .of(test)
      .filter(({ check }) => !known.has(check))
      .map((planned) => unjudged(planned, result, this.options.deployment.name))
    this.judgements.push(...judged, ...lost)
    for (const { attempt, verdict } of [...judged, ...lost]) if (attempt === 1) this.progress?.judged(verdict)
  }

  onError(error: TestError): void {
    const text = error.message ?? error.value ?? 'unknown error'
    const known = Object.entries(STOPPED_BY).find(([name]) => text.startsWith(`${name}: `))
    this.errors.push(
      known
        ? { message: text.slice(`${known[0]}: `.length), blame: known[1] }
        : { message: text, blame: 'harness' },
    )
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    this.progress?.end()
    const { out, secrets, ...options } = this.options
    secrets.cleanRecordings()
    const redact = secrets.redaction()
    const evidence = join(out, 'exchanges.jsonl')
    const cutOff = result.status === 'interrupted' || result.status === 'timedout'
    const incompleteReason = this.errors[0]?.message ?? (cutOff ? 'the run was interrupted' : undefined)
    const exchanges = await exchangesOf(evidence)
    const folded = foldRun({
      catalogue: inEdition(requirements, editions, options.edition),
      edition: options.edition,
      areas,
      claimedAreas: options.areas,
      notOffered: options.notOffered,
      only: options.only,
      planned: this.planned.all,
      judgements: withJudgementsLeft(join(out, 'judgements.jsonl'), this.judgements),
      toolVersion: options.toolVersion,
      deployment: options.deployment,
      seed: options.seed,
      startedAt: this.startedAt,
      finishedAt: new Date().toISOString(),
      complete: incompleteReason === undefined,
      ...(incompleteReason === undefined ? {} : { incompleteReason }),
      ...(this.errors[0] === undefined ? {} : { incompleteBlame: this.errors[0].blame }),
      unserved: unservedOperations(exchanges, operations),
      coverage: coverageOf(exchanges, {
        documented: offered(options.notOffered),
        errorCodes: codesByStatus,
        enumSites,
        schemaSites,
      }),
      latency: latencyOf(exchanges),
    })
    const conformance = withoutSecrets(withContext(folded, options.context), redact)
    for (const { message } of this.errors) process.stderr.write(`${printable(redact(message), '\n')}\n`)
    const report = await writeReport(out, conformance, evidence)
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
const STOPPED_BY: Readonly<Record<string, Blame>> = {
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
  readonly blame: Blame
}

/** Operations that only arrange states are no part of what is judged. */
const arranging = new Set<string>(
  Object.entries(operations).flatMap(([name, { onlyArranges }]) => (onlyArranges === true ? [name] : [])),
)

const offered = (notOffered: readonly string[]) =>
  Object.fromEntries(
    Object.entries(documentedStatuses).filter(
      ([operation]) => !arranging.has(operation) && !notOffered.includes(operation),
    ),
  )

const codesByStatus = Object.fromEntries(
  Object.entries(errorCatalogue).map(([status, codes]) => [status, Object.keys(codes)]),
)

async function exchangesOf(file: string): Promise<readonly Exchange[]> {
  return existsSync(file) ? await readExchanges(createInterface({ input: createReadStream(file) })) : []
}
