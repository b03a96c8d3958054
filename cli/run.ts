import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { evidenceIn } from '../fixtures/recording/evidence.ts'
import { identityOf } from '../fixtures/http/identity.ts'
import { liveRateLimiter, liveSession } from '../fixtures/session/live-session.ts'
import { variedSeed } from '../fixtures/random.ts'
import { createRedaction, TooManySecrets } from '../fixtures/redaction/redaction.ts'
import type { NamedSecret } from '../fixtures/redaction/secret-vault.ts'
import { timeUntil } from '../fixtures/time.ts'
import { webhookOptionsProblem } from '../fixtures/webhooks/webhook-address.ts'
import { commandsFor } from '../reports/commands.ts'
import type { Conformance, Judgement } from '../reports/conformance.ts'
import { printable } from '../reports/printable.ts'
import { createProgress } from '../reports/progress.ts'
import { count } from '../reports/verdict-words.ts'
import { exitCode } from '../reports/verdicts.ts'
import { collectChecks, knownControls, knownDurations } from '../runner/collect-checks.ts'
import { checksOfRun, performRun, plannedHere } from '../runner/perform-run.ts'
import type { Known, Stop } from '../runner/report-run.ts'
import { announce, closeRunFolder, openRunFolder, plannedOf } from '../runner/run-folder.ts'
import { copyToLatest } from '../runner/run-folders.ts'
import { longestSilenceMs, runPlan, type RunPlan } from '../runner/run-plan.ts'
import { secretGuard, type SecretGuard } from '../runner/secret-scan.ts'
import { stopOf } from '../runner/stop-of.ts'
import { deadlineFrom } from './deadline.ts'
import { editionFrom } from './edition-from.ts'
import { startReferenceServer, type ReferenceServer } from '../reference/start-process.ts'
import { examineBriefly } from '../doctor/examine-briefly.ts'
import type { Format } from './causes.ts'
import { readEnvironment } from './read-environment.ts'
import { LATEST, REPORTS } from './default-folders.ts'
import { folderFor, prepareFolder, reportInto } from './report-folder.ts'
import { lastFailed } from './last-failed.ts'
import { selection, withoutSkipped } from './selection.ts'
import { shardAsked } from './shards/shard-asked.ts'
import { shardExitCode } from './shards/shard-exit-code.ts'
import { untilStopped, type Stopping } from './stopping.ts'
import { UsageError } from './usage-error.ts'
import type { Terminal } from './terminal.ts'
import { withoutSecrets } from '../fixtures/redaction/without-secrets.ts'

export interface RunOptions {
  /** Path of the deployment file; undefined: the embedded reference deployment. */
  readonly deployment: string | undefined
  /** The reference server, started while this module was loaded; undefined: the run starts it if it needs it. */
  readonly embedded?: Promise<ReferenceServer> | undefined
  /** Areas and requirement ids; empty: all. */
  readonly only: readonly string[]
  /** Whether only what failed in the last run of the deployment is judged. */
  readonly onlyFailed?: boolean
  /** Areas and requirement ids that are left out. */
  readonly skip?: readonly string[]
  /** Failed checks after which the run ends, as it was given; undefined: it does not. */
  readonly maxFailures?: string | undefined
  /** Whether the run is only planned: nothing is sent or written. */
  readonly dryRun?: boolean
  /** How much is printed; default: usual. */
  readonly output?: 'quiet' | 'usual' | 'verbose'
  /** Whether conformance.json is printed, and everything else goes to standard error. */
  readonly json?: boolean
  /** Whether the end of the run is printed for people or for a coding agent; default: for people. */
  readonly format?: Format
  /** Where the report goes; undefined: to a folder of its own, to which `reports/latest` points. */
  readonly out: string | undefined
  /** Part of the run that is run here, `i/n`; undefined: the whole. */
  readonly shard?: string | undefined
  /** File with durations of suites, by which shards are balanced. */
  readonly durations?: string | undefined
  /** Of the run's randomness; undefined: as the environment says, or drawn. */
  readonly seed?: string | undefined
  /** Whether what identifies the harness is varied; a seed may say so too. */
  readonly varyIdentity?: boolean
  /** Whether Prism and Dredd are asked about the recording. */
  readonly secondOpinions: boolean
  /** Public address at which the deployment reaches the webhook port; undefined: as the environment says. */
  readonly webhookUrl?: string | undefined
  /** Local port on which webhooks are received. */
  readonly webhookPort?: string | undefined
  /** Path of a baseline of known failures. */
  readonly baseline?: string | undefined
  /** Whether what is blocked may leave the exit code at 0. */
  readonly allowBlocked?: readonly string[] | undefined
  /** The set of requirements to judge by, as it was given; undefined: the latest. */
  readonly edition?: string | undefined
  /** Folder of the history in which the run is kept. */
  readonly history?: string | undefined
  /** Longest time of the run, in minutes, as it was given; undefined: DEFAULT_DEADLINE_MINUTES. */
  readonly deadline?: string | undefined
  /** Directory of a finished run that is performed again from its recording, in place of a deployment. */
  readonly replay?: string
  /** Its report goes to others: nothing in it names a path of this machine. */
  readonly isCertified?: boolean
  /** Leaves out what a run prints at its end; how far it has come is shown all the same. */
  readonly withoutSummary?: boolean
}

