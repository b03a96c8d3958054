/** Judges a deployment in this process: opens a session, performs the checks, and writes the report. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { examineBriefly } from '../doctor/examine-briefly.ts'
import type { Check } from '../fixtures/registered-check.ts'
import type { ExchangeSession } from '../fixtures/http/exchange-client.ts'
import { identityOf } from '../fixtures/http/identity.ts'
import { createRefusals } from '../fixtures/http/refusals.ts'
import { evidenceIn } from '../fixtures/recording/evidence.ts'
import { createRedaction, TooManySecrets } from '../fixtures/redaction/redaction.ts'
import type { NamedSecret } from '../fixtures/redaction/secret-vault.ts'
import { withoutSecrets } from '../fixtures/redaction/without-secrets.ts'
import { liveRateLimiter, liveSession } from '../fixtures/session/live-session.ts'
import { localNow, timeUntil } from '../fixtures/time.ts'
import type { Conformance, Judgement } from '../reports/conformance.ts'
import { printable } from '../reports/printable.ts'
import { countedVerdict, createProgress, type Progress } from '../reports/progress.ts'
import { count } from '../reports/verdict-words.ts'
import { exitCode } from '../reports/verdicts.ts'
import { checksOfContract } from '../runner/checks-of-contract.ts'
import { collectChecks, knownControls, knownTimes } from '../runner/collect-checks.ts'
import { checksOfRun, performRun, plannedHere } from '../runner/perform-run.ts'
import type { Known, Reported, Stop } from '../runner/report-run.ts'
import { announce, openRunFolder, plannedOf } from '../runner/run-folder.ts'
import { longestSilenceMs, type RunPlan } from '../runner/run-plan.ts'
import { secretGuard, type SecretGuard } from '../runner/secret-scan.ts'
import { stopOf } from '../runner/stop-of.ts'
import { requirementsInEdition } from '../spec/index.ts'
import { maxFailuresFrom } from './max-failures.ts'
import { prepareFolder, reportInto } from './report-folder.ts'
import type { RunOptions } from './run-options.ts'
import { shardExitCode } from './shards/shard-exit-code.ts'
import type { Stopping } from './stopping.ts'
import { limitNewSpace } from './limit-new-space.ts'
import { columnsOf, type Terminal } from './terminal.ts'

/** With a shorter limit, a response that comes while the suites load could be late, s. */
const LOADING_SECONDS = 5

/** A run in progress. */
interface OpenRun {
  readonly plan: RunPlan
  readonly checks: readonly Check[]
  readonly planned: readonly Check[]
  readonly session: ExchangeSession
  /** Fails when the deployment does not respond. */
  readonly examined: Promise<unknown> | undefined
  readonly guard: SecretGuard
  /** Whether the run knows as many secrets as it can. */
  readonly isFull: () => boolean
  readonly judgements: Judgement[]
  readonly progress: Progress
}

/**
 * @param release called once nothing more is sent: the reference server ends, and frees its memory, before the report
 *   needs it
 * @returns the exit code
 */
export async function judgeRun(
  plan: RunPlan,
  known: Known,
  options: RunOptions,
  stopping: Stopping,
  terminal: Terminal,
  release: () => Promise<void>,
): Promise<number> {
  const startedAt = new Date(localNow()).toISOString()
  for (const warning of plan.deployment.warnings) terminal.stderr.write(`warning: ${printable(warning)}\n`)
  const open = await openRun(plan, options, stopping, terminal)
  const stopped = await performAll(open, options, stopping, terminal)
  open.progress.end()
  await open.session.transport.close()
  await release()
  const finished = {
    planned: open.planned.map(plannedOf),
    judgements: open.judgements,
    startedAt,
    finishedAt: new Date(localNow()).toISOString(),
    stopped,
  }
  return reportInto(plan.out, terminal, async () => {
    const { reportRun } = await import('../runner/report-run.ts')
    const reported = await reportRun(plan, finished, known, open.guard, options.onlyVerdicts)
    if (reported.notice !== undefined) terminal.stderr.write(reported.notice)
    await printEnd(plan.out, reported, options, terminal)
    return exitCodeOf(plan.out, reported.conformance, options, open.guard, terminal)
  })
}

