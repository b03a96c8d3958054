import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { config as readDotenv } from 'dotenv'
import { loadDeployment } from '../fixtures/deployment/load-deployment.ts'
import { newVaultKey } from '../fixtures/redaction/secret-vault.ts'
import { readHead } from '../fixtures/replay/recording.ts'
import { webhookOptionsProblem } from '../fixtures/webhooks/webhook-address.ts'
import type { Conformance } from '../reports/conformance.ts'
import { printable } from '../reports/printable.ts'
import { exitCode } from '../reports/verdicts.ts'
import { editionFrom } from './edition-from.ts'
import { endWithParent } from './end-with-parent.ts'
import { secretGuard, VAULT, withheldFiles, type SecretGuard } from './secret-scan.ts'
import { selection } from './selection.ts'
import { shardAsked } from './shards/shard-asked.ts'
import { shardExitCode } from './shards/shard-exit-code.ts'
import { UsageError } from './usage-error.ts'

export interface RunOptions {
  /** Path of the deployment file; undefined: the embedded reference deployment. */
  readonly deployment: string | undefined
  /** Areas and requirement ids; empty: all. */
  readonly only: readonly string[]
  /** Where the report goes. */
  readonly out: string
  /** Part of the run that is run here, `i/n`; undefined: the whole. */
  readonly shard?: string | undefined
  /** File with durations of suites, by which shards are balanced. */
  readonly durations?: string | undefined
  /** Of the run's randomness; undefined: as the environment says, or drawn. */
  readonly seed?: string | undefined
  /** Whether Prism and Dredd are asked about the recording. */
  readonly secondOpinions: boolean
  /** Public address at which the deployment reaches the webhook port; undefined: as the environment says. */
  readonly webhookUrl?: string | undefined
  /** Local port on which webhooks are received. */
  readonly webhookPort?: string | undefined
  /** Path of a baseline of known failures. */
  readonly baseline?: string | undefined
  /** Whether what is blocked may leave the exit code at 0. */
  readonly allowBlocked?: boolean
  /** The set of requirements to judge by, as it was given; undefined: the latest. */
  readonly edition?: string | undefined
  /** Folder of the history in which the run is kept. */
  readonly history?: string | undefined
  /** Directory of a finished run that is performed again from its recording, in place of a deployment. */
  readonly replay?: string
  /** Leaves out what a run prints at its end; how far it has come is shown all the same. */
  readonly withoutSummary?: boolean
}

/**
 * The engine and its workers, which inherit this, let garbage lie for a shorter time: a third less memory for a tenth
 * more work.
 */
const FRUGAL = ['--max-semi-space-size=4']

/** Where the engine keeps files of its own while it runs (playwright.config.ts). */
const ENGINE = '.engine'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Judges a deployment with Playwright Test as the engine.
 *
 * @returns the exit code: 0 conformant, 1 not conformant, 3 inconclusive
 * @throws DeploymentFileError and UsageError before anything is sent
 */