/** With a shorter limit, a response that comes while the suites load could be late, s. */
const LOADING_SECONDS = 5

/** The deployment file of the reference server. */
export const REFERENCE_FILE = fileURLToPath(new URL('../deployments/reference.yaml', import.meta.url))

/**
 * Judges a deployment, in this process.
 *
 * @returns the exit code: 0 conformant, 1 not conformant, 3 inconclusive
 * @throws DeploymentFileError and UsageError before anything is sent
 */
export async function run(options: RunOptions, terminal: Terminal): Promise<number> {
  readEnvironment(options.deployment, terminal.environment)
  const {
    plan: asked,
    known,
    close,
    stopping,
  } = await begun(options, terminal).catch(async (error: unknown) => {
    await (await options.embedded)?.close()
    throw error
  })
  let plan = asked
  if (options.dryRun === true) {
    try {
      return await showDryRun(asked, options, terminal)
    } finally {
      stopping.end()
      await close()
    }
  }
  try {
    const { name } = asked.deployment
    const only = options.onlyFailed === true ? lastFailed(name, options.out) : asked.only
    plan = { ...asked, only, out: folderFor(options.out, name) }
    const { json = false } = options
    const code = await judged(
      plan,
      known,
      options,
      stopping,
      json ? { ...terminal, stdout: terminal.stderr } : terminal,
    )
    const report = join(plan.out, 'conformance.json')
    if (json && existsSync(report)) terminal.stdout.write(readFileSync(report, 'utf8'))
    return code
  } finally {
    stopping.end()
    closeRunFolder(plan)
    if (options.out === undefined && plan !== asked) copyToLatest(REPORTS, plan.out)
    await close()
  }
}

async function showDryRun(plan: RunPlan, options: RunOptions, { stdout }: Terminal): Promise<number> {
  const only = options.onlyFailed === true ? lastFailed(plan.deployment.name, options.out) : plan.only
  const { dryRun } = await import('../runner/dry-run.ts')
  const planned = await dryRun({ ...plan, only })
  const { dryRunText } = await import('./dry-run-text.ts')
  stdout.write(options.json === true ? `${JSON.stringify(planned, null, 2)}\n` : dryRunText(planned))
  return 0
}

interface PreparedRun {
  readonly plan: RunPlan
  readonly known: Known
  /** Ends the reference server, where one was started. */
  readonly close: () => Promise<void>
}

/** The deadline counts from here. */
async function begun(options: RunOptions, terminal: Terminal) {
  const stopping = untilStopped(terminal, deadlineFrom(options.deadline))
  try {
    return { ...(await stopping.before(prepared(options, terminal.environment))), stopping }
  } catch (error) {
    stopping.end()
    throw error
  }
}