async function openRun(
  plan: RunPlan,
  { output = 'usual', format = 'text' }: RunOptions,
  stopping: Stopping,
  { stderr, isProcess }: Terminal,
): Promise<OpenRun> {
  const { deployment, out } = plan
  prepareFolder(out, () => openRunFolder(plan))
  const secrets: NamedSecret[] = []
  const guard = secretGuard(out, () => secrets)
  const evidence = prepareFolder(out, () => evidenceIn(out))
  const time = timeUntil(stopping.signal)
  const rateLimiter = liveRateLimiter(deployment.limits, time)
  const identity = identityOf(plan.seed)
  // The suites load while the deployment responds; the result is needed when the checks begin.
  const examined = plan.recording
    ? undefined
    : examineBriefly(deployment, plan.only, evidence, rateLimiter, identity)
  let acceptedRead: string | undefined
  void examined?.then(
    (read) => (acceptedRead = read),
    () => undefined,
  )
  const seen = Promise.allSettled([examined])
  if (deployment.limits.requestTimeoutSeconds < LOADING_SECONDS) await seen
  const checks = checksOfContract(await collectChecks(), deployment.contract)
  if (isProcess) limitNewSpace()
  const planned = plannedHere(plan, checks)
  prepareFolder(out, () => announce(plan, checksOfRun(plan, checks)))
  const redaction = createRedaction((name, secret) => secrets.push([name, secret]))
  return {
    plan,
    checks,
    planned,
    examined,
    guard,
    judgements: [],
    isFull: () => redaction.isFull(),
    progress: createProgress(
      output === 'quiet' || format === 'agent' ? { write: () => true } : stderr,
      planned.length,
      printable(withoutSecrets(deployment, `${deployment.name} at ${deployment.baseUrl}`)),
    ),
    session: liveSession(deployment, {
      evidence: stopping.watching(evidence, longestSilenceMs(deployment)),
      webhooks: plan.webhooks,
      identity,
      redaction,
      time,
      rateLimiter,
      refusals: createRefusals(() => acceptedRead),
    }),
  }
}

/** @returns why the run stopped before its end; undefined: it did not */
async function performAll(
  open: OpenRun,
  options: RunOptions,
  stopping: Stopping,
  { stderr }: Terminal,
): Promise<Stop | undefined> {
  const { plan, checks, session, guard } = open
  try {
    await Promise.race([open.examined, stopping.stopped])
    const means = {
      checks,
      controls: knownControls(),
      session,
      evidence: session.evidence,
      signal: stopping.signal,
      onJudged: judging(open, options, stopping, stderr),
    }
    await performRun(plan, means, knownTimes())
    return stopping.why() ?? (open.isFull() ? stopOf(new TooManySecrets()) : undefined)
  } catch (error) {
    // An agent reads it as a cause, with the text of the deployment marked.
    if (options.format !== 'agent') stderr.write(`${printable(guard.redaction()(messageOf(error)), '\n')}\n`)
    return stopOf(error)
  }
}

/** Keeps each judgement, shows how far the run has come, and ends it after enough failures. */
function judging(
  { plan, planned, judgements, progress }: OpenRun,
  { output, maxFailures }: RunOptions,
  stopping: Stopping,
  stderr: Terminal['stderr'],
): (judgement: Judgement) => void {
  const awaited = new Set(planned.map(({ key }) => key))
  const mostFailures = maxFailuresFrom(maxFailures)
  const musts = new Set<string>(
    requirementsInEdition(plan.deployment.contract, plan.edition).flatMap(({ id, level }) =>
      level === 'MUST' ? [id] : [],
    ),
  )
  let failures = 0
  return (judgement) => {
    judgements.push(judgement)
    if (output === 'verbose') stderr.write(checkLine(judgement))
    if (judgement.obstacle !== undefined && judgement.attempt === 1) return
    // Controls run in addition to the selected checks, and failures are retried.
    if (!awaited.delete(judgement.check)) return
    progress.judged(countedVerdict(judgement, musts))
    if (judgement.verdict === 'fail' && ++failures === mostFailures) stopping.stop(enoughFailed(failures))
  }
}

/** Prints how the run ended, for people or for a coding agent. */
async function printEnd(
  out: string,
  { conformance, page, seen }: Pick<Reported, 'conformance' | 'page' | 'seen'>,
  { format = 'text', output, onlyVerdicts = false }: RunOptions,
  { stdout }: Terminal,
): Promise<void> {
  if (format === 'agent') {
    const { causes } = await import('./causes.ts')
    stdout.write(await causes(out, { format, colour: false }))
  } else if (!onlyVerdicts) {
    const { terminalSummary } = await import('../reports/terminal-summary.ts')
    const colour = stdout.isTTY === true
    const isQuiet = output === 'quiet'
    const before =
      isQuiet || conformance.only.length === 0
        ? undefined
        : (await import('./last-failed.ts')).beforeRestricted(conformance, out)
    stdout.write(
      terminalSummary(conformance, {
        colour,
        reportPath: page,
        isQuiet,
        before,
        columns: columnsOf(stdout),
        seen,
      }),
    )
  }
}

/** A check as `--verbose` shows it. */
const checkLine = ({ verdict, requirements, title }: Judgement): string =>
  `${verdict}  ${requirements.join(' ')}  ${printable(title)}\n`

const enoughFailed = (failures: number): Stop => ({
  reason: `${count(failures, 'check')} failed, and --max-failures is ${failures}`,
  fixIn: 'implementation',
  next: 'Correct what failed, then run again.',
})

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * The exit code of the finished run, after second opinions and history.
 *
 * @param conformance from memory: the exit code does not depend on the files
 */
async function exitCodeOf(
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
