import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { config as readDotenv } from 'dotenv'
import type { Deployment } from '../fixtures/deployment/deployment.ts'
import { loadDeployment } from '../fixtures/deployment/load-deployment.ts'
import { endAtOnce } from '../fixtures/end-at-once.ts'
import { LONG_BODIES } from '../fixtures/evidence.ts'
import {
  readRecording,
  RECORDING,
  recordedDeployment,
  type RecordingHead,
} from '../fixtures/replay/recording.ts'
import { replayedDeployment } from '../fixtures/replay/replay-setting.ts'
import { newVaultKey } from '../fixtures/redaction/secret-vault.ts'
import type { ReporterOptions } from '../reports/reporter.ts'
import { CONTRACT_VERSION, CONVENTIONS, requirements, unclaimedArea } from '../spec/index.ts'
import { editionFrom } from './edition-from.ts'
import { startEmbedded } from './embedded-deployment.ts'
import { runContext } from './run-context.ts'
import { secretGuard, VAULT, withheldFiles } from './secret-scan.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Set once the environment of a run is complete; the engine's workers inherit it. */
const PREPARED = 'ASSAY_PREPARED'

export interface PreparedRun {
  /** Longest time one check may take, ms. */
  readonly longestCheckMs: number
  /** More workers could not keep the deployment's limits together. */
  readonly mostWorkers: number
  readonly reporter: ReporterOptions | undefined
  /** Folders of the suites, one an area, in which there is something to judge; undefined: all. */
  readonly folders: readonly string[] | undefined
}

/**
 * Completes the environment of a run, so that `assay run` and the engine's own command line do the same: reads `.env`,
 * starts the embedded deployment when no other is named, draws the seed, and empties the evidence.
 *
 * @throws DeploymentFileError when the deployment file cannot be used
 */
export async function prepareRun(environment: NodeJS.ProcessEnv): Promise<PreparedRun> {
  if (environment[PREPARED] === undefined) {
    readDotenv({ quiet: true, processEnv: environment })
    environment.ASSAY_SEED ??= randomUUID()
    const out = resolve(environment.ASSAY_OUT ?? join(root, 'reports/latest'))
    environment.ASSAY_OUT = out
    environment.ASSAY_EVIDENCE = join(out, 'exchanges.jsonl')
    rmSync(environment.ASSAY_EVIDENCE, { force: true })
    rmSync(join(out, 'judgements.jsonl'), { force: true })
    rmSync(join(out, LONG_BODIES), { force: true })
    rmSync(join(out, 'conformance.json'), { force: true })
    rmSync(join(out, 'planned.jsonl'), { force: true })
    mkdirSync(out, { recursive: true })
    for (const file of withheldFiles(out)) rmSync(file)
    environment.ASSAY_VAULT = join(out, VAULT)
    environment.ASSAY_VAULT_KEY ??= newVaultKey()
    rmSync(environment.ASSAY_VAULT, { force: true })
    if (choosesTests(process.argv.slice(2))) environment.ASSAY_ONE_BY_ONE = '1'
    if (environment.ASSAY_REPLAY !== undefined) {
      const { seed, only, edition = 1 } = readRecording(environment.ASSAY_REPLAY).head
      environment.ASSAY_EDITION ??= String(edition)
      environment.ASSAY_SEED = seed
      environment.ASSAY_ONLY ||= only.join(',')
    } else if (environment.ASSAY_SUBJECTS === undefined && environment.ASSAY_DEPLOYMENT === undefined) {
      environment.ASSAY_DEPLOYMENT = join(root, 'deployments/reference.yaml')
      Object.assign(environment, (await startEmbedded()).variables)
    }
    if (environment.ASSAY_SUBJECTS === undefined) writeRecordingHead(deploymentOf(environment), environment)
    environment[PREPARED] = '1'
    endWithParent()
    // Whoever started it reads the report, and not the exit code of the engine.
    if (environment.ASSAY_QUIET_ENGINE !== undefined) endAtOnce()
  }
  // A matrix mostly waits for what a fault keeps from happening: more workers than processors overlap their waits.
  if (environment.ASSAY_SUBJECTS !== undefined)
    return {
      longestCheckMs: 600_000,
      mostWorkers: 2 * Math.max(2, availableParallelism()),
      reporter: undefined,
      folders: undefined,
    }
  const deployment = deploymentOf(environment)
  const { maxWaitSeconds, requestTimeoutSeconds, concurrency, requestsPerSecond } = deployment.limits
  return {
    longestCheckMs: (2 * maxWaitSeconds + 4 * requestTimeoutSeconds + 30) * 1000,
    mostWorkers: Math.min(concurrency, Math.max(1, Math.floor(requestsPerSecond))),
    reporter: await reporterOptions(deployment, environment),
    folders: foldersOf(deployment, environment),
  }
}

