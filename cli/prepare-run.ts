/** Turns the options of a run into its plan, and finds every error in them. */
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { seedOfRun, variedSeed } from '../fixtures/random.ts'
import { webhookOptionsError, type WebhookOptions } from '../fixtures/webhooks/webhook-address.ts'
import { startReferenceServer } from '../reference/start-process.ts'
import { commandsFor, type Commands } from '../reports/commands.ts'
import type { Known } from '../runner/report-run.ts'
import { runPlan, type RunPlan, type RunRequest } from '../runner/run-plan.ts'
import { LATEST } from './default-folders.ts'
import { editionFrom } from './edition-from.ts'
import { maxFailuresFrom } from './max-failures.ts'
import type { RunOptions } from './run-options.ts'
import { selection, withoutSkipped } from './selection.ts'
import { selectShard } from './shards/select-shard.ts'
import type { Terminal } from './terminal.ts'
import { assayError } from '../errors/index.ts'

/** The deployment file of the reference server. */
export const REFERENCE_FILE = fileURLToPath(new URL('../deployments/reference.yaml', import.meta.url))

export interface PreparedRun {
  readonly plan: RunPlan
  readonly known: Known
  /** Ends the reference server, where one was started. */
  readonly close: () => Promise<void>
}

type Environment = Terminal['environment']

/** @throws DeploymentFileError and AssayError */
export async function prepareRun(options: RunOptions, environment: Environment): Promise<PreparedRun> {
  const request = requestFrom(options, environment)
  const contract = options.contract?.contract
  const known = await knownFrom(options)
  const { deployment, replay, shard, embedded } = options
  if (shard !== undefined) {
    const plan = await planOfShard(shard, options, request, environment)
    return { plan, known, close: async () => undefined }
  }
  if (deployment !== undefined || replay !== undefined)
    return { plan: await runPlan(request, environment, contract), known, close: async () => undefined }
  const server = await (embedded ?? startReferenceServer(undefined, options.contract?.served))
  return {
    plan: await runPlan(request, { ...environment, ...server.variables }, contract),
    known,
    close: () => server.close(),
  }
}

function requestFrom(options: RunOptions, environment: Environment): RunRequest {
  const { deployment, edition, replay, out } = options
  const only = chosenFrom(options)
  maxFailuresFrom(options.maxFailures)
  const seed = seedFrom(options, environment)
  return {
    deploymentFile: deployment ?? REFERENCE_FILE,
    recordingOf: replay,
    only,
    edition: edition === undefined ? undefined : editionFrom(edition, options.contract?.contract),
    seed: options.varyIdentity === true ? variedSeed(seed) : seed,
    out: out ?? LATEST,
    webhooks: webhooksFrom(options, environment),
    commands: commandsOf(options),
  }
}

/** The shards of a run have the seed in common, so that theirs stays as it was given. */
function seedFrom({ seed, shard }: RunOptions, { ASSAY_SEED }: Environment): string {
  const chosen = seed ?? ASSAY_SEED
  const drawn = randomUUID()
  if (chosen === undefined) return drawn
  return shard === undefined ? seedOfRun(chosen, drawn.slice(0, 8)) : chosen
}

/** Parameters that judge the same deployment again; the report suggests them. */
function commandsOf({ deployment, isCertified = false, shard, out, ...options }: RunOptions): Commands {
  const { edition, contract, seed, varyIdentity, baseline, allowBlocked, history, deadline } = options
  const { webhookUrl, webhookPort } = options
  return commandsFor({
    deployment: isCertified && deployment !== undefined ? basename(deployment) : deployment,
    edition,
    contract: contract?.given,
    seed,
    varyIdentity,
    baseline,
    allowBlocked,
    history,
    deadline,
    webhookUrl,
    webhookPort,
    // The files of a shard are part of a run.
    out: shard === undefined && !isCertified ? out : undefined,
  })
}

/** The selected areas and requirements; empty: all. */
function chosenFrom({ only, skip = [], onlyFailed, shard, contract }: RunOptions): RunRequest['only'] {
  const catalogue = contract?.contract.catalogue
  const chosen = withoutSkipped(
    selection(only, '--only', catalogue),
    selection(skip, '--skip', catalogue),
    catalogue,
  )
  if (onlyFailed === true && (chosen.length > 0 || shard !== undefined))
    throw assayError('options-conflict', { option: '--only-failed', other: '--only, --skip or --shard' })
  return chosen
}

function webhooksFrom({ webhookUrl, webhookPort }: RunOptions, environment: Environment): WebhookOptions {
  const webhooks = {
    url: webhookUrl ?? environment.ASSAY_WEBHOOK_URL,
    port: webhookPort ?? environment.ASSAY_WEBHOOK_PORT,
  }
  const error = webhookOptionsError(webhooks)
  if (error !== undefined) throw error
  return webhooks
}

/** Additional data of the report. The history is opened here, so that its errors appear before the run. */
async function knownFrom({ baseline, allowBlocked, history }: RunOptions): Promise<Known> {
  if (history !== undefined) (await import('./history.ts')).openHistory(history)
  return {
    baseline:
      baseline === undefined
        ? undefined
        : (await import('./baseline/load-baseline.ts')).loadBaseline(baseline),
    allowBlocked,
    history,
  }
}

/** The reference server of a shard is started elsewhere, and named by the environment. */
async function planOfShard(
  shard: string,
  { deployment, durations, secondOpinions, seed }: RunOptions,
  request: RunRequest,
  environment: Environment,
): Promise<RunPlan> {
  const whole = deployment === undefined ? undefined : await runPlan(request, environment)
  const part = selectShard(
    { shard, durations, seed: seed ?? environment.ASSAY_SEED, secondOpinions },
    whole?.deployment,
    request.only,
  )
  return runPlan({ ...request, shard: part }, environment)
}
