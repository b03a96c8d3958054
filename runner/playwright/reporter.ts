/** Playwright's reporter: collects the attachments of the tests, and writes the report of `assay run`. */
import type {
  FullConfig,
  FullResult,
  Reporter,
  Suite,
  TestCase,
  TestError,
  TestResult,
} from '@playwright/test/reporter'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isatty } from 'node:tty'
import { evidenceIn, type Evidence } from '../../fixtures/recording/evidence.ts'
import { liveSession } from '../../fixtures/session/live-session.ts'
import { createRedaction } from '../../fixtures/redaction/redaction.ts'
import type { Judgement, PlannedCheck } from '../../reports/conformance.ts'
import { writePlan, type CheckOfSuite } from '../../reports/planned-checks.ts'
import { printable } from '../../reports/printable.ts'
import { createProgress, type Progress } from '../../reports/progress.ts'
import { terminalSummary } from '../../reports/terminal-summary.ts'
import { withoutCommands } from '../../reports/without-commands.ts'
import { suiteName, type RequirementId } from '../../spec/index.ts'
import { collectChecks, knownControls } from '../collect-checks.ts'
import { checksOfRun, keepJudgement, performControls } from '../perform-run.ts'
import { reportRun, type Stop } from '../report-run.ts'
import { closeRunFolder, openRunFolder } from '../run-folder.ts'
import type { RunPlan } from '../run-plan.ts'
import { secretGuard } from '../secret-scan.ts'
import { stopOf } from '../stop-of.ts'
import type { Check } from '../../fixtures/registered-check.ts'
import { CHECK, attachedExchanges, judgementsIn } from './attachments.ts'
import { registeredChecks, registeredPlan } from './register-tests.ts'
import { VAULT, vaultOf } from './request.ts'

/** Name of the file in which Playwright copies the message of a failure. */
const ERROR_CONTEXT = 'error-context'

export default class ConformanceReporter implements Reporter {
  private readonly plan: RunPlan
  private readonly judgements: Judgement[] = []
  private planned: readonly CheckOfSuite[] = []
  private evidence: Evidence | undefined
  private progress: Progress | undefined
  private stopped: Stop | undefined
  private readonly stdout = withoutCommands(process.stdout)
  private readonly stderr = withoutCommands(process.stderr)
  private readonly startedAt = new Date().toISOString()

  constructor() {
    this.plan = registeredPlan()
  }

  printsToStdio(): boolean {
    return true
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    const { deployment, out } = this.plan
    openRunFolder(this.plan)
    this.evidence = evidenceIn(out)
    this.planned = suite.allTests().flatMap(plannedCheck)
    writePlan(out, this.planned)
    for (const warning of deployment.warnings) this.stderr.write(`warning: ${printable(warning)}\n`)
    this.progress = createProgress(
      this.stderr,
      this.planned.length,
      `${printable(deployment.name)} at ${printable(deployment.baseUrl)}`,
    )
  }

  onTestEnd(_test: TestCase, { attachments, retry }: TestResult): void {
    const judged = judgementsIn(attachments)
    try {
      for (const [exchange, body] of attachedExchanges(attachments)) this.evidence!.keep(exchange, body)
      for (const judgement of judged) this.keep(judgement)
    } catch (error) {
      this.stopped ??= stopOf(error)
    }
    // A copy of the message, which may quote a secret that is learned later: nothing would clean it.
    for (const { name, path } of attachments)
      if (name === ERROR_CONTEXT && path !== undefined) rmSync(path, { force: true })
    if (retry === 0 && judged[0]) this.progress?.judged(judged[0].verdict)
  }

  onError(error: TestError): void {
    this.stopped ??= stopOf(error.message ?? error.value ?? 'unknown error')
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    this.progress?.end()
    const { out } = this.plan
    if (status === 'interrupted' || status === 'timedout')
      this.stopped ??= {
        reason: 'the run was interrupted',
        fixIn: 'environment',
        next: 'Run again without interrupting.',
      }
    const vault = vaultOf(this.plan, process.env)
    const only = await this.only()
    const plan = { ...this.plan, only }
    if (this.stopped === undefined) await this.performControls(plan)
    const guard = secretGuard(out, () => vault.all())
    const reported = await reportRun(
      plan,
      {
        planned: this.planned,
        judgements: this.judgements,
        startedAt: this.startedAt,
        finishedAt: new Date().toISOString(),
        stopped: this.stopped,
      },
      { baseline: undefined, allowBlocked: undefined, history: undefined },
      guard,
    )
    rmSync(join(out, VAULT), { force: true })
    closeRunFolder(plan)
    if (reported.notice !== undefined) this.stderr.write(reported.notice)
    if (this.stopped) this.stderr.write(`${printable(guard.redaction()(this.stopped.reason))}\n`)
    this.stdout.write(terminalSummary(reported.conformance, { colour: isatty(1), reportPath: reported.page }))
    return { status }
  }

  /** Requirements excluded by `--grep` or a shard: the report covers the rest. Empty: none. */
  private async only(): Promise<readonly RequirementId[]> {
    const planned = new Set(this.planned.map(({ check }) => check))
    const applying = checksOfRun(this.plan, await allChecks())
    return applying.every(({ key }) => planned.has(key))
      ? []
      : [...new Set(this.planned.flatMap(({ requirements }) => requirements as readonly RequirementId[]))]
  }

  /** The excluded checks that would produce missing witnesses. */
  private async performControls(plan: RunPlan): Promise<void> {
    const vault = vaultOf(plan, process.env)
    const session = liveSession(plan.deployment, {
      evidence: this.evidence!,
      webhooks: plan.webhooks,
      redaction: createRedaction((name, secret) => vault.keep(name, secret)),
    })
    await performControls(plan, this.judgements, {
      checks: await allChecks(),
      controls: knownControls(),
      session,
      evidence: this.evidence!,
      signal: new AbortController().signal,
      onJudged: (judgement) => this.judgements.push(judgement),
    })
    await session.transport.close()
  }

  private keep(judgement: Judgement): void {
    this.judgements.push(judgement)
    keepJudgement(this.plan.out, judgement)
  }
}

function plannedCheck(test: TestCase): readonly CheckOfSuite[] {
  const named = test.annotations.find(({ type }) => type === CHECK)?.description
  const [, , file = ''] = test.titlePath()
  return named === undefined ? [] : [{ ...(JSON.parse(named) as PlannedCheck), suite: suiteName(file) }]
}

/** Playwright has loaded the suites into this process, or into another: then they are loaded here. */
const allChecks = async (): Promise<readonly Check[]> =>
  registeredChecks.length > 0
    ? registeredChecks.map((check) => ({ ...check, suite: '' }))
    : await collectChecks()
