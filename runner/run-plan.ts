/** The plan of a run: one value, which the command line creates and all other code receives. */
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
import { defaultContract, type Contract } from '../spec/index.ts'
import { assayError } from '../errors/index.ts'

/** A plan in serializable form for another process: paths instead of contents. */
export interface RunRequest {
  /** Path of the deployment file; unused for a replay. */
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
  /** Parameters that judge the same deployment again; a recording has its own. */
  readonly commands?: Commands | undefined
  readonly webhooks: WebhookOptions
}

export interface RunPlan {
  /** With the limits that this run, or this shard of it, has to keep. */
  readonly deployment: Deployment
  /** The source of responses instead of the deployment; undefined: the deployment. */
  readonly recording: Recording | undefined
  readonly only: readonly string[]
  readonly edition: number
  readonly seed: string
  readonly shard: Shard | undefined
  /** Directory of the report, absolute. */
  readonly out: string
  /** Parameters that judge the same deployment again; undefined: unknown. */
  readonly commands: Commands | undefined
  readonly webhooks: WebhookOptions
}

/**
 * @param environment variables of the deployment file
 * @param contract the version to judge by
 * @throws DeploymentFileError when the deployment file is invalid
 */
export async function runPlan(
  request: RunRequest,
  environment: Readonly<Record<string, string | undefined>>,
  contract: Contract = defaultContract,
): Promise<RunPlan> {
  const { deploymentFile, recordingOf, webhooks } = request
  const out = resolve(request.out)
  if (recordingOf !== undefined) {
    const recording = readRecording(recordingOf)
    const { seed, only, shard, edition = 1, commands } = recording.head
    requireKnownRules(recordingOf, recording.head, contract)
    return {
      deployment: {
        ...replayedDeployment(recording.head),
        ...(contract !== defaultContract && { contract }),
      },
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
  const { only, seed, shard, edition = contract.catalogue.editions.length, commands } = request
  const deployment = await loadDeployment(deploymentFile, environment, contract)
  const limits = shard ? sharedLimits(deployment.limits, shard.of) : deployment.limits
  return {
    // Judgements and file names repeat the name unchanged.
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

/** @throws AssayError where it was judged by another contract version, or an edition that this one does not have */
function requireKnownRules(
  folder: string,
  { contractVersion, edition = 1, tool }: Recording['head'],
  contract: Contract,
): void {
  if (contractVersion !== contract.version)
    throw assayError('recording-of-other-contract', {
      folder,
      recorded: contractVersion,
      chosen: contract.version,
    })
  if (!contract.catalogue.editions.some((known) => known.edition === edition))
    throw assayError('recording-of-unknown-edition', {
      folder,
      edition: String(edition),
      version: tool.version,
    })
}

/** Longest time in which something happens in a run that does not hang, ms: a check waits for two things at most. */
export const longestSilenceMs = ({ limits }: Pick<Deployment, 'limits'>): number =>
  (2 * limits.maxWaitSeconds + 4 * limits.requestTimeoutSeconds + 30) * 1000
