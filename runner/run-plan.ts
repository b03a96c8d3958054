/** What a run is to do: one value, which the command line makes and everything else is passed. */
import { resolve } from 'node:path'
import type { Deployment } from '../fixtures/config/deployment.ts'
import { loadDeployment } from '../fixtures/config/load-deployment.ts'
import { withoutSecrets } from '../fixtures/redaction/without-secrets.ts'
import { readRecording, type Recording } from '../fixtures/recording/recording.ts'
import { replayedDeployment } from '../fixtures/recording/replay-session.ts'
import { sharedLimits } from '../fixtures/config/limits.ts'
import type { Shard } from '../fixtures/shard.ts'
import type { WebhookOptions } from '../fixtures/webhooks/webhook-address.ts'
import type { Commands } from '../reports/commands.ts'
import { LATEST_EDITION } from '../spec/index.ts'

/** A plan as it can be written down for another process: paths in place of what stands there. */
export interface RunRequest {
  /** Path of the deployment file; not used where a recording is judged. */
  readonly deploymentFile: string
  /** Directory of a finished run, whose recording is judged in place of a deployment. */
  readonly recordingOf?: string | undefined
  /** Areas and requirement ids; empty: all, or those of the recording. */
  readonly only: readonly string[]
  /** The set of requirements to judge by; default: the latest, or that of the recording. */
  readonly edition?: number | undefined
  /** Of the run's randomness; the recording's own goes first. */
  readonly seed: string
  /** The part of the run that is performed; default: the whole. */
  readonly shard?: Shard | undefined
  /** Directory of the report. */
  readonly out: string
  /** What judges the same deployment again; a recording has its own. */
  readonly commands?: Commands | undefined
  readonly webhooks: WebhookOptions
}

export interface RunPlan {
  /** With the limits that this run, or this shard of it, has to keep. */
  readonly deployment: Deployment
  /** What answers in place of the deployment; undefined: it answers itself. */
  readonly recording: Recording | undefined
  readonly only: readonly string[]
  readonly edition: number
  readonly seed: string
  readonly shard: Shard | undefined
  /** Directory of the report, absolute. */
  readonly out: string
  /** What judges the same deployment again; undefined: not known. */
  readonly commands: Commands | undefined
  readonly webhooks: WebhookOptions
}

/**
 * @param environment where the deployment file takes its variables from
 * @throws DeploymentFileError when the deployment file cannot be used
 */
export async function runPlan(
  request: RunRequest,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<RunPlan> {
  const { deploymentFile, recordingOf, webhooks } = request
  const out = resolve(request.out)
  if (recordingOf !== undefined) {
    const recording = readRecording(recordingOf)
    const { seed, only, shard, edition = 1, commands } = recording.head
    return {
      deployment: replayedDeployment(recording.head),
      recording,
      only: request.only.length > 0 ? request.only : only,
      edition: request.edition ?? edition,
      seed,
      shard,
      out,
      commands,
      webhooks,
    }
  }
  const { only, seed, shard, edition = LATEST_EDITION, commands } = request
  const deployment = await loadDeployment(deploymentFile, environment)
  const limits = shard ? sharedLimits(deployment.limits, shard.of) : deployment.limits
  return {
    // Judgements and file names repeat the name as it is.
    deployment: { ...deployment, name: withoutSecrets(deployment, deployment.name), limits },
    recording: undefined,
    only,
    edition,
    seed,
    shard,
    out,
    commands,
    webhooks,
  }
}

/** Longest time in which something happens in a run that does not hang, ms: a check waits for two things at most. */
export const longestSilenceMs = ({ limits }: Pick<Deployment, 'limits'>): number =>
  (2 * limits.maxWaitSeconds + 4 * limits.requestTimeoutSeconds + 30) * 1000