export async function run({
  deployment,
  only,
  out,
  secondOpinions,
  webhookUrl,
  webhookPort,
  baseline,
  allowBlocked,
  history,
  edition,
  shard,
  durations,
  seed = process.env.ASSAY_SEED,
  replay,
  withoutSummary = false,
}: RunOptions): Promise<number> {
  const chosen = selection(only)
  endWithParent()
  if (edition !== undefined) editionFrom(edition)
  if (history !== undefined) (await import('./history.ts')).openHistory(history)
  readDotenv({ quiet: true })
  const problem = webhookOptionsProblem(
    webhookUrl ?? process.env.ASSAY_WEBHOOK_URL,
    webhookPort ?? process.env.ASSAY_WEBHOOK_PORT,
  )
  if (problem !== undefined)
    throw new UsageError(problem, 'Give both, or neither where the deployment is on this machine.')
  if (baseline !== undefined) (await import('./baseline/load-baseline.ts')).loadBaseline(baseline)
  const loaded = deployment === undefined ? undefined : loadDeployment(deployment)
  const part =
    shard === undefined ? undefined : shardAsked({ shard, durations, seed, secondOpinions }, loaded, chosen)
  const directory = resolve(out)
  const vaultKey = newVaultKey()
  const environment = {
    ...process.env,
    ASSAY_VAULT_KEY: vaultKey,
    ...(deployment === undefined ? {} : { ASSAY_DEPLOYMENT: resolve(deployment) }),
    ...(replay === undefined ? {} : { ASSAY_REPLAY: resolve(replay) }),
    ...(baseline === undefined ? {} : { ASSAY_BASELINE: resolve(baseline) }),
    ...(allowBlocked === true ? { ASSAY_ALLOW_BLOCKED: '1' } : {}),
    ...(edition === undefined ? {} : { ASSAY_EDITION: edition }),
    ...(history === undefined ? {} : { ASSAY_HISTORY: resolve(history) }),
    ASSAY_ONLY: chosen.join(','),
    ...(seed === undefined ? {} : { ASSAY_SEED: seed }),
    ...(part === undefined ? {} : { ASSAY_SHARD: JSON.stringify(part) }),
    ASSAY_OUT: directory,
    ASSAY_QUIET_ENGINE: '1',
    ...(webhookUrl === undefined ? {} : { ASSAY_WEBHOOK_URL: webhookUrl }),
    ...(webhookPort === undefined ? {} : { ASSAY_WEBHOOK_PORT: webhookPort }),
  }
  try {
    await engine(environment, {
      output: withoutSummary ? 'ignore' : 'inherit',
      mayBeEmpty: (part ?? (replay && readHead(replay).shard)) !== undefined,
    })
    return await outcome(directory, { secondOpinions, history }, secretGuard(directory, vaultKey))
  } finally {
    rmSync(join(directory, VAULT), { force: true })
    rmSync(join(directory, ENGINE), { recursive: true, force: true })
  }
}

/** What the finished run amounts to, once second opinions are asked and it is kept. */
async function outcome(
  directory: string,
  { secondOpinions, history }: Pick<RunOptions, 'secondOpinions' | 'history'>,
  guard: SecretGuard,
): Promise<number> {
  const file = join(directory, 'conformance.json')
  if (withheldFiles(directory).length > 0) return 3
  if (!existsSync(file)) {
    process.stderr.write(
      `The run was cut off before it could report; the exchanges so far are in ${join(directory, 'exchanges.jsonl')}.\n`,
    )
    return 3
  }
  if (secondOpinions) {
    const { addSecondOpinions } = await import('./add-second-opinions.ts')
    await addSecondOpinions(directory)
    const withheld = guard.withhold()
    if (withheld !== undefined) {
      process.stderr.write(withheld)
      return 3
    }
  }
  const conformance = JSON.parse(readFileSync(file, 'utf8')) as Conformance
  if (history !== undefined) {
    const { keepInHistory } = await import('./history.ts')
    process.stdout.write(`History: ${printable(keepInHistory(history, conformance))}\n`)
  }
  return conformance.shard ? shardExitCode(conformance, conformance.shard) : exitCode(conformance)
}

/**
 * Runs Playwright Test as a process of its own; an interrupt reaches it too, and it still writes its report.
 *
 * @param mayBeEmpty whether it is right that there is nothing to run: no check may fall to a shard
 */
async function engine(
  environment: NodeJS.ProcessEnv,
  { output, mayBeEmpty }: { readonly output: 'inherit' | 'ignore'; readonly mayBeEmpty: boolean },
): Promise<void> {
  const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli')
  const child = spawn(
    process.execPath,
    // The folder, in which the engine finds its configuration: as TypeScript in a checkout, as built in the package.
    [...FRUGAL, playwright, 'test', '--config', root, ...(mayBeEmpty ? ['--pass-with-no-tests'] : [])],
    {
      cwd: root,
      env: environment,
      // The channel tells the engine when this process is gone, however it ended.
      stdio: ['inherit', output, 'inherit', 'ipc'],
    },
  )
  const forward = (signal: NodeJS.Signals) => () => void child.kill(signal)
  const interrupt = forward('SIGINT')
  const terminate = forward('SIGTERM')
  process.on('SIGINT', interrupt).on('SIGTERM', terminate)
  await new Promise<void>((done, broken) => child.on('exit', () => done()).on('error', broken))
  process.off('SIGINT', interrupt).off('SIGTERM', terminate)
}