/** Everything that can be wrong with what was asked for is found here. */
async function prepared(
  {
    deployment,
    only,
    out,
    history,
    edition,
    shard,
    durations,
    secondOpinions,
    replay,
    ...options
  }: RunOptions,
  environment: Terminal['environment'],
): Promise<PreparedRun> {
  const chosen = withoutSkipped(selection(only), selection(options.skip ?? [], '--skip'))
  if (options.onlyFailed === true && (chosen.length > 0 || shard !== undefined))
    throw new UsageError(
      '--only-failed: --only, --skip or --shard is given too.',
      'Remove them: --only-failed selects the failures of the last run.',
    )
  maxFailuresFrom(options.maxFailures)
  const judgedBy = edition === undefined ? undefined : editionFrom(edition)
  if (history !== undefined) (await import('./history.ts')).openHistory(history)
  const webhooks = {
    url: options.webhookUrl ?? environment.ASSAY_WEBHOOK_URL,
    port: options.webhookPort ?? environment.ASSAY_WEBHOOK_PORT,
  }
  const problem = webhookOptionsProblem(webhooks)
  if (problem !== undefined)
    throw new UsageError(problem, 'Set both, or neither if the deployment runs on this machine.')
  const known: Known = {
    baseline:
      options.baseline === undefined
        ? undefined
        : (await import('./baseline/load-baseline.ts')).loadBaseline(options.baseline),
    allowBlocked: options.allowBlocked,
    history,
  }
  const given = options.seed ?? environment.ASSAY_SEED
  const drawn = given ?? randomUUID()
  const seed = options.varyIdentity === true ? variedSeed(drawn) : drawn
  const request = {
    deploymentFile: deployment ?? REFERENCE_FILE,
    recordingOf: replay,
    only: chosen,
    edition: judgedBy,
    seed,
    out: out ?? LATEST,
    webhooks,
    commands: commandsFor({
      deployment:
        options.isCertified === true && deployment !== undefined ? basename(deployment) : deployment,
      edition,
      seed: options.seed,
      varyIdentity: options.varyIdentity,
      baseline: options.baseline,
      allowBlocked: options.allowBlocked,
      history,
      deadline: options.deadline,
      webhookUrl: options.webhookUrl,
      webhookPort: options.webhookPort,
      // What a shard wrote is part of a run.
      out: shard === undefined && options.isCertified !== true ? out : undefined,
    }),
  }
  if (deployment !== undefined || replay !== undefined || shard !== undefined) {
    const whole =
      shard === undefined || deployment !== undefined ? await runPlan(request, environment) : undefined
    if (shard === undefined) return { plan: whole!, known, close: async () => undefined }
    const part = shardAsked({ shard, durations, seed: given, secondOpinions }, whole?.deployment, chosen)
    return {
      plan: await runPlan({ ...request, shard: part }, environment),
      known,
      close: async () => undefined,
    }
  }
  const embedded = await (options.embedded ?? startReferenceServer())
  return {
    plan: await runPlan(request, { ...environment, ...embedded.variables }),
    known,
    close: () => embedded.close(),
  }
}