/** Suites that no check of the run is in need not be loaded: they cost each process time and memory. */
function foldersOf(deployment: Deployment, { ASSAY_ONLY }: NodeJS.ProcessEnv): readonly string[] | undefined {
  const only = new Set(ASSAY_ONLY ? ASSAY_ONLY.split(',') : [])
  const judged = requirements.filter(
    (requirement) =>
      unclaimedArea(requirement, deployment.areas) === undefined &&
      (only.size === 0 || only.has(requirement.id) || only.has(requirement.area)),
  )
  const folders = [...new Set(judged.map(({ area }) => area))].filter((area) => area !== CONVENTIONS)
  // What every response keeps is judged in all of them.
  return folders.length === 0 ? undefined : folders
}

/** What is judged: a deployment, or the recording of one. */
const deploymentOf = (environment: NodeJS.ProcessEnv): Deployment =>
  environment.ASSAY_REPLAY === undefined
    ? loadDeployment(environment.ASSAY_DEPLOYMENT!, environment)
    : replayedDeployment(readRecording(environment.ASSAY_REPLAY).head)

/** Says of what the run is, so that it can be performed again from its exchanges. */
function writeRecordingHead(
  deployment: Deployment,
  { ASSAY_OUT, ASSAY_SEED, ASSAY_ONLY, ASSAY_EDITION }: NodeJS.ProcessEnv,
): void {
  const head: RecordingHead = {
    schemaVersion: 1,
    contractVersion: CONTRACT_VERSION,
    catalogueDigest: createHash('sha256').update(JSON.stringify(requirements)).digest('hex'),
    tool: { name: 'assay', version: toolVersion(), node: process.version },
    seed: ASSAY_SEED!,
    only: ASSAY_ONLY ? ASSAY_ONLY.split(',') : [],
    edition: editionFrom(ASSAY_EDITION),
    deployment: recordedDeployment(deployment),
  }
  mkdirSync(ASSAY_OUT!, { recursive: true })
  writeFileSync(join(ASSAY_OUT!, RECORDING), `${JSON.stringify(head, null, 2)}\n`)
}

/** Options of the engine that leave all checks to be run. */
const HARMLESS = /^(test|--config|-c|--workers|-j|--reporter|--retries|--shard|--list|--quiet|--timeout)(=|$)/

/** Whether the engine was asked for some checks only: which ones, no one but it knows. */
const choosesTests = (parameters: readonly string[]): boolean =>
  parameters.some((parameter, index) => {
    const valueOfOption = /^(--config|-c|--workers|-j|--reporter|--retries|--shard|--timeout)$/.test(
      parameters[index - 1] ?? '',
    )
    return !HARMLESS.test(parameter) && !valueOfOption
  })

/** When the command that started the engine is killed, the engine stops too, and still writes its report. */
function endWithParent(): void {
  if (process.channel === undefined) return
  process.once('disconnect', () => process.kill(process.pid, 'SIGINT'))
  process.channel.unref()
}

async function reporterOptions(
  deployment: Deployment,
  environment: NodeJS.ProcessEnv,
): Promise<ReporterOptions> {
  return {
    out: environment.ASSAY_OUT!,
    deployment: { name: deployment.name, baseUrl: deployment.baseUrl },
    areas: deployment.areas,
    notOffered: Object.entries(deployment.operations).flatMap(([name, binding]) =>
      binding === null ? [name] : [],
    ),
    only: environment.ASSAY_ONLY ? environment.ASSAY_ONLY.split(',') : [],
    edition: editionFrom(environment.ASSAY_EDITION),
    seed: environment.ASSAY_SEED!,
    toolVersion: toolVersion(),
    warnings: deployment.warnings,
    // Workers, which load this too, report nothing.
    context: await runContext(environment.TEST_WORKER_INDEX === undefined ? environment : {}),
    secrets: secretGuard(environment.ASSAY_OUT!, environment.ASSAY_VAULT_KEY!),
  }
}

/** Version of this tool, from its package. */
export const toolVersion = (): string =>
  (createRequire(import.meta.url)('../package.json') as { version: string }).version