async function judged(
  plan: RunPlan,
  known: Known,
  { secondOpinions, withoutSummary = false, output = 'usual', maxFailures, format = 'text' }: RunOptions,
  stopping: Stopping,
  terminal: Terminal,
): Promise<number> {
  const { stdout, stderr } = terminal
  const { deployment, out } = plan
  const startedAt = new Date().toISOString()
  for (const warning of deployment.warnings) stderr.write(`warning: ${printable(warning)}\n`)
  prepareFolder(out, () => openRunFolder(plan))
  const secrets: NamedSecret[] = []
  const guard = secretGuard(out, () => secrets)
  const evidence = prepareFolder(out, () => evidenceIn(out))
  // The suites load while the deployment answers; whether it does is seen below.
  const time = timeUntil(stopping.signal)
  const rateLimiter = liveRateLimiter(deployment.limits, time)
  const identity = identityOf(plan.seed)
  const examined = plan.recording
    ? undefined
    : examineBriefly(deployment, plan.only, evidence, rateLimiter, identity)
  const seen = Promise.allSettled([examined])
  if (deployment.limits.requestTimeoutSeconds < LOADING_SECONDS) await seen
  const checks = await collectChecks()
  const planned = plannedHere(plan, checks)
  announce(plan, checksOfRun(plan, checks))
  const judgements: Judgement[] = []
  const mostFailures = maxFailuresFrom(maxFailures)
  let failures = 0
  const progress = createProgress(
    output === 'quiet' || format === 'agent' ? { write: () => true } : stderr,
    planned.length,
    printable(withoutSecrets(deployment, `${deployment.name} at ${deployment.baseUrl}`)),
  )
  const awaited = new Set(planned.map(({ key }) => key))
  const redaction = createRedaction((name, secret) => secrets.push([name, secret]))
  const session = liveSession(deployment, {
    evidence: stopping.watching(evidence, longestSilenceMs(deployment)),
    webhooks: plan.webhooks,
    identity,
    redaction,
    time,
    rateLimiter,
  })
  let stopped: Stop | undefined
  try {
    await Promise.race([examined, stopping.stopped])
    const means = {
      checks,
      controls: knownControls(),
      session,
      evidence: session.evidence,
      signal: stopping.signal,
      onJudged(judgement: Judgement) {
        judgements.push(judgement)
        if (output === 'verbose') stderr.write(checkLine(judgement))
        if (judgement.outOfTime === true && judgement.attempt === 1) return
        // Controls are performed beside what was asked for, and what fails is retried.
        if (!awaited.delete(judgement.check)) return
        progress.judged(judgement.verdict)
        if (judgement.verdict === 'fail' && ++failures === mostFailures) stopping.stop(enoughFailed(failures))
      },
    }
    await performRun(plan, means, knownDurations())
    stopped = stopping.why() ?? (redaction.isFull() ? stopOf(new TooManySecrets()) : undefined)
  } catch (error) {
    stopped = stopOf(error)
    // An agent reads it as a cause, with the text of the deployment marked.
    if (format === 'text') stderr.write(`${printable(guard.redaction()(messageOf(error)), '\n')}\n`)
  }
  progress.end()
  await session.transport.close()
  const finishedAt = new Date().toISOString()
  return reportInto(out, terminal, async () => {
    const { reportRun } = await import('../runner/report-run.ts')
    const reported = await reportRun(
      plan,
      { planned: planned.map(plannedOf), judgements, startedAt, finishedAt, stopped },
      known,
      guard,
    )
    if (reported.notice !== undefined) stderr.write(reported.notice)
    if (format === 'agent') {
      const { causes } = await import('./causes.ts')
      stdout.write(await causes(out, { format, colour: false }))
    } else if (!withoutSummary) {
      const { terminalSummary } = await import('../reports/terminal-summary.ts')
      stdout.write(
        terminalSummary(reported.conformance, {
          colour: stdout.isTTY === true,
          reportPath: reported.page,
          isQuiet: output === 'quiet',
        }),
      )
    }
    return outcome(out, reported.conformance, { secondOpinions, history: known.history }, guard, terminal)
  })
}

/** A check as `--verbose` shows it. */
const checkLine = ({ verdict, requirements, title }: Judgement): string =>
  `${verdict}  ${requirements.join(' ')}  ${printable(title)}\n`

const enoughFailed = (failures: number): Stop => ({
  reason: `${count(failures, 'check')} failed, and --max-failures is ${failures}`,
  fixIn: 'implementation',
  next: 'Correct what failed, then run again.',
})

/** @throws UsageError where it is no number of checks */
function maxFailuresFrom(text: string | undefined): number {
  const number = text === undefined ? Number.POSITIVE_INFINITY : Number(text)
  if (number >= 1 && (text === undefined || Number.isInteger(number))) return number
  throw new UsageError(
    `--max-failures: ${text} is not a number of checks.`,
    'Give for example --max-failures 10.',
  )
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * What the finished run amounts to, once second opinions are asked and it is kept.
 *
 * @param conformance as the run found it: the exit code does not depend on what is left of the files
 */
async function outcome(
  directory: string,
  conformance: Conformance,
  { secondOpinions, history }: Pick<RunOptions, 'secondOpinions' | 'history'>,
  guard: SecretGuard,
  terminal: Terminal,
): Promise<number> {
  if (secondOpinions) {
    const { addSecondOpinions } = await import('./add-second-opinions.ts')
    await addSecondOpinions(directory, terminal)
    const { ownWords } = await import('../reports/own-words.ts')
    const notice = guard.cleanReport(() => ownWords(conformance))
    if (notice !== undefined) terminal.stderr.write(notice)
  }
  if (history !== undefined) {
    const { keepInHistory } = await import('./history.ts')
    const kept = JSON.parse(readFileSync(join(directory, 'conformance.json'), 'utf8')) as Conformance
    terminal.stdout.write(`History: ${printable(keepInHistory(history, kept))}\n`)
  }
  return conformance.shard ? shardExitCode(conformance, conformance.shard) : exitCode(conformance)
}
